"""Where the lab keeps things, and how it finds the programs it needs."""
import os
import shutil
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parent.parent
GUEST = REPOSITORY / "lab" / "guest"
CACHE = REPOSITORY / "build" / "lab"
BINARY = REPOSITORY / "build" / "railhead"


class LabError(Exception):
    """Something the person at the keyboard can act on; the text says what."""


def program(name: str, package: str) -> str:
    """The path of a program, looked for in sbin too: those are missing from the PATH of a plain user."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin:/usr/bin:/bin")
    if not found:
        raise LabError(f"{name} is not installed: apt-get install {package}")
    return found
