#!/usr/bin/env python3
"""Measures what `railhead exec` adds before a command's first instruction, and fails when a bar is missed.

usage: perf/exec.py RAILHEAD [ROUNDS]

Against `prlimit env NAME=VALUE... true`, which does the part that is the same everywhere, and a shell script that finds out the same
things. Each round runs all of them by turns; what counts is the median, less that of the bare command.
"""
import os
import pathlib
import statistics
import sys
import time

HERE = pathlib.Path(__file__).resolve().parent
TRUE = "/bin/true"
STATIC = ["NCCL_IB_DISABLE=1", "NCCL_SOCKET_IFNAME==eth0", "GLOO_SOCKET_IFNAME=eth0", "OMP_NUM_THREADS=2", "UCX_TLS=tcp,self,sm"]


def wall(words):
    """Seconds from starting the command to its end; its output is thrown away."""
    actions = [(os.POSIX_SPAWN_OPEN, 1, "/dev/null", os.O_WRONLY, 0), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]
    start = time.perf_counter()
    _, status = os.waitpid(os.posix_spawnp(words[0], words, os.environ, file_actions=actions), 0)
    taken = time.perf_counter() - start
    if os.waitstatus_to_exitcode(status) != 0:
        sys.exit(f"perf/exec: {' '.join(words)} failed")
    return taken


def main():
    binary, rounds = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 50
    commands = {
        "bare": [TRUE],
        "exec": [binary, "exec", "--", TRUE],
        "prlimit and env": ["prlimit", "--core=0", "env", *STATIC, TRUE],
        "shell wrapper": [str(HERE / "exec_wrapper.sh"), TRUE],
    }
    times = {name: [] for name in commands}
    for name, words in commands.items():
        wall(words)  # warm
    for _ in range(rounds):
        for name, words in commands.items():
            times[name].append(wall(words) * 1000)
    bare = statistics.median(times["bare"])
    added = {}
    print(f"exec -- true: medians of {rounds} runs by turns (least to most), and what each adds to the bare command")
    for name, all_of in times.items():
        added[name] = statistics.median(all_of) - bare
        print(f"    {name:<16} {statistics.median(all_of):8.2f} ms ({min(all_of):.2f} to {max(all_of):.2f})   added {added[name]:8.2f} ms")
    bars = [
        ("added by exec", added["exec"], "ms", added["exec"] < 5, "under 5 ms"),
        ("exec / prlimit and env", added["exec"] / added["prlimit and env"], "x", added["exec"] <= 3 * added["prlimit and env"], "at most 3 x"),
        ("shell wrapper / exec", added["shell wrapper"] / added["exec"], "x", added["shell wrapper"] >= 20 * added["exec"], "at least 20 x"),
    ]
    for what, value, unit, good, bar in bars:
        print(f"    {what:<24} {value:8.2f} {unit:<3} {bar:<14} {'ok' if good else 'MISSED'}")
    if not all(good for *_, good, _ in bars):
        print("perf/exec: a bar was missed")
        return 1
    print("perf/exec: all bars held")
    return 0


if __name__ == "__main__":
    sys.exit(main())
