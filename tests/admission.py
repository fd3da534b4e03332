#!/usr/bin/env python3
"""Admission foretold, held against what real servers answered.

usage: tests/admission.py BINARY [FOLDER]

FOLDER is the test data that lies outside the repository: FOLDER/admission has score.py and the measurements that it reads. Two ways are
taken over them: score.py, which calls the program once a pod, and `scc check --batch`, which answers all of them in one process. A
line a failure, and as the last line "admission: N passed, N failed".
"""
import json
import pathlib
import re
import resource
import subprocess
import sys
import tarfile
import tempfile

import yaml
from admission_ways import ways

# What the answers agree in. They may get better, and this is raised then; they must not get worse.
LEAST = {"scc outcome": 1014, "chosen": 552, "filled": 552, "text": 435, "psa outcome": 462, "psa text": 212}
CPU_SECONDS = 3.0  # for all of the measurements in one process
TIME_LIMIT = 300


class Tally:
    def __init__(self):
        self.passed = self.failed = 0

    def true(self, what, holds, note=""):
        self.passed += bool(holds)
        self.failed += not holds
        if not holds:
            print(f"FAILED {what}: {note}", flush=True)


# A world names the stock SCCs that it leaves as they are apart from those that it changes; score.py takes the changes of the former
# alone, so that the latter would be missing from its worlds, and a server without one of them refuses every pod.
SCORE = """
import runpy, sys
script = runpy.run_path(sys.argv[1])
plain = script["objects"]
def objects(world, stock):
    changed = [one["name"] for one in world.get("stockSccsChanged") or []]
    return plain(dict(world, stockSccs=sorted({*(world["stockSccs"] or []), *changed})), stock)
script["main"].__globals__["objects"] = objects
sys.argv = sys.argv[1:]
script["main"]()
"""


def score(binary, folder, tally):
    done = subprocess.run([sys.executable, "-c", SCORE, folder / "score.py", binary, "-v"], capture_output=True, text=True, timeout=TIME_LIMIT)
    lines = done.stdout.splitlines()
    print(lines[-1] if lines else done.stderr, flush=True)
    counted = {name.strip(", "): (int(right), int(of)) for name, right, of in re.findall(r"([a-z ]+) (\d+)/(\d+)", lines[-1] if lines else "")}
    for name, least in LEAST.items():
        right, of = counted.get(name, (0, 0))
        wrong = [line for line in lines if f" {name} " in line][:5]
        tally.true(f"{name} of single calls", right >= least, f"{right} of {of}, at least {least} are wanted: {wrong} {done.stderr[:300]}")


def cases(folder):
    """name -> what the server answered, without updates of pods that ran already."""
    found = {}
    for path in sorted(folder.glob("*.yaml")):
        case = yaml.load(path.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))
        if not case.get("operation"):
            found[path.name] = case["result"]
    return found


def agrees(want, got):
    if got.get("allowed") != want["allowed"]:
        return False
    if want["allowed"]:
        return got.get("scc") == want["scc"]
    return got.get("denied_by") == want["deniedBy"] and (want["deniedBy"] != "scc" or got.get("message") == want["message"])


def batch(binary, folder, tally):
    with tempfile.TemporaryDirectory() as place:
        with tarfile.open(folder / "measurements.tar.xz") as archive:
            archive.extractall(place)
        where = pathlib.Path(place) / "scc"
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([binary, "scc", "check", "--batch", where], capture_output=True, text=True, timeout=TIME_LIMIT)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        answers = {}
        for line in done.stdout.splitlines():
            one = json.loads(line)
            answers[one["file"]] = one
        wanted = cases(where)
        wrong = [name for name, want in wanted.items() if not agrees(want, answers.get(name, {}))]
        tally.true("the batch ends well", done.returncode == 0, f"exit {done.returncode}: {done.stderr[:300]}")
        tally.true("the batch agrees with the server", wanted and not wrong, f"{len(wrong)} of {len(wanted)} differ: {wrong[:5]}")
        tally.true("the batch is quick", seconds < CPU_SECONDS, f"{seconds:.2f} s of CPU for {len(answers)} pods")
        print(f"batch: {len(answers)} pods in {seconds:.2f} s of CPU", flush=True)
        tried = pathlib.Path(place) / "tried"
        tried.mkdir()
        ways(binary, where, pathlib.Path(place) / "worlds", tried, tally)


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    if len(sys.argv) < 3:
        print("skipped the measured answers of servers: RAILHEAD_TESTDATA is not set")
        print("admission: 0 passed, 0 failed")
        return 0
    folder = pathlib.Path(sys.argv[2]) / "admission"
    tally = Tally()
    score(binary, folder, tally)
    batch(binary, folder, tally)
    print(f"admission: {tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
