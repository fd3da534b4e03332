#!/usr/bin/python3
"""In the lab's guest: containerd of Debian 13 with NRI, `railhead nri` with its default policy, and pods that pin memory.

usage: guest.py RAILHEAD PIN OUT     writes OUT/CASE/record, as the lab's scripts do

Root has all capabilities here, so that limits can be raised too; PIN is tests/lab/pin.c."""
import pathlib
import sys

sys.dont_write_bytecode = True
TESTS = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(TESTS / "cluster"), str(TESTS / "support")]

import daemon  # noqa: E402  (the path above has to be set first)
import place  # noqa: E402
import plugin  # noqa: E402

STATE = pathlib.Path("/run/railhead")
BYTES = str(256 << 20)
UVERBS = "/dev/infiniband/uverbs0"
# What pin is linked with, and what libibverbs loads.
FOLDERS = ("/usr", "/lib", "/lib64", "/etc/libibverbs.d")


class Guest:
    def __init__(self, binary, pin, out):
        self.binary, self.pin, self.out = pathlib.Path(binary), pathlib.Path(pin), pathlib.Path(out)
        self.logs = self.out / "logs"
        self.logs.mkdir()
        self.daemon = daemon.Daemon("trixie", STATE / "trixie", self.logs, place.cgroup())

    def record(self, case, **lines):
        folder = self.out / case
        folder.mkdir(exist_ok=True)
        with (folder / "record").open("a") as record:
            record.writelines(f"{key} {value}\n" for key, value in lines.items())

    def pinned(self, case, pod, kind, devices):
        """What a container of user 1000 says of its limit, its capabilities and 256 MiB of the kind."""
        script = f"ulimit -l; grep CapEff /proc/self/status; {self.pin} {kind} {BYTES}"
        folders = {name: name for name in (*FOLDERS, str(self.pin.parent))}
        container = pod.start(case, command=["sh", "-c", script], user=1000, devices=devices, mounts=folders)
        limit, capabilities, answer = (container.said().splitlines() + ["nothing"] * 3)[:3]
        self.record(case, limit=limit, capabilities=capabilities.split()[-1], **{kind: answer})

    def run(self):
        device = {UVERBS: UVERBS}
        with self.daemon.runtime.pod() as pod:
            self.pinned("without-plugin", pod, "mr", device)
            with plugin.Plugin(self.binary, self.daemon.nri_socket, self.logs) as running:
                if not running.is_ready():
                    sys.exit(f"the plugin is not ready: {running.text()}")
                self.pinned("device", pod, "mr", device)
                self.pinned("no-device", pod, "mlock", {})
                self.record("plugin", exit=running.stop())
        self.daemon.stop()
        place.cleared(place.cgroup())
        self.record("plugin", left=len(place.leftovers()))


if __name__ == "__main__":
    Guest(*sys.argv[1:]).run()
