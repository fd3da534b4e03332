"""The language of the .expect files: what a scenario should have left in its folder. One expectation a line:

    exit N                              what railhead doctor returned
    PATH VALUE                          a member of its JSON: verdict.transport roce, memlock.predicted_bytes 8388608,
                                        verdict.usable_devices ["rxe0"] (VALUE as JSON, or a bare word)
    equal PATH PATH                     two members say the same; record.KEY is a recorded line
    finding ID VERDICT [SEVERITY] [SUBJECT]     there is such a finding
    no-finding ID [VERDICT]             there is none
    none-violated-at SEVERITY           nothing violated at that severity or above
    record KEY VALUE                    the script recorded this (`record KEY VALUE` in lab/guest/lib.sh)
    record-above KEY NUMBER             it recorded a number larger than this one

`case NAME` begins the expectations about the folder NAME below the scenario's own; # begins a comment line.
"""
import json
from dataclasses import dataclass, field
from pathlib import Path

SEVERITIES = ["info", "warning", "error"]
_ARGUMENTS = {"exit": (1, 1), "equal": (2, 2), "finding": (2, 4), "no-finding": (1, 2), "none-violated-at": (1, 1),
              "record": (1, 99), "record-above": (2, 2)}
_ROOTS = ("verdict", "memlock", "summary", "facts", "command", "schema")


class Mistake(Exception):
    """A line of an .expect file that says nothing."""


class Unmet(Exception):
    """An expectation that did not come true; the text is what came instead."""


@dataclass(frozen=True)
class Expectation:
    number: int
    text: str

    def about_doctor(self) -> bool:
        """False when it is about the kernel only, and holds without railhead."""
        return self.text.split()[0] not in ("record", "record-above")


@dataclass
class Case:
    """The expectations about one folder; the name is empty for the scenario's own."""
    name: str
    expectations: list[Expectation] = field(default_factory=list)


def read(path: Path) -> list[Case]:
    """The cases of an .expect file; the first one is left out when it is empty."""
    cases = [Case("")]
    for number, line in enumerate(path.read_text().splitlines(), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "case":
            if len(words) != 2:
                raise Mistake(f"{path}:{number}: expected case NAME")
            cases.append(Case(words[1]))
            continue
        _check(f"{path}:{number}", words)
        cases[-1].expectations.append(Expectation(number, " ".join(words)))
    return [c for c in cases if c.name or c.expectations]


def _check(where: str, words: list[str]) -> None:
    least, most = _ARGUMENTS.get(words[0], (1, 99))
    if words[0] not in _ARGUMENTS and words[0].split(".")[0] not in _ROOTS:
        raise Mistake(f"{where}: no expectation is called '{words[0]}'")
    if not least <= len(words) - 1 <= most:
        raise Mistake(f"{where}: {words[0]} takes {least} to {most} words")
    if words[0] == "none-violated-at" and words[1] not in SEVERITIES:
        raise Mistake(f"{where}: a severity is one of {' '.join(SEVERITIES)}")


class Left:
    """What a scenario left in one folder."""

    def __init__(self, folder: Path):
        self._folder = folder
        self.records = {}
        for line in self._lines("record"):
            key, _, value = line.partition(" ")
            self.records[key] = " ".join(value.split())

    def _lines(self, name: str) -> list[str]:
        path = self._folder / name
        return path.read_text(errors="replace").splitlines() if path.exists() else []

    def exit_code(self) -> str:
        lines = self._lines("exit")
        if not lines:
            raise Unmet("doctor was not run")
        return lines[0].strip()

    def doctor(self) -> dict:
        text = "\n".join(self._lines("doctor.json"))
        try:
            found = json.loads(text)
        except json.JSONDecodeError:
            said = " ".join(self._lines("doctor.err")[-3:]) or "nothing"
            raise Unmet(f"doctor's stdout is not JSON ({len(text)} characters); it said on stderr: {said}") from None
        if not isinstance(found, dict):
            raise Unmet("doctor's JSON is not an object")
        return found

    def value(self, path: str):
        """The member at a dotted path."""
        root, _, key = path.partition(".")
        if root == "record":
            if key not in self.records:
                raise Unmet(f"nothing recorded as {key}")
            return _from_word(self.records[key])
        at = self.doctor()
        for step in path.split("."):
            if not isinstance(at, dict) or step not in at:
                raise Unmet(f"there is no {path} in doctor's JSON")
            at = at[step]
        return at


def _from_word(word: str):
    """8388608, true, ["rxe0"] as JSON has them; anything else is a bare word."""
    try:
        return json.loads(word)
    except json.JSONDecodeError:
        return word


def check(expectation: Expectation, left: Left) -> None:
    """Raises Unmet, with what came, unless the expectation holds."""
    kind, *words = expectation.text.split()
    if kind == "exit":
        _same(words[0], left.exit_code())
    elif kind == "record":
        _same(" ".join(words[1:]), left.records.get(words[0], "nothing recorded"))
    elif kind == "record-above":
        _above(words[1], left.records.get(words[0], "nothing recorded"))
    elif kind == "equal":
        one, other = (left.value(w) for w in words)
        if one != other:
            raise Unmet(f"{json.dumps(one)} and {json.dumps(other)}")
    elif kind == "finding":
        _finding(words, left.doctor())
    elif kind == "no-finding":
        for found in _with_id(left.doctor(), words[0]):
            if len(words) == 1 or found.get("verdict") == words[1]:
                raise Unmet(_short(found))
    elif kind == "none-violated-at":
        _none_violated(words[0], left.doctor())
    else:
        _same(_from_word(" ".join(words)), left.value(kind))


def _same(expected, came) -> None:
    if expected != came:
        raise Unmet(came if isinstance(came, str) else json.dumps(came))


def _above(least: str, came: str) -> None:
    try:
        above = float(came) > float(least)
    except ValueError:
        above = False
    if not above:
        raise Unmet(came)


def _with_id(doctor: dict, name: str) -> list[dict]:
    return [f for f in doctor.get("findings", []) if f.get("id") == name]


def _finding(words: list[str], doctor: dict) -> None:
    name, verdict, *rest = words
    severity = next((w for w in rest if w in SEVERITIES), None)
    subject = next((w for w in rest if w not in SEVERITIES), None)
    candidates = _with_id(doctor, name)
    for found in candidates:
        if found.get("verdict") == verdict and severity in (None, found.get("severity")) and subject in (None, found.get("subject")):
            return
    if candidates:
        raise Unmet("; ".join(_short(f) for f in candidates))
    violated = [_short(f) for f in doctor.get("findings", []) if f.get("verdict") == "violated"]
    raise Unmet(f"no {name}; violated are: {'; '.join(violated) or 'none'}")


def _none_violated(severity: str, doctor: dict) -> None:
    bad = [_short(f) for f in doctor.get("findings", []) if f.get("verdict") == "violated"
           and SEVERITIES.index(f.get("severity", "error")) >= SEVERITIES.index(severity)]
    if bad:
        raise Unmet("; ".join(bad))


def _short(finding: dict) -> str:
    return " ".join(str(finding.get(k, "?")) for k in ("id", "verdict", "severity", "subject"))
