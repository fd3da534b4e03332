#!/usr/bin/env python3
"""Builds everything and runs every suite; the last line is "N passed, N failed" with the skips named before it.

usage: tests/run.py [SUITE ...]     all of them without arguments; `--list` names them

A suite is a command whose last line reads "NAME: N passed, N failed[, N skipped]" and that names each skip in a line with
"skipped". Googletest's own summary is understood too.
"""
import concurrent.futures
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
JOBS = str(os.cpu_count() or 2)
BINARY = "build/railhead"
# They use one CPU, and so run beside the others, one after the other; what they say is shown at the end.
BESIDE = ("lab", "nri", "cluster", "node-bed", "asan-cli-1", "asan-cli-2")
# What a preset needs that is not everywhere: its suites are skipped by name without it.
COMPILERS = {"asan": "clang++-19"}
# A quarter less time; the unit tests look for it.
LIGHT = ("env", "ASAN_OPTIONS=detect_stack_use_after_return=0")
# What the suites of a preset need of it, where that is not everything.
TARGETS = {"units": ["railhead", "nccl_env"]}


def testdata():
    """The folder with test data that lies outside the repository, or None."""
    place = os.environ.get("RAILHEAD_TESTDATA")
    return pathlib.Path(place) if place else None


def build(preset):
    flags = ["-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"] if shutil.which("ccache") else []
    start = time.monotonic()
    subprocess.run(["cmake", "-S", ".", "--preset", preset, *flags], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    wanted = ["--target", *TARGETS[preset]] if preset in TARGETS else []
    subprocess.run(["cmake", "--build", f"build/{preset}", "-j", JOBS, *wanted, "--", "--quiet"], cwd=ROOT, check=True)
    print(f"build {preset}: {time.monotonic() - start:.0f} s", flush=True)
    if preset == "units":
        link = ROOT / "build/railhead"
        link.unlink(missing_ok=True)
        link.symlink_to("units/railhead")


def sanitized_cli(part):
    return "asan", [*LIGHT, sys.executable, "tests/cli/run.py", "build/asan/railhead", "--sanitized", "--part", f"{part}/3"]


def suites():
    """name -> (preset it needs, command)"""
    data = testdata()
    machines = ["tests/machines/replay.py", BINARY] + ([str(data / "machines")] if data else [])
    return {
        "lab": ("units", [sys.executable, "tests/lab/run.py"]),
        "cli": ("units", [sys.executable, "tests/cli/run.py", BINARY]),
        "exec": ("units", [sys.executable, "tests/exec/run.py", BINARY]),
        "machines": ("units", [sys.executable, *machines]),
        "cases": ("units", [sys.executable, "tests/cases.py", BINARY, *([str(data)] if data else [])]),
        "admission": ("units", [sys.executable, "tests/admission.py", BINARY, *([str(data)] if data else [])]),
        "node": ("units", [sys.executable, "tests/node/run.py", BINARY]),
        "runtimes": ("units", [sys.executable, "tests/runtimes/run.py", BINARY]),
        "nri": ("units", [sys.executable, "tests/containerd/run.py", BINARY]),
        "cluster": ("units", [sys.executable, "tests/cluster/run.py", BINARY]),
        "node-bed": ("units", [sys.executable, "tests/cluster/node_bed.py", BINARY]),
        # With sanitizers alone: compiling them twice would take longer than all other suites. asan-cli is in parts, so that both CPUs
        # are busy until the end.
        **{f"asan-cli-{part}": sanitized_cli(part) for part in (1, 2)},
        "unit": ("asan", ["build/asan/tests/railhead_tests", "--gtest_brief=1"]),
        "asan-cli-3": sanitized_cli(3),
        "fuzz": ("asan", [sys.executable, "tests/fuzz/run.py", "5"]),
    }


class Count:
    def __init__(self):
        self.passed = self.failed = 0
        self.skips = []

    def take(self, name, lines, status):
        passed = failed = 0
        for line in lines:
            own = re.search(r"(\d+) passed, (\d+) failed", line)
            if own:
                passed, failed = int(own[1]), int(own[2])
            google = re.match(r"\[  PASSED  \] (\d+) test", line)
            if google:
                passed = int(google[1])
            google = re.match(r"\[  FAILED  \] (\d+) test", line)
            if google:
                failed = int(google[1])
            if re.match(r"(skipped|\[  SKIPPED \]) ", line):
                self.skips.append(f"{name}: {line.strip()}")
        if status != 0 and failed == 0:
            failed = 1  # it died before it could count
        if status == 0 and passed == 0 and failed == 0 and not any(skip.startswith(name + ":") for skip in self.skips):
            failed = 1  # a suite that ran nothing and says nothing of it
        self.passed += passed
        self.failed += failed
        print(f"{name}: {passed} passed, {failed} failed", flush=True)


def run(command, show=True):
    """Runs a suite, its output shown as it comes; gives its lines, its exit status and how long it took."""
    start = time.monotonic()
    lines = []
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace") as process:
        for line in process.stdout:
            if show:
                print(line, end="", flush=True)
            lines.append(line)
    return lines, process.returncode, time.monotonic() - start


class Suites:
    """Runs suites in the order wanted, each after the build that it needs."""

    def __init__(self, known):
        self.known = known
        self.count = Count()
        self.built = set()
        self.later = {}
        self.pool = concurrent.futures.ThreadPoolExecutor(1)

    def start(self, name, beside):
        preset, command = self.known[name]
        print(f"== {name} ==", flush=True)
        compiler = COMPILERS.get(preset)
        if compiler and shutil.which(compiler) is None:
            self._take(name, [f"skipped every test: {compiler} is not installed"], 0, 0)
            return
        if preset and preset not in self.built:
            build(preset)
            self.built.add(preset)
        if beside:
            self.later[name] = self.pool.submit(run, command, show=False)
            print("started, shown at the end", flush=True)
        else:
            self._take(name, *run(command))

    def finish(self):
        for name, suite in self.later.items():
            lines, status, seconds = suite.result()
            print(f"== {name} ==\n{''.join(lines)}", end="", flush=True)
            self._take(name, lines, status, seconds)

    def _take(self, name, lines, status, seconds):
        self.count.take(name, lines, status)
        print(f"{name}: {seconds:.0f} s", flush=True)


def main():
    # What a script starts in its background ignores SIGINT, and so would every program that is tested with it.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    known = suites()
    if "--list" in sys.argv:
        print("\n".join(known))
        return 0
    wanted = sys.argv[1:] or list(known)
    if unknown := [name for name in wanted if name not in known]:
        sys.exit(f"no suite {unknown[0]}; there are: {', '.join(known)}")
    running = Suites(known)
    for name in wanted:
        running.start(name, beside=name in BESIDE and len(wanted) > 1)
    running.finish()
    for skip in running.count.skips:
        print(skip)
    print(f"{len(running.count.skips)} skipped")
    print(f"{running.count.passed} passed, {running.count.failed} failed")
    return 1 if running.count.failed else 0


if __name__ == "__main__":
    sys.exit(main())
