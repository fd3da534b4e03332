#!/usr/bin/env python3
"""clang-tidy-19 over the C++ files that changed, each change of which must be clean.

usage: tests/lint.py [--all] [FILE ...]

Without arguments: the .cc files that differ from RAILHEAD_BASE (a commit; default: the commit before the last day's), and those
that include a header that does. Needs build/dev/compile_commands.json, which `make lint` has cmake write. The precompiled header of g++ is
of no use to clang and is left out. LINT_SECONDS (default 600) bounds the run: files that were not reached are named.
"""
import concurrent.futures
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
TIDY = "clang-tidy-19"


def git(*arguments):
    return subprocess.run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")


def base():
    """The commit to compare with; None when there is nothing before: then everything changed."""
    if named := os.environ.get("RAILHEAD_BASE"):
        return named
    found = [line for line in git("rev-list", "-1", "--before=1 day ago", "HEAD") if line]
    return found[0] if found else None


def tracked():
    return {name for name in git("ls-files", "src/*.cc", "src/*.h") if name}


def changed(counts=lambda header, start: True):
    """Sources that differ from the base, and those that include a header which does and `counts`."""
    start = base()
    if start is None:
        return sorted(name for name in tracked() if name.endswith(".cc"))
    names = {name for name in git("diff", "--name-only", start, "--", "src") if name}
    headers = [name.removeprefix("src/") for name in names if name.endswith(".h") and counts(name, start)]
    for source in tracked():
        text = (ROOT / source).read_text(errors="replace")
        if source.endswith(".cc") and any(f'"{header}"' in text for header in headers):
            names.add(source)
    return sorted(name for name in names if name.endswith(".cc") and (ROOT / name).exists())


def database(folder):
    """compile_commands.json as clang can read it."""
    entries = json.loads((ROOT / "build/dev/compile_commands.json").read_text())
    for entry in entries:
        entry["command"] = re.sub(r" -include \S*cmake_pch\S*| -Winvalid-pch|^\S*ccache ", " ", entry["command"]).strip()
        entry["command"] += " -Wno-unknown-warning-option -Wno-deprecated-declarations"
    (pathlib.Path(folder) / "compile_commands.json").write_text(json.dumps(entries))


def tidy(folder, name):
    done = subprocess.run([TIDY, "--quiet", "-p", folder, name], cwd=ROOT, capture_output=True, text=True)
    return name, done.returncode, done.stdout + ("" if done.returncode == 0 else done.stderr)


def main():
    if not shutil.which(TIDY):
        sys.exit(f"{TIDY} is missing: make deps-lint")
    words = sys.argv[1:]
    names = sorted(n for n in tracked() if n.endswith(".cc")) if words == ["--all"] else words or changed()
    limit = time.monotonic() + float(os.environ.get("LINT_SECONDS", "600"))
    failed, late = [], []
    with tempfile.TemporaryDirectory() as folder, concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        database(folder)
        one = lambda name: tidy(folder, name) if time.monotonic() < limit else (name, None, "")  # noqa: E731
        for name, status, text in pool.map(one, names):
            if status is None:
                late.append(name)
            elif status != 0:
                failed.append(name)
                print(text, flush=True)
    if late:
        print(f"lint: out of time, not looked at: {' '.join(late)}")
    print(f"lint: {len(names) - len(failed) - len(late)} clean, {len(failed)} with findings, {len(late)} not looked at")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
