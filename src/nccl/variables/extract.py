#!/usr/bin/env python3
"""Writes releases.inc: which variables each NCCL release reads, by its source: extract.py CLONE > releases.inc

CLONE is a clone of https://github.com/NVIDIA/nccl with its tags. One row a variable: name, whether NCCL reads it as a whole number
(NCCL_PARAM, strtoll with base 0), first and last minor release of version 2. Releases before 2.3 have no source there: what the
oldest tag reads counts from it.
"""
import re
import subprocess
import sys

NUMBER = re.compile(r'NCCL_PARAM\(\s*\w+\s*,\s*"([A-Z0-9_]+)"')
DEFINED = re.compile(r"DEFINE_NCCL_PARAM\(\s*\w+\s*,\s*([^,]+?)\s*,\s*(NCCL_[A-Z0-9_]+)")
TEXT = re.compile(r'(?:[gG]et_?[eE]nv|ncclGetLevel|ncclGetEnvImpl|getNthreads)\s*\(([^;]*)')
NAME = re.compile(r'"(NCCL_[A-Z0-9_]+)"')
TAG = re.compile(r"v2\.(\d+)\.(\d+)-\d+$")


def git(clone, *words):
    return subprocess.run(["git", "-C", clone, *words], stdout=subprocess.PIPE, check=False, text=True, errors="replace").stdout


def read_by(clone, tag):
    """name -> True for those read as numbers."""
    files = [f":(glob)src/**/*.{end}" for end in ("cc", "cu", "h", "hpp")] + ["src/nccl.h.in"]
    found = {}
    for line in git(clone, "grep", "-hE", "NCCL_[A-Z]", tag, "--", *files).splitlines():
        if line.lstrip().startswith("//"):
            continue
        for name in NUMBER.findall(line):
            found["NCCL_" + name] = True
        for kind, name in DEFINED.findall(line):
            found[name] = False
        for arguments in TEXT.findall(line):
            for name in NAME.findall(arguments):
                found.setdefault(name, False)
    return found


def main():
    clone = sys.argv[1]
    tags = [(int(match[1]), int(match[2]), tag) for tag in git(clone, "tag").split() if (match := TAG.match(tag))]
    rows = {}
    for minor, _, tag in sorted(tags):
        for name, number in read_by(clone, tag).items():
            first = rows[name][1] if name in rows else minor
            rows[name] = (number, first, minor)
    print("// Written by extract.py from the source of NCCL; do not edit.")
    for name, (number, first, last) in sorted(rows.items()):
        print(f'{{"{name}", {"true" if number else "false"}, {first}, {last}}},')


if __name__ == "__main__":
    main()
