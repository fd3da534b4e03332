#!/usr/bin/env python3
"""Runs the lab's scenarios, one boot with one node and one with two, and judges what they left. A line a scenario (or case of
one), then `lab: N passed, N failed, N skipped`. Exit 1 when one failed; where QEMU cannot run all are skipped, and the exit
code is 0 unless --require."""
import argparse
import shlex
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent
REPOSITORY = HERE.parent.parent
sys.dont_write_bytecode = True
sys.path[:0] = [str(HERE), str(REPOSITORY), str(HERE.parent / "support")]

import debian  # noqa: E402  (the path above has to be set first)
import expect  # noqa: E402
from lab import kernel, scenario  # noqa: E402
from lab.places import BINARY, CACHE, LabError, program  # noqa: E402

LAB = REPOSITORY / "lab" / "lab"
RESULTS = CACHE / "results"
# The guest sees the host's own /, so what a scenario calls has to be installed here.
NEEDED = [("qemu-system-x86_64", "qemu-system-x86"), ("cc", "gcc"), ("rdma", "iproute2"), ("ibv_devinfo", "ibverbs-utils"),
          ("ib_write_bw", "perftest"), ("setpriv", "util-linux"), ("setcap", "libcap2-bin")]
# What one scenario alone calls: without it that one is skipped.
NEEDED_BY = {"mpi_ucx": [("mpirun", "openmpi-bin"), ("mpicc", "libopenmpi-dev")]}
# What is run in the guest from where it lies here: containerd, and the tests' client of it.
CONTAINERS = HERE.parent / "containerd" / "guest.py"
# Files of Debian's packages that one scenario alone needs, unpacked below build/ and put into /lab/bin.
UNPACKED_BY = {"oci_hook": [("runc", "usr/sbin/runc"), ("crun", "usr/bin/crun"), ("libyajl2", "usr/lib/x86_64-linux-gnu/libyajl.so.2")]}


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def ok(self, name: str) -> None:
        self.passed += 1
        print(f"ok {name}", flush=True)

    def fail(self, name: str, reasons: list[str]) -> None:
        self.failed += 1
        for reason in reasons:
            print(f"FAILED {name}: {reason}", flush=True)

    def __str__(self) -> str:
        return f"lab: {self.passed} passed, {self.failed} failed, {self.skipped} skipped"


def main() -> int:
    options = _options()
    tally = Tally()
    try:
        chosen = _chosen(options.names)
        expected = {s.name: expect.read(s.path.with_suffix(".expect")) for s in chosen}
        if not options.kernel_only and not options.binary.exists():
            raise LabError(f"there is no {options.binary}: build it, name another with --binary, or see what holds without it: --kernel-only")
    except (expect.Mistake, LabError) as error:
        print(f"lab: {error}", file=sys.stderr)
        return 2
    chosen = [each for each in chosen if _can_run(each.name, len(expected[each.name]), tally)]
    try:
        helpers = _prepare() + [file for each in chosen for file in _unpacked(each.name)]
        if any(each.name == "nri_containerd" for each in chosen):
            helpers.append(_wrapped(CONTAINERS, CACHE / "containers"))
        if any(each.name == "mpi_ucx" for each in chosen):
            helpers.append(_compiled(HERE / "pingpong.c", compiler="mpicc"))
    except LabError as error:
        tally.skipped += sum(len(expected[each.name]) for each in chosen)
        print(f"skipped all scenarios, the lab cannot run here: {error}\n{tally}")
        return 1 if options.require else 0
    for nodes in (1, 2):
        group = [s for s in chosen if s.nodes == nodes]
        if group:
            log = _boot(group, nodes, helpers, options.binary)
            for each in group:
                _judge(each, expected[each.name], RESULTS / f"{nodes}node" / each.name, options.kernel_only, tally, log)
    print(tally)
    return 1 if tally.failed else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--binary", type=Path, default=BINARY, help="the railhead to test (default: build/railhead)")
    parser.add_argument("--kernel-only", action="store_true", help="only what is expected of the kernel: needs no railhead")
    parser.add_argument("--require", action="store_true", help="fail where the lab cannot run")
    parser.add_argument("names", nargs="*", metavar="NAME", help="scenarios to run (default: all)")
    return parser.parse_args()


def _chosen(names: list[str]) -> list[scenario.Scenario]:
    scenarios = {p.stem: p for p in sorted(HERE.glob("*.sh"))}
    for name in names:
        if name not in scenarios:
            raise LabError(f"no scenario is called {name}; there are: {' '.join(scenarios)}")
    chosen = [scenario.read(path) for name, path in scenarios.items() if not names or name in names]
    for each in chosen:
        if not each.path.with_suffix(".expect").exists():
            raise LabError(f"{each.name}.sh has no {each.name}.expect beside it")
    return chosen


def _can_run(name: str, cases: int, tally: Tally) -> bool:
    try:
        for wanted, package in NEEDED_BY.get(name, []):
            program(wanted, package)
        _unpacked(name)
        if name == "nri_containerd":
            _fetch_containerd()
    except LabError as error:
        tally.skipped += cases
        print(f"skipped {name}: {error}", flush=True)
        return False
    return True


def _unpacked(name: str) -> list[Path]:
    """What the scenario needs of Debian and is not installed here."""
    try:
        return [debian.Suite("bookworm").unpacked(package) / path for package, path in UNPACKED_BY.get(name, [])]
    except debian.Unavailable as error:
        raise LabError(str(error)) from error


def _prepare() -> list[Path]:
    """Everything a boot needs: the programs, the kernel, and our own helpers compiled."""
    for name, package in NEEDED:
        program(name, package)
    try:
        kernel.installed()
    except LabError:
        kernel.fetch()
    return [_compiled(HERE / "pin.c", "-libverbs"), _compiled(HERE.parent / "exec" / "refuse.c")]


def _compiled(source: Path, *libraries: str, compiler: str = "cc") -> Path:
    made = CACHE / source.stem
    if not made.exists() or made.stat().st_mtime < source.stat().st_mtime:
        done = subprocess.run([compiler, "-std=gnu17", "-O1", "-Wall", "-Wextra", "-Werror", "-o", str(made), str(source), *libraries],
                              capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise LabError(f"{source.name} does not compile (libibverbs-dev installed?):\n{done.stderr}")
    return made


def _fetch_containerd() -> None:
    """Unpacked below build/debian, where the guest sees it too."""
    if REPOSITORY.is_relative_to("/tmp") or REPOSITORY.is_relative_to("/run"):
        raise LabError(f"the guest has a /tmp and /run of its own and does not see {REPOSITORY}")
    if subprocess.run(["/usr/bin/python3", "-c", "import grpc"], capture_output=True, check=False).returncode != 0:
        raise LabError("python3-grpcio is not installed")
    try:
        debian.Suite("trixie").program("containerd", "usr/bin/containerd")
        debian.Suite("bookworm").program("runc", "usr/sbin/runc")
    except debian.Unavailable as error:
        raise LabError(str(error)) from error


def _wrapped(source: Path, made: Path) -> Path:
    """A program of the guest that runs a script where it lies."""
    made.write_text(f'#!/bin/sh\nexec /usr/bin/python3 {shlex.quote(str(source))} "$@"\n')
    return made


def _boot(group: list[scenario.Scenario], nodes: int, helpers: list[Path], binary: Path) -> Path:
    """One boot for all of the group; what the lab said of it is in the file returned."""
    out = RESULTS / f"{nodes}node"
    _clear(out)
    log = out / "lab.log"
    argv = [str(LAB), "run", "--nodes", str(nodes), "--rails", str(max(s.rails for s in group)), "--binary", str(binary),
            *(word for helper in helpers for word in ("--with", str(helper))), "--out", str(out), *(str(s.path) for s in group)]
    began = time.monotonic()
    with open(log, "w") as said:
        code = subprocess.run(argv, stdin=subprocess.DEVNULL, stdout=said, stderr=subprocess.STDOUT, check=False).returncode
    print(f"lab: {len(group)} scenarios on {nodes} node{'s' * (nodes > 1)}: {time.monotonic() - began:.0f} s, exit {code}, {log}", flush=True)
    return log


def _clear(folder: Path) -> None:
    """Results of an earlier run must not be taken for those of this one."""
    for path in sorted(folder.glob("**/*"), reverse=True):
        path.rmdir() if path.is_dir() else path.unlink()
    folder.mkdir(parents=True, exist_ok=True)


def _judge(each: scenario.Scenario, cases: list[expect.Case], folder: Path, kernel_only: bool, tally: Tally, log: Path) -> None:
    for name, reason in _script_failures(each, folder, log):
        tally.fail(name, [reason])
    for case in cases:
        name = f"{each.name}/{case.name}" if case.name else each.name
        wanted = [e for e in case.expectations if not (kernel_only and e.about_doctor())]
        if not wanted:
            tally.skipped += 1
            continue
        left = expect.Left(folder / case.name)
        reasons = []
        for expectation in wanted:
            try:
                expect.check(expectation, left)
            except expect.Unmet as came:
                reasons.append(f"line {expectation.number}: expected: {expectation.text}; came: {came}")
        tally.fail(name, reasons) if reasons else tally.ok(name)


def _script_failures(each: scenario.Scenario, folder: Path, log: Path) -> list[tuple[str, str]]:
    """A script that did not run to its end, on each node."""
    found = []
    for node in range(each.nodes):
        own = folder / f"node{node}" if each.nodes > 1 else folder
        name = f"{each.name} on node {node}" if each.nodes > 1 else each.name
        if not (own / "script.exit").exists():
            found.append((name, f"the script was not run to its end: {log}"))
        elif (code := (own / "script.exit").read_text().strip()) != "0":
            tail = (own / "log.txt").read_text(errors="replace").splitlines()[-5:]
            found.append((name, f"the script ended with {code}: {' / '.join(tail)}"))
    return found


if __name__ == "__main__":
    sys.exit(main())
