"""One boot: the folder shared with the guests, the guests, and what came of it."""
import os
import shutil
import signal
import tempfile
import time
from pathlib import Path

from . import image, kernel
from .machine import Hardware, Node, qemu_argv
from .places import CACHE, GUEST, LabError, program
from .scenario import Scenario

# What a boot may take on a machine that is busy with something else; 10 s on an idle one.
BOOT_LIMIT = 180
TIMED_OUT = 124


class Session:
    """Boots `nodes` guests that do what `plan` says. Use as a context manager: leaving it ends QEMU and removes the share."""

    def __init__(self, nodes: int, rails: int, binary: Path, extra: list[Path]):
        self.nodes, self.rails = nodes, rails
        self.binary, self.extra = binary, extra
        self.guests: list[Node] = []

    def __enter__(self) -> "Session":
        program("qemu-system-x86_64", "qemu-system-x86")
        self._kernel = kernel.installed()
        self._initramfs = image.initramfs(self._kernel)
        self.share = Path(tempfile.mkdtemp(prefix="share-", dir=CACHE))
        self._cables = Path(tempfile.mkdtemp(prefix="lab-"))
        # Ctrl-C is an exception already; a plain kill has to become one for __exit__ to run.
        self._old_handler = signal.signal(signal.SIGTERM, _exit_on_signal)
        return self

    def __exit__(self, *_) -> None:
        for guest in self.guests:
            guest.kill()
        signal.signal(signal.SIGTERM, self._old_handler)
        for folder in (self.share, self._cables):
            shutil.rmtree(folder, ignore_errors=True)

    def prepare(self, plan: dict[str, str], scenarios: list[Scenario]) -> None:
        """Fills the share: the guest's scripts, the programs, the scenarios, the plan."""
        guest = self.share / "guest"
        shutil.copytree(GUEST, guest, ignore=shutil.ignore_patterns("init"))
        for name in ("bin", "scripts"):
            (guest / name).mkdir()
        for folder in ("out", "status", "sync"):
            (self.share / folder).mkdir()
        if self.binary.exists():
            _copy_program(self.binary, guest / "bin" / "railhead")
        else:
            print(f"lab: there is no {self.binary}: `railhead` will be missing in the guest", flush=True)
        for path in self.extra:
            _copy_program(path, guest / "bin" / path.name)
        for scenario in scenarios:
            shutil.copy(scenario.path, guest / "scripts" / f"{scenario.name}.sh")
        plan = {"NODES": str(self.nodes), "RAILS": str(self.rails), **plan}
        (self.share / "plan").write_text("".join(f"{key}={value}\n" for key, value in plan.items()))

    def boot(self, out: Path | None) -> None:
        """Starts the guests; the console of each goes to a file in `out`, or with None node 0's to this terminal."""
        hardware = Hardware(self.nodes, self.rails, self._kernel.image, self._initramfs, self.share, self._cables)
        for number in range(self.nodes):
            interactive = out is None and number == 0
            console = None if interactive else (out or self.share) / f"console.node{number}.log"
            guest = Node(number, console)
            self.guests.append(guest)
            guest.start(qemu_argv(hardware, number, interactive))


def _copy_program(path: Path, to: Path) -> None:
    try:
        shutil.copyfile(path, to)
    except OSError as error:
        raise LabError(f"{path} cannot be copied into the guest: {error.strerror}") from error
    to.chmod(0o755)


def _exit_on_signal(number: int, _frame) -> None:
    raise SystemExit(128 + number)


def run(scenarios: list[Scenario], nodes: int, rails: int, limit: int | None, out: Path, binary: Path, extra: list[Path]) -> int:
    """Runs the scenarios in one boot and leaves in `out` what they left; the worst exit code of all, 124 when time ran out."""
    limit = limit or BOOT_LIMIT + sum(s.limit + 10 for s in scenarios)
    out.mkdir(parents=True, exist_ok=True)
    with Session(nodes, rails, binary, extra) as session:
        session.prepare({"MODE": "run", "NAMES": f"({' '.join(s.name for s in scenarios)})",
                         "LIMITS": f"({' '.join(str(s.limit) for s in scenarios)})"}, scenarios)
        session.boot(out)
        try:
            return _watch(session, scenarios, time.monotonic() + limit, limit)
        finally:
            shutil.copytree(session.share / "out", out, dirs_exist_ok=True)


def _watch(session: Session, scenarios: list[Scenario], deadline: float, limit: int) -> int:
    """Waits for the guests, saying what each scenario came to as it ends."""
    worst = 0
    waiting = [(s.name, n) for s in scenarios for n in range(session.nodes)]
    booting = list(range(session.nodes))
    while True:
        running = any(g.is_running() for g in session.guests)
        for node in [n for n in booting if (session.share / "status" / f"up.{n}").exists()]:
            booting.remove(node)
            print(f"lab: node {node} is up", flush=True)
        for name, node in [w for w in waiting if (session.share / "status" / f"{w[0]}.{w[1]}").exists()]:
            waiting.remove((name, node))
            worst = max(worst, _report(session, name, node))
        if not running:
            break
        if time.monotonic() > deadline:
            return _timed_out(session, waiting, limit)
        if _one_has_died(session):
            break
        time.sleep(0.1)
    for guest in session.guests:
        if not (session.share / "status" / f"finished.{guest.number}").exists():
            guest.kill()
            print(f"lab: node {guest.number} died before it had finished; the end of its console:\n{guest.console_tail()}", flush=True)
            worst = max(worst, 1)
    return worst


def _one_has_died(session: Session) -> bool:
    """A node that is gone without having finished; the other one would wait for it."""
    return any(not g.is_running() and not (session.share / "status" / f"finished.{g.number}").exists() for g in session.guests)


def _report(session: Session, name: str, node: int) -> int:
    code, seconds = map(int, (session.share / "status" / f"{name}.{node}").read_text().split())
    where = f"{name} (node {node})" if session.nodes > 1 else name
    folder = session.share / "out" / name / (f"node{node}" if session.nodes > 1 else "")
    log = (folder / "log.txt").read_text(errors="replace")
    print(f"lab: {where}: exit {code} after {seconds} s", flush=True)
    for line in log.splitlines():
        print(f"  | {line}", flush=True)
    return code


def _timed_out(session: Session, waiting: list[tuple[str, int]], limit: int) -> int:
    for guest in session.guests:
        guest.kill()
    print(f"lab: stopped QEMU: not finished after {limit} s (--timeout); not done: {', '.join(f'{n} on node {k}' for n, k in waiting)}")
    for guest in session.guests:
        print(f"lab: the end of node {guest.number}'s console:\n{guest.console_tail()}")
    return TIMED_OUT


def shell(nodes: int, rails: int, binary: Path, extra: list[Path]) -> int:
    """An interactive shell on node 0, rails up."""
    try:
        size = os.get_terminal_size()
    except OSError as error:
        raise LabError("lab/lab shell needs a terminal; lab/lab run SCRIPT does not") from error
    with Session(nodes, rails, binary, extra) as session:
        session.prepare({"MODE": "shell", "TERM": os.environ.get("TERM", "linux"),
                         "TERMINAL_SIZE": f"'rows {size.lines} cols {size.columns}'"}, [])
        print("lab: booting (10 s or so); Ctrl-A X ends QEMU at any time", flush=True)
        session.boot(None)
        session.guests[0].wait()
    return 0
