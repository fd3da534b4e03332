#!/usr/bin/env python3
"""`railhead oci-hook` run by real runtimes: runc, crun and Podman of Debian 12, unpacked below build/.

usage: tests/runtimes/run.py BINARY

Limits are lowered here, which needs no rights; raising them is the lab's part (tests/lab/oci_hook.sh). What cannot run is skipped by
name. The last line is "runtimes: N passed, N failed, N skipped"."""
import os
import pathlib
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "support"), str(HERE.parent / "cli")]

import bare  # noqa: E402  (the path above has to be set first)
import debian  # noqa: E402
import places  # noqa: E402
import podman  # noqa: E402
from tally import Tally  # noqa: E402


def run(tally, binary, place):
    if os.geteuid() != 0:
        tally.skip("runc, crun and podman", "running containers with hooks needs root")
        return
    try:
        places.libraries()
        root = places.root_file_system(place)
    except debian.Unavailable as problem:
        tally.skip("runc, crun and podman", str(problem))
        return
    for name, suite in (("runc and crun", bare), ("podman", podman)):
        try:
            suite.test(tally, binary, root, place / suite.__name__)
        except Exception:  # noqa: BLE001  (whatever it was, the other still runs)
            tally.fail(name, "an end", traceback.format_exc())


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    tally = Tally(name="runtimes")
    with tempfile.TemporaryDirectory(prefix="railhead-runtimes-") as place:
        # uid 1000 has to get at the root file system.
        os.chmod(place, 0o755)
        run(tally, pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(place))
    print(tally)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
