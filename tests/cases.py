#!/usr/bin/env python3
"""Runs explain over the public cases of the test data and holds the score against what was reached before; lints and injects their manifests.

usage: tests/cases.py BINARY [FOLDER WITH cases/]

A case is an input as people pasted it, with the cause that was established; the folder's score.py says what counts.
"""
import json
import pathlib
import re
import subprocess
import sys

import yaml

# Of the cases that a count is about. What is reached is not given up again.
REACHED = {"found": 94, "first": 78, "quiet": 35, "values": 52}


def containers(text):
    """Names of all containers of pods in a manifest, however deep."""
    def walk(value):
        if isinstance(value, dict):
            for one in value.get("containers") or []:
                if isinstance(one, dict) and "name" in one:
                    yield one["name"]
            for member in value.values():
                yield from walk(member)
        elif isinstance(value, list):
            for item in value:
                yield from walk(item)
    return sorted({name for document in yaml.safe_load_all(text) for name in walk(document)})


def linted(binary, folder):
    """lint of the cases whose inputs are all manifests: (passed, failed). It finds the faults that the case has, and no other error."""
    passed = failed = 0
    for case in sorted(folder.glob("*/case.yaml")):
        inputs = sorted(case.parent.glob("input.*"))
        if not inputs or any(path.suffix not in (".yaml", ".yml", ".json") for path in inputs):
            continue
        told = yaml.safe_load(case.read_text())
        if told["kind"] not in ("manifest", "k8s-event"):
            continue
        wanted = [f for f in (told.get("expected") or {}).get("findings") or [] if f["code"] not in (told.get("not_from_input") or [])]
        done = subprocess.run([binary, "lint", "-o", "json", *inputs], capture_output=True, text=True, check=False, timeout=60)
        report = json.loads(done.stdout)
        # A list of variables alone is no manifest: that is explain's.
        if "error" in report and not any("kind:" in path.read_text() for path in inputs):
            continue
        found = [f for f in report.get("findings", []) if f["verdict"] == "violated"]
        faults = {f["code"] for f in wanted if f["severity"] in ("error", "warning")}
        errors = {f["id"] for f in found if f["severity"] == "error"}
        missing = faults - {f["id"] for f in found}
        alarms = errors - {f["code"] for f in wanted} - set(told.get("also_right") or [])
        passed, failed = passed + (not missing and not alarms), failed + bool(missing or alarms)
        if missing or alarms:
            print(f"FAILED lint of {case.parent.name}: missing {sorted(missing)}, false alarms {sorted(alarms)}")
    return passed, failed


def injected(binary, folder):
    """inject and uninject of every manifest among the inputs: (passed, failed)."""
    passed = failed = 0
    rails = ["--network", "rail1=example.com/rail1", "--resource", "rdma/hca=1", "--service-account", "trainer"]
    for path in sorted([*folder.glob("*/input*.yaml"), *folder.glob("*/input*.yml")]):
        text = path.read_bytes()
        picked = [word for name in containers(text) for word in ("--container", name)] if b"\nkind:" in b"\n" + text else []
        def run(command, stdin, *words):
            return subprocess.run([binary, command, "-", *words], input=stdin, capture_output=True, check=False, timeout=60)
        once = run("inject", text, *rails, *picked)
        again = run("inject", once.stdout, *rails, *picked)
        back = run("uninject", once.stdout)
        good = once.returncode in (0, 1) and again.stdout == once.stdout and back.returncode == 0 and back.stdout == text
        good = good and (not picked or once.stdout != text)
        passed, failed = passed + good, failed + (not good)
        if not good:
            print(f"FAILED inject and uninject of {path.parent.name}/{path.name}: {once.stderr.decode()}{back.stderr.decode()}")
    return passed, failed


def main():
    if len(sys.argv) < 3:
        print("skipped the public cases: RAILHEAD_TESTDATA is not set\ncases: 0 passed, 0 failed, 1 skipped")
        return 0
    script = pathlib.Path(sys.argv[2]) / "cases" / "score.py"
    if not script.exists():
        print(f"skipped the public cases: there is no {script}\ncases: 0 passed, 0 failed, 1 skipped")
        return 0
    binary = pathlib.Path(sys.argv[1]).resolve()
    done = subprocess.run([sys.executable, script, binary], capture_output=True, text=True, check=False, timeout=600)
    print(done.stdout + done.stderr, end="")
    counts = {name: int(right) for name, right in re.findall(r"(\w+) (\d+)/\d+", done.stdout)}
    unreadable = re.search(r"unreadable (\d+)", done.stdout)
    failed = 0
    for name, least in REACHED.items():
        if counts.get(name, -1) < least:
            print(f"FAILED {name}: {counts.get(name)} cases, {least} were right before")
            failed += 1
    if not unreadable or unreadable[1] != "0":
        print("FAILED unreadable: every case gets an answer")
        failed += 1
    passed = broken = 0
    for check in (linted, injected):
        good, bad = check(binary, script.parent)
        passed, broken = passed + good, broken + bad
    failed += broken
    print(f"cases: {len(REACHED) + 1 + passed + broken - failed} passed, {failed} failed, 0 skipped")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
