"""One QEMU process: its command line, and its end, whatever happens."""
import ctypes
import os
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from .places import program

MEMORY_MIB = 1536
_PR_SET_PDEATHSIG = 1


class Node:
    """A guest; the console goes to a file, or to this terminal."""

    def __init__(self, number: int, console: Path | None):
        self.number = number
        self.console = console
        self._process: subprocess.Popen | None = None

    def start(self, argv: list[str]) -> None:
        if self.console is None:
            self._process = subprocess.Popen(argv, preexec_fn=_die_with_parent)
            return
        # Its own process group, so that killing it reaches all of it and nothing else.
        with open(self.console, "wb") as out:
            self._process = subprocess.Popen(argv, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                             start_new_session=True, preexec_fn=_die_with_parent)

    def is_running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def wait(self) -> None:
        if self._process is not None:
            self._process.wait()

    def kill(self) -> None:
        if not self.is_running():
            return
        if self.console is None:
            self._process.kill()
        else:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def console_tail(self, lines: int = 25) -> str:
        if self.console is None or not self.console.exists():
            return ""
        text = self.console.read_text(errors="replace").replace("\r", "")
        return "\n".join(f"  | {line}" for line in text.splitlines()[-lines:])


def _die_with_parent() -> None:
    """A lab that is killed hard must not leave QEMU behind."""
    ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)


@dataclass(frozen=True)
class Hardware:
    """What both nodes have in common."""
    nodes: int
    rails: int
    image: Path
    initramfs: Path
    share: Path
    # Where the sockets between the nodes lie; a short path, because a unix socket's has 107 characters at most.
    cables: Path


def qemu_argv(hardware: Hardware, node: int, interactive: bool = False) -> list[str]:
    """The command line of one node. No KVM: Debian's kernel hangs in some nested setups, and plain emulation works everywhere."""
    argv = [
        program("qemu-system-x86_64", "qemu-system-x86"),
        "-accel", "tcg,thread=multi", "-cpu", "max", "-smp", "2" if hardware.nodes == 1 else "1", "-m", str(MEMORY_MIB),
        "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot", "-serial", "mon:stdio" if interactive else "stdio",
        "-kernel", str(hardware.image), "-initrd", str(hardware.initramfs),
        "-append", f"console=ttyS0 panic=-1 quiet loglevel=3 mitigations=off random.trust_cpu=on lab.node={node}",
        "-virtfs", "local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap",
        "-virtfs", f"local,path={_escaped(hardware.share)},mount_tag=share,security_model=none,multidevs=remap",
    ]
    if hardware.nodes > 1:
        for rail in range(hardware.rails):
            argv += ["-netdev", _cable(hardware.cables, rail, node),
                     "-device", f"virtio-net-pci,netdev=rail{rail},mac=52:54:00:4c:{rail:02x}:{node:02x},host_mtu=4200"]
    return argv


def _cable(folder: Path, rail: int, node: int) -> str:
    """The netdev of one end of a rail. Datagrams over unix sockets: no port to collide with another lab's, a node does not
    hear itself as it does over multicast, and a full queue holds the sender up instead of losing the frame."""
    def end(of: int) -> str:
        return _escaped(folder / f"rail{rail}.node{of}")
    return (f"dgram,id=rail{rail},local.type=unix,local.path={end(node)},"
            f"remote.type=unix,remote.path={end(1 - node)}")


def _escaped(path: Path) -> str:
    """QEMU splits options at commas; a doubled one is a comma."""
    return str(path).replace(",", ",,")
