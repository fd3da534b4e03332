#!/usr/bin/env python3
"""Tests of the program as a whole, as its user meets it.

usage: tests/cli/run.py BINARY [--sanitized] [--update] [--part N/M] [MODULE ...]

Needs python3-jsonschema; cc and readelf for two of the modules. A line a failure ("FAILED what: expected ..., got ..."), a line a
skip ("skipped what: reason"), and as the last line "cli: N passed, N failed, N skipped". Exit 1 when one failed.
--sanitized: BINARY carries AddressSanitizer: more memory and time are allowed, and the file itself is not looked at.
--part: only every Mth module from the Nth on, so that several runs share the work.
--update: writes golden/ anew from what the program prints; read the diff before you commit it.
"""
import argparse
import importlib
import pathlib
import shutil
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from program import Program  # noqa: E402  (the path above has to be set first)
from tally import Tally  # noqa: E402

MODULES = ["goldens", "env", "env_plugin", "env_lint", "explain", "lint", "inject", "memlock", "node", "scc", "scc_render", "render", "discover", "networks", "init", "deploy", "verify", "nri", "exit_codes", "usage", "outputs", "snapshots", "machine_snapshots", "secrets_kept", "nri_check", "oci_hook",
           "hostile_trees", "outside_links", "crowds", "broken_libraries", "pages", "elf"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("binary", type=pathlib.Path)
    parser.add_argument("modules", nargs="*", metavar="MODULE", help=f"which to run (default all): {' '.join(MODULES)}")
    parser.add_argument("--sanitized", action="store_true")
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--part", default="1/1", metavar="N/M")
    chosen = parser.parse_args()
    number, parts = (int(word) for word in chosen.part.split("/"))
    if not 1 <= number <= parts:
        parser.error(f"--part {chosen.part}: there is no such part")
    chosen.modules = (chosen.modules or MODULES)[number - 1::parts]
    for name in chosen.modules:
        if name not in MODULES:
            parser.error(f"no module {name}; there are: {' '.join(MODULES)}")
    if not chosen.binary.exists():
        parser.error(f"there is no {chosen.binary}")
    return chosen


def run(name, program, tally, place):
    """One module in a folder of its own; an exception is a failure of the module, not the end of the run."""
    place.mkdir(mode=0o755)
    try:
        importlib.import_module(name).test(program, tally, place)
    except Exception:  # noqa: BLE001  (whatever it was, the others still run)
        tally.fail(name, "the module to run to its end", traceback.format_exc())
    shutil.rmtree(place, ignore_errors=True)


def main():
    chosen = arguments()
    tally = Tally(update=chosen.update)
    with tempfile.TemporaryDirectory(prefix="railhead-cli-") as temporary:
        top = pathlib.Path(temporary)
        top.chmod(0o755)  # some runs drop to another user, who has to get here
        binary = top / "railhead"
        shutil.copy(chosen.binary.resolve(), binary)
        binary.chmod(0o755)
        program = Program(binary, tally, sanitized=chosen.sanitized)
        program.beside = chosen.binary.resolve().parent  # where the build left its libraries
        for name in chosen.modules:
            run(name, program, tally, top / name)
    print(tally)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
