"""What a bed takes of the machine under names of its own, so that several run side by side: a link, addresses, cgroups, a folder."""
import contextlib
import json
import os
import pathlib
import shutil
import signal
import socket
import subprocess
import time

from programs import PLACE, Unavailable, run

MOST = 16
CGROUPS = pathlib.Path("/sys/fs/cgroup")
CLEAR_SECONDS = 10


class Slot:
    """Held while `taken` runs. Addresses are of 198.18.0.0/15, which no network routes (RFC 2544)."""

    def __init__(self, number):
        self.number = number
        self.name = f"railhead-bed-{number}"
        self.link, self.network = f"rhbed{number}", f"198.18.{number}"
        self.folder = PLACE / self.name

    def address(self, node):
        """Of a node by its number; .1 is the gateway's, pods have those from .16 on."""
        return f"{self.network}.{2 + node}"

    def cgroup(self, node):
        return f"/{self.name}/{node}"

    def hold(self):
        """Whether it was free. The name of the socket is the kernel's: it is free again once this process is gone, however it went."""
        self._socket = socket.socket(socket.AF_UNIX)
        try:
            self._socket.bind(f"\0{self.name}")
            return True
        except OSError:
            self._socket.close()
            return False

    def release(self):
        self._socket.close()

    def make(self, nodes):
        """The bridge that nodes and pods are on, and a cgroup for each node."""
        self.folder.mkdir(parents=True)
        run("ip", "link", "add", self.link, "type", "bridge")
        for address in (f"{self.network}.1/24", *(f"{self.address(node)}/32" for node in range(nodes))):
            run("ip", "address", "add", address, "dev", self.link)
        run("ip", "link", "set", self.link, "up")
        for controller in _controllers():
            for path in (controller / self.name, *(controller / self.name / str(node) for node in range(nodes))):
                _make_cgroup(path, controller.name)

    def clear(self):
        """Takes away what is left of a bed in this slot, of a killed one too: those that held it are gone."""
        end = time.monotonic() + CLEAR_SECONDS
        while any([not _removed(controller / self.name) for controller in _controllers()]) and time.monotonic() < end:
            time.sleep(0.05)
        if pathlib.Path("/sys/class/net", self.link).exists():
            run("ip", "link", "delete", self.link)
        shutil.rmtree(self.folder, ignore_errors=True)

    def leftovers(self):
        """What is still there of it; nothing after `clear`."""
        cgroups = [str(path) for controller in _controllers() for path in controller.glob(f"{self.name}*")]
        links = json.loads(run("ip", "-j", "link"))
        return [*cgroups, *(each["ifname"] for each in links if self.link in (each["ifname"], each.get("master"))),
                *([str(self.folder)] if self.folder.exists() else [])]


@contextlib.contextmanager
def taken(nodes):
    """A slot that nobody else has, made ready; cleared in the end."""
    _usable()
    slot = next((each for each in map(Slot, range(MOST)) if each.hold()), None)
    if slot is None:
        raise Unavailable(f"{MOST} beds run already")
    try:
        slot.clear()
        slot.make(nodes)
        yield slot
    finally:
        slot.clear()
        slot.release()


def _usable():
    if os.geteuid() != 0:
        raise Unavailable("needs root, for namespaces, cgroups and links")
    if not (CGROUPS / "memory").is_dir():
        raise Unavailable("needs cgroup v1, which a kubelet of 1.20 wants: there is no /sys/fs/cgroup/memory")
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "true"], capture_output=True).returncode != 0:
        raise Unavailable("unshare --mount --pid does not work here")


def _controllers():
    return [path for path in sorted(CGROUPS.iterdir()) if path.is_dir() and not path.is_symlink()] if CGROUPS.is_dir() else []


def _make_cgroup(path, controller):
    """A cpuset takes no process before it has CPUs and memory."""
    try:
        path.mkdir()
        for file in ("cpuset.cpus", "cpuset.mems") if controller == "cpuset" else ():
            (path / file).write_text((path.parent / file).read_text())
    except OSError as problem:
        raise Unavailable(f"a cgroup cannot be made: {problem}") from problem


def _removed(top):
    """Whether the cgroup and those below it are gone; processes in them are killed."""
    for folder, _, _ in os.walk(top, topdown=False):
        with contextlib.suppress(OSError):
            for pid in pathlib.Path(folder, "cgroup.procs").read_text().split():
                os.kill(int(pid), signal.SIGKILL)
        with contextlib.suppress(OSError):
            os.rmdir(folder)
    return not top.exists()
