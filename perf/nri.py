#!/usr/bin/env python3
"""Measures `railhead nri` beside an echo and, where there is one, the Go ulimit-adjuster; fails when a bar is missed.

usage: perf/nri.py RAILHEAD PEER     PEER is what perf/nri_peer.cc becomes

A scripted runtime makes 500 containers through each of them, by turns, and takes the time from its request to the answer. The echo
answers with an empty reply: what is above its times is what the plugin adds. Then 100,000 more, for the memory that it holds.
ULIMIT_ADJUSTER=PATH names a ulimit-adjuster: the pods carry the annotation that it reads, and that the plugin reads too.
"""
import contextlib
import json
import os
import pathlib
import re
import select
import statistics
import subprocess
import sys
import tempfile

EACH, ROUNDS, MANY = 500, 9, 100_000
MIB = 1 << 20


def status_of(pid, field):
    return int(re.search(rf"{field}:\s*(\d+) kB", pathlib.Path(f"/proc/{pid}/status").read_text())[1]) * 1024


class Pair:
    """A runtime and what connects to it."""

    def __init__(self, stack, peer, place, name, command):
        socket = place / f"{name}.sock"
        self.runtime = subprocess.Popen([peer, "runtime", socket], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        stack.callback(self.runtime.kill)
        self.expect("listening")
        with open(place / f"{name}.log", "wb") as log:
            self.plugin = subprocess.Popen([str(word).replace("SOCKET", str(socket)) for word in command], stdout=log, stderr=log)
        stack.callback(self.plugin.kill)
        self.expect("ready")

    def expect(self, word):
        """The runtime's next line; the program cannot be measured where it does not come."""
        if not select.select([self.runtime.stdout], [], [], 20)[0] or self.runtime.stdout.readline().strip() != word:
            raise SystemExit(f"perf: nri_peer is not {word}, or nobody connected to it")

    def make(self, count):
        self.runtime.stdin.write(f"{count}\n")
        self.runtime.stdin.flush()
        return json.loads(self.runtime.stdout.readline())


def measured(pairs):
    """name -> medians over the rounds of p50 and p99, and the memory after all of them."""
    runs = {name: [] for name in pairs}
    for number in range(ROUNDS + 1):
        for name in (list(pairs) if number % 2 else reversed(pairs)):
            run = pairs[name].make(EACH)
            if number > 0:  # the first one warms up
                runs[name].append(run)
    return {name: {"limits": sum(run["limits"] for run in taken), **{key: statistics.median(run[key] for run in taken) for key in ("p50", "p99")},
                   "resident": status_of(pairs[name].plugin.pid, "VmRSS")} for name, taken in runs.items()}


def main():
    railhead, peer = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
    commands = {"echo": [peer, "echo", "SOCKET"], "railhead nri": [railhead, "nri", "--socket", "SOCKET", "--metrics", "off"]}
    if adjuster := os.environ.get("ULIMIT_ADJUSTER"):
        commands["ulimit-adjuster"] = [adjuster, "-socket", "SOCKET", "-idx", "10", "-name", "ulim"]
    with tempfile.TemporaryDirectory(prefix="railhead-perf-") as place, contextlib.ExitStack() as stack:
        pairs = {name: Pair(stack, peer, pathlib.Path(place), name.replace(" ", "-"), command) for name, command in commands.items()}
        found = measured(pairs)
        own = pairs["railhead nri"]
        first = status_of(own.plugin.pid, "VmRSS")
        own.make(MANY)
        last, peak = status_of(own.plugin.pid, "VmRSS"), status_of(own.plugin.pid, "VmHWM")
    print(f"{EACH} creations of containers with nine devices, medians of {ROUNDS} rounds, from request to answer:")
    for name, one in found.items():
        print(f"    {name:<20} p50 {one['p50']:8.1f} us   p99 {one['p99']:8.1f} us   {one['resident'] / MIB:6.1f} MiB resident")
    if "ulimit-adjuster" not in found:
        print("    ulimit-adjuster      not measured: ULIMIT_ADJUSTER names none")
    added = (found["railhead nri"]["p99"] - found["echo"]["p99"]) / 1000
    bars = [("added at p99", added, "ms", added < 1, "under 1 ms"), ("resident after 500", first / MIB, "MiB", first < 8 * MIB, "under 8 MiB"),
            ("resident, 100,000 more", last / MIB, "MiB", last < 8 * MIB and last - first < MIB / 4, "under 8 MiB, as before"), ("peak", peak / MIB, "MiB", peak < 8 * MIB, "under 8 MiB"),
            ("limits set", found["railhead nri"]["limits"], "", found["railhead nri"]["limits"] == EACH * ROUNDS, "one a container")]
    for what, value, unit, good, bar in bars:
        print(f"    {what:<22} {value:8.2f} {unit:<4} {bar:<24} {'ok' if good else 'MISSED'}")
    return 0 if all(good for *_, good, _ in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
