#!/usr/bin/env python3
"""Measures `railhead explain` on the log of a large job, and fails when a bar is missed.

usage: perf/explain.py RAILHEAD [MEBIBYTES]     the log's size, 1024 unless told

Against `grep -E` in the C locale that looks for the same words over the same file, by turns. What counts is CPU time, the least of the
runs: reading a gigabyte from the page cache is memory-bound, and a busy neighbour only adds.
"""
import os
import pathlib
import subprocess
import sys
import tempfile

from measure import alternating, peak_memory

HERE = pathlib.Path(__file__).resolve().parent
# The words that explain knows a fault or a fact of NCCL by.
SIGNATURES = ("NCCL (INFO|WARN) (NET/|Using network|Bootstrap|Channel [0-9/]+ : .* via NET|.*comm 0x)|Got completion|ibv_[a-z_]+.*(fail|returned)|"
              "no socket interface found|is neither AF_INET|Connection closed by remote peer|Failed to open libibverbs|couldn.t open config directory|"
              "does not support the kernel ABI|read failed in ncclIbRoceGetVersionNum|Couldn.t allocate MR|Failed to create MR|ERRNO: Bad address|"
              "setrlimit .*RLIMIT_MEMLOCK|error setting rlimit type 8|async reg mr failed|incorrect RDMA subsystem|fi_getinfo|prov_err")


def main():
    binary, mebibytes = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1024
    with tempfile.TemporaryDirectory(prefix="railhead-perf-") as folder:
        log = f"{folder}/job.log"
        subprocess.run([sys.executable, HERE / "make_log.py", log, str(mebibytes)], check=True)
        size = os.path.getsize(log)
        commands = {"explain": [binary, "explain", "-o", "json", log],
                    "grep -E": ["/usr/bin/env", "LC_ALL=C", "grep", "-c", "-E", SIGNATURES, log]}
        # grep stops at the first match when its output is /dev/null.
        costs = alternating(commands, 3, sink=f"{folder}/output")
        peak = peak_memory(commands["explain"])
    least = {name: min(cost.cpu) for name, cost in costs.items()}
    speed = {name: size / 1e6 / cpu for name, cpu in least.items()}  # bytes a millisecond are 1e-6 GB/s times 1e3
    print(f"explain, {size >> 20} MiB of 1,024 ranks:")
    for name in commands:
        print(f"    {name:<10} {least[name]:9.0f} ms of CPU   {speed[name]:6.2f} GB/s")
    bars = [("explain", speed["explain"], "GB/s", speed["explain"] >= 1, "at least 1 GB/s"),
            ("explain / grep -E", speed["explain"] / speed["grep -E"], "x", speed["explain"] > speed["grep -E"], "more than 1 x"),
            ("peak memory", peak / 1024, "MiB", peak < 64 * 1024, "under 64 MiB")]
    for what, value, unit, good, bar in bars:
        print(f"    {what:<20} {value:8.2f} {unit:<4} {bar:<16} {'ok' if good else 'MISSED'}")
    return 0 if all(good for *_, good, _ in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
