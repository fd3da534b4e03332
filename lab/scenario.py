"""A scenario: a shell script with, optionally, `# lab: key=value...` in its first lines."""
import re
from dataclasses import dataclass
from pathlib import Path

from .places import LabError

DEFAULT_LIMIT = 120
_KEYS = {"nodes", "rails", "timeout"}


@dataclass(frozen=True)
class Scenario:
    path: Path
    nodes: int
    rails: int
    limit: int

    @property
    def name(self) -> str:
        return self.path.stem


def read(path: Path) -> Scenario:
    """The scenario in this file; what its header leaves out is one node, one rail, two minutes."""
    try:
        text = path.read_text()
    except OSError as error:
        raise LabError(f"scenario {path}: {error.strerror}") from error
    # The name becomes a file name and a word in the guest's plan.
    if not re.fullmatch(r"[A-Za-z0-9_.-]+", path.stem):
        raise LabError(f"scenario {path}: a name has only letters, digits, _ . and -")
    said = {}
    for number, line in enumerate(text.splitlines()[:20], 1):
        found = re.match(r"#\s*lab:\s*(.*)", line)
        for word in found.group(1).split() if found else []:
            key, _, value = word.partition("=")
            if key not in _KEYS or not re.fullmatch(r"[1-9]\d*", value):
                raise LabError(f"{path}:{number}: expected nodes=N, rails=N or timeout=SECONDS, not '{word}'")
            said[key] = int(value)
    return Scenario(path, said.get("nodes", 1), said.get("rails", 1), said.get("timeout", DEFAULT_LIMIT))
