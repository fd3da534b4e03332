#!/usr/bin/env python3
"""`railhead nri` beside real containerd, of Debian 13 and of sid: what containers get, and what becomes of it when one of the two ends.

usage: tests/containerd/run.py BINARY

containerd runs in namespaces of its own, with its state on a file system that goes with them; nothing is installed and nothing left.
What cannot be had is skipped by name. The last line is "nri: N passed, N failed, N skipped"."""
import pathlib
import signal
import sys

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / name) for name in ("cluster", "support", "cli")]

import place  # noqa: E402  (the path above has to be set first)
from programs import Unavailable  # noqa: E402
from tally import Tally  # noqa: E402

# The release of Debian, and whether NRI is switched on by its configuration: from 2.0 on it is without a word.
SUITES = {"trixie": True, "sid": None}


def inside(binary, tally):
    """Of Debian's grpc, which the Python outside need not have, hence the imports here."""
    import daemon
    import decisions
    import restarts
    import without
    state, logs = place.made()
    for suite, nri in SUITES.items():
        folder = logs / suite
        folder.mkdir()
        try:
            running = daemon.Daemon(suite, state / suite, folder, place.cgroup(), nri)
        except Unavailable as problem:
            tally.skip(f"containerd of {suite}", problem)
            continue
        decisions.check(tally, binary, running)
        restarts.check(tally, binary, running)
        running.stop()
    without.check(tally, binary, state, logs)


def main():
    binary = pathlib.Path(sys.argv[1]).resolve()
    tally = Tally(name="nri")
    if place.inside():
        inside(binary, tally)
        print(tally)
        return 1 if tally.failed else 0
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that everything is stopped
    try:
        code = place.run(__file__, [binary])
        if left := place.leftovers():
            print(f"FAILED nothing is left: {left}")
            return 1
        return code
    except Unavailable as problem:
        tally.skip("everything", problem)
    print(tally)
    return 0


if __name__ == "__main__":
    sys.exit(main())
