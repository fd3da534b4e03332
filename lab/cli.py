"""The command line of lab/lab."""
import argparse
import os
import sys
from pathlib import Path

from . import image, kernel, scenario, session
from .places import BINARY, CACHE, LabError

_EPILOG = """exit code: the worst one of the scenarios; 124 when the time was up; 2 when the lab cannot start.
Run as root the guest sees the host's whole / (read-only); run as somebody else, what that user may read."""


def main(arguments: list[str]) -> int:
    options = _parser().parse_args(arguments)
    try:
        return options.command(options)
    except LabError as error:
        print(f"lab: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="lab/lab", description=sys.modules[__package__].__doc__, epilog=_EPILOG,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True, metavar="fetch|run|shell")
    fetch = commands.add_parser("fetch", help="download the kernel (once) and build the initramfs, both below build/lab")
    fetch.set_defaults(command=_fetch)
    run = commands.add_parser("run", help="boot, run scenarios as root, bring back what they leave in $OUT", epilog=_EPILOG,
                              formatter_class=argparse.RawDescriptionHelpFormatter)
    run.set_defaults(command=_run)
    shell = commands.add_parser("shell", help="boot with healthy rails and open a shell")
    shell.set_defaults(command=_shell)
    for each in (run, shell):
        each.add_argument("--nodes", type=int, choices=(1, 2), help="virtual machines; unset: what the scenarios ask for, or 1")
        each.add_argument("--rails", type=int, choices=range(1, 9), metavar="1-8", help="rails; unset: what the scenarios ask for, or 1")
        each.add_argument("--binary", type=Path, default=BINARY, help="the railhead to test (default: build/railhead)")
        each.add_argument("--with", dest="extra", type=Path, action="append", default=[], metavar="PROGRAM",
                          help="put this program on the guest's PATH too (repeatable)")
    run.add_argument("--timeout", type=_seconds, help="kill QEMU after so many seconds (default: from the scenarios' own limits)")
    run.add_argument("--out", type=Path, default=CACHE / "out", help="where results and console logs go (default: build/lab/out)")
    run.add_argument("scripts", nargs="+", type=Path, metavar="SCRIPT")
    return parser


def _seconds(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds")
    return int(text)


def _fetch(_options) -> int:
    got = kernel.fetch()
    print(f"lab: kernel {got.version}, initramfs {image.initramfs(got)}")
    return 0


def _run(options) -> int:
    scenarios = [scenario.read(path) for path in options.scripts]
    names = [s.name for s in scenarios]
    if len(set(names)) < len(names):
        raise LabError(f"two scenarios of one name: {' '.join(sorted(n for n in set(names) if names.count(n) > 1))}")
    _say_what_a_user_sees()
    return session.run(scenarios, options.nodes or max(s.nodes for s in scenarios),
                       options.rails or max(s.rails for s in scenarios), options.timeout, options.out, options.binary, options.extra)


def _shell(options) -> int:
    _say_what_a_user_sees()
    return session.shell(options.nodes or 1, options.rails or 1, options.binary, options.extra)


def _say_what_a_user_sees() -> None:
    if os.geteuid() != 0:
        print("lab: not root: files of this machine that this user may not read will be missing in the guest", flush=True)
