#!/usr/bin/env python3
"""Builds what is measured as it is installed (preset release) and runs every benchmark; fails when a bar is missed.

usage: perf/run.py [ROUNDS]     how often each command is measured, 15 unless told
"""
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"


def build():
    flags = ["-DRAILHEAD_BENCHMARKS=ON"]
    if shutil.which("ccache"):
        flags.append("-DCMAKE_CXX_COMPILER_LAUNCHER=ccache")
    subprocess.run(["cmake", "-S", ".", "--preset", "release", *flags], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    subprocess.run(["cmake", "--build", BUILD, "--", "--quiet"], cwd=ROOT, check=True)


def main():
    build()
    print("== parsers ==", flush=True)
    subprocess.run([BUILD / "perf/parsers", "--benchmark_counters_tabular=true"], check=True)
    print("== exec ==", flush=True)
    started = subprocess.run([sys.executable, ROOT / "perf/exec.py", BUILD / "railhead"]).returncode
    print("== explain ==", flush=True)
    explained = subprocess.run([sys.executable, ROOT / "perf/explain.py", BUILD / "railhead"]).returncode
    print("== lint and inject ==", flush=True)
    manifests = subprocess.run([sys.executable, ROOT / "perf/manifests.py", BUILD / "railhead"]).returncode
    print("== render ==", flush=True)
    rendered = subprocess.run([sys.executable, ROOT / "perf/render.py", BUILD / "railhead"]).returncode
    print("== discover ==", flush=True)
    discovered = subprocess.run([sys.executable, ROOT / "perf/discover.py", BUILD / "railhead"]).returncode
    print("== verify ==", flush=True)
    verified = subprocess.run([sys.executable, ROOT / "perf/verify.py", BUILD / "railhead"]).returncode
    print("== nri ==", flush=True)
    adjusted = subprocess.run([sys.executable, ROOT / "perf/nri.py", BUILD / "railhead", BUILD / "perf/nri_peer"]).returncode
    print("== doctor --probe=off, 16 HCAs with 256 GIDs, 8 GPUs ==", flush=True)
    doctor = [sys.executable, ROOT / "perf/doctor.py", BUILD / "railhead", BUILD / "perf/bare_loop", *sys.argv[1:]]
    return subprocess.run(doctor).returncode or started or explained or manifests or rendered or discovered or verified or adjusted


if __name__ == "__main__":
    sys.exit(main())
