#!/usr/bin/env python3
"""Builds the fuzz targets and runs each on its saved corpus and SECONDS more: run.py [SECONDS], default 5.

One line a target, then `fuzz: N passed, N failed, N skipped`; the exit code is 1 when one failed. Inputs that broke a target, and
new finds, are left in build/fuzz/found/TARGET; the corpus is not touched.
"""
import concurrent.futures
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "tests" / "fuzz"
BUILD = ROOT / "build" / "asan"  # the core with its sanitizers is the same for the tests
FOUND = ROOT / "build" / "fuzz" / "found"
LONGEST_INPUT = 65536
TIME_LIMIT = 10  # seconds for one input: slower is a hang
MEMORY_MB = 1024  # with the sanitizers; the probes themselves stay far below


def names():
    return sorted(path.stem for path in HERE.glob("*_fuzz.cc"))


def build():
    commands = (["cmake", "--preset", "asan"], ["cmake", "--build", "--preset", "asan", "--target", "fuzzers"])
    for command in commands:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            print(done.stdout)
            return False
    return True


def corpora(name):
    """Whole machines start from the base worlds of the tests as well."""
    folders = [HERE / "corpus" / name.removesuffix("_fuzz")]
    if name == "machine_fuzz":
        folders.append(ROOT / "tests" / "worlds")
    return [str(folder) for folder in folders if folder.is_dir()]


def run(name, seconds):
    found = FOUND / name
    found.mkdir(parents=True, exist_ok=True)
    options = [f"-max_total_time={seconds}", f"-max_len={LONGEST_INPUT}", f"-timeout={TIME_LIMIT}", f"-rss_limit_mb={MEMORY_MB}",
               f"-artifact_prefix={found}/broken-", "-print_final_stats=1"]
    command = [str(BUILD / "tests" / "fuzz" / name), *options, str(found), *corpora(name)]
    log = found.with_suffix(".log")
    with log.open("w", errors="replace") as out:
        code = subprocess.run(command, stdout=out, stderr=subprocess.STDOUT, timeout=seconds + 300).returncode
    text = log.read_text(errors="replace")
    runs = [line.split()[-1] for line in text.splitlines() if line.startswith("stat::number_of_executed_units")]
    if code == 0:
        print(f"passed  {name}: {runs[-1] if runs else 'some'} inputs in {seconds} s and the corpus")
    else:
        print(f"failed  {name}: exit code {code}, see {log}")
        print("\n".join(text.splitlines()[-40:]))
    sys.stdout.flush()
    return code == 0


def main():
    seconds = int(sys.argv[1]) if len(sys.argv) > 1 else 5
    if shutil.which("clang++-19") is None:
        print("skipped  every fuzz target: clang++-19 is not installed")
        print(f"fuzz: 0 passed, 0 failed, {len(names())} skipped")
        return 0
    if not build():
        print(f"fuzz: 0 passed, {len(names())} failed, 0 skipped")
        return 1
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(lambda name: run(name, seconds), names()))
    print(f"fuzz: {sum(results)} passed, {len(results) - sum(results)} failed, 0 skipped")
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
