#!/usr/bin/env python3
"""Run by perf/doctor.py where a tree lies over /sys: measures doctor without --root and tries ibv_devinfo. Prints JSON.

usage: perf/live.py BINARY ROUNDS
"""
import json
import pathlib
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import measure


def ibv_devinfo():
    """Its cost, or in a line why it does not run: it asks each device itself, and here are only files."""
    if not shutil.which("ibv_devinfo"):
        return "not installed"
    command = ["ibv_devinfo", "-v"]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip().splitlines() or ["nothing said"]
        return f"cannot run: it opens each device, and files have none to open ({said[-1]})"
    cost = measure.alternating({"ibv_devinfo": command}, 5)["ibv_devinfo"]
    return f"CPU {cost.median_cpu:.2f} ms, elapsed {cost.median_elapsed:.2f} ms"


def main():
    binary, rounds = sys.argv[1], int(sys.argv[2])
    cost = measure.alternating({"doctor": [binary, "doctor", "--probe=off"]}, rounds)["doctor"]
    print(json.dumps({"cpu": cost.median_cpu, "elapsed": cost.median_elapsed, "ibv_devinfo": ibv_devinfo()}))


if __name__ == "__main__":
    main()
