#!/usr/bin/env python3
"""Each source that changed compiles by itself: `make test` compiles many of them together, where one may live on an #include of another.

usage: tests/alone.py [FILE ...]

Without arguments: the sources that differ from the base of tests/lint.py, and those that include a header which lost an #include
since, what changed last first; ALONE_SECONDS (default 600) bounds the run. Needs build/dev as cmake leaves it. The last line is
"alone: N compile, N do not, N not looked at".
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shlex
import subprocess
import sys
import time

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from lint import ROOT, base, changed, git  # noqa: E402  (the path above has to be set first)

BUILD = ROOT / "build/dev"


def commands():
    """source -> the command that compiles it, without what it writes."""
    found = {}
    for entry in json.loads((BUILD / "compile_commands.json").read_text()):
        command = re.sub(r"^\S*ccache | -o \S+", " ", entry["command"])
        found[os.path.relpath(entry["file"], ROOT)] = [*shlex.split(command), "-fsyntax-only"]
    return found


def lost_an_include(header, start):
    return any(line.startswith("-#include") for line in git("diff", "-U0", start, "--", header))


def newest_first(names):
    start = base()
    log = git("log", "--name-only", "--format=", *([f"{start}..HEAD"] if start else []), "--", "src")
    place = {name: number for number, name in reversed(list(enumerate(log)))}
    return sorted(names, key=lambda name: place.get(name, -1))


def compiled(command, limit):
    if time.monotonic() > limit:
        return None, ""
    done = subprocess.run(command, cwd=BUILD, capture_output=True, text=True)
    return done.returncode == 0, done.stderr


def main():
    known = commands()
    limit = time.monotonic() + float(os.environ.get("ALONE_SECONDS", "600"))
    names = [name for name in sys.argv[1:] or newest_first(changed(lost_an_include)) if name in known]
    headers = {f"{path}.gch" for name in names for path in re.findall(r"-include (\S+cmake_pch\.hxx)", " ".join(known[name]))}
    subprocess.run(["cmake", "--build", BUILD, "--target", *(os.path.relpath(path, BUILD) for path in headers), "--", "--quiet"], check=True)
    results = []
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, (good, said) in zip(names, pool.map(lambda name: compiled(known[name], limit), names)):
            results.append(good)
            if good is False:
                print(f"FAILED {name} by itself\n{said}", flush=True)
    wrong = results.count(False)
    print(f"alone: {results.count(True)} compile, {wrong} do not, {results.count(None)} not looked at")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
