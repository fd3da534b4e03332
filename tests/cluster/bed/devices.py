"""Devices of the tests' own on a node of the bed: a device plugin for as long as a block runs."""
import contextlib
import pathlib
import subprocess
import sys

import processes
from programs import Unavailable

PROGRAM = pathlib.Path(__file__).resolve().parent / "device_plugin.py"


class Devices:
    def __init__(self, name, machine, process):
        self.name, self.machine, self._process = name, machine, process

    def switch(self, device, healthy):
        self._process.stdin.write(f"{'healthy' if healthy else 'unhealthy'} {device}\n".encode())
        self._process.stdin.flush()

    def said(self):
        """Each line: `registered`, `allocated d0`."""
        return (self.machine.folder / f"{self.name}.log").read_text().splitlines()


@contextlib.contextmanager
def advertised(machine, resource, count, given=None):
    """`count` devices d0, d1 ... of the resource; a container that gets some finds `given`, device nodes and folders of the node
    ({inside: outside})."""
    name = resource.replace("/", "-")
    paths = [f"{inside}={outside}" for inside, outside in (given or {}).items()]
    process = processes.start(machine.folder, name, [_python(), PROGRAM, machine.root() / "var/lib/kubelet/device-plugins", resource, count, *paths],
                              stdin=subprocess.PIPE)
    try:
        yield Devices(name, machine, process)
    finally:
        processes.stop(process)


def _python():
    """One that has grpc: Debian's package is for Debian's python3, which need not be the one that runs the tests."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import grpc"], capture_output=True).returncode == 0:
            return python
    raise Unavailable("python3-grpcio is not installed")
