#!/usr/bin/env python3
"""Tests of `railhead exec` with real processes: what the command it becomes is, and that nothing starts when a step failed.

usage: tests/exec/run.py BINARY [MODULE ...]

Run as root: the tests become other users. A line a failure, a line a skip, and last "exec: N passed, N failed, N skipped".
"""
import importlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import traceback

HERE = pathlib.Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(HERE.parent / "cli")]

from tally import Tally  # noqa: E402  (the path above has to be set first)

MODULES = ["contract", "capabilities", "refused_calls", "file_capabilities", "printed", "torchrun"]


class Place:
    """The binary, a helper compiled beside it, and a folder that every user may enter."""

    def __init__(self, binary, folder):
        self.folder = folder
        self.binary = folder / "railhead"
        shutil.copy(binary, self.binary)
        self.binary.chmod(0o755)
        self.refuse = folder / "refuse"
        subprocess.run(["cc", "-O1", "-Wall", "-Wextra", "-Werror", "-o", self.refuse, HERE / "refuse.c"], check=True)

    def run(self, *words, before=(), env=None, stdin="", limit=60):
        """`railhead exec WORDS...` behind the words of `before`."""
        base = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}
        return subprocess.run([*map(str, before), str(self.binary), "exec", *map(str, words)], input=stdin, text=True, capture_output=True,
                              timeout=limit, env={**base, **(env or {})}, check=False)


def status_of(text):
    """The lines of /proc/self/status in what the command printed, as a dictionary."""
    return dict(line.split(":\t", 1) for line in text.splitlines() if ":\t" in line)


def main():
    if len(sys.argv) < 2 or not os.path.exists(sys.argv[1]):
        sys.exit(__doc__)
    tally = Tally(name="exec")
    if os.geteuid() != 0:
        tally.skip("all", "the tests become other users, which takes root")
        print(tally)
        return 0
    with tempfile.TemporaryDirectory(prefix="railhead-exec-") as temporary:
        folder = pathlib.Path(temporary)
        folder.chmod(0o755)
        place = Place(pathlib.Path(sys.argv[1]).resolve(), folder)
        for name in sys.argv[2:] or MODULES:
            try:
                importlib.import_module(name).test(place, tally)
            except Exception:  # noqa: BLE001  (whatever it was, the others still run)
                tally.fail(name, "the module to run to its end", traceback.format_exc())
    print(tally)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
