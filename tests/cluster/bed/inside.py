"""The first process of a node, in mount and pid namespaces of its own: makes the mounts, runs containerd and the kubelet, reaps.

usage: inside.py FOLDER     with FOLDER/node.json; words on stdin: `kubelet` starts the kubelet, or starts it again, `nri` the plugin

It ends where its input ends, or one of them dies, and everything on the node ends with it."""
import contextlib
import json
import os
import pathlib
import select
import subprocess
import sys
import time

SECONDS = 30
# What a kubelet sets for the whole machine: it reads these instead, finds them set and leaves the machine's alone.
SETTINGS = {"vm/overcommit_memory": 1, "vm/panic_on_oom": 0, "kernel/panic": 10, "kernel/panic_on_oops": 1,
            "kernel/keys/root_maxkeys": 1000000, "kernel/keys/root_maxbytes": 25000000}


def mount(*words):
    subprocess.run(["mount", *map(str, words)], check=True)


def own_tree(state):
    """/run and /var/lib as the node may write them, and the settings of the kernel as a kubelet wants them."""
    mount("-t", "tmpfs", "-o", "mode=755,size=2g", "bed", "/run")
    for name in ("upper", "work", "settings"):
        (state / name).mkdir(parents=True)
    mount("-t", "overlay", "-o", f"lowerdir=/var/lib,upperdir={state}/upper,workdir={state}/work", "bed", "/var/lib")
    for name, value in SETTINGS.items():
        file = state / "settings" / name.replace("/", ".")
        file.write_text(f"{value}\n")
        mount("--bind", file, pathlib.Path("/proc/sys", name))


class Node:
    def __init__(self, folder):
        self.folder = folder
        self.plan = json.loads((folder / "node.json").read_text())
        self.running = {}

    def start(self, name):
        """What ran under that name before is stopped."""
        old = self.running.pop(name, None)
        if old:
            old.terminate()
            old.wait()
        command = self.plan[name]
        environ = {"PATH": f"{os.path.dirname(command[0])}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        with (self.folder / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=subprocess.STDOUT, env=environ)

    def import_images(self):
        """Tried until containerd answers."""
        end = time.monotonic() + SECONDS
        while True:
            done = subprocess.run(self.plan["import"], stdin=subprocess.DEVNULL, capture_output=True, text=True)
            if done.returncode == 0:
                return
            if time.monotonic() > end or self.dead():
                sys.exit(f"no images: {done.stderr.strip()}")
            time.sleep(0.1)

    def dead(self):
        return next((name for name, process in self.running.items() if process.poll() is not None), None)

    def reap(self):
        """Shims are nobody's children but the first process's."""
        own = {process.pid for process in self.running.values()}
        for entry in pathlib.Path("/proc").iterdir():
            if entry.name.isdigit() and int(entry.name) not in own and entry.name != "1":
                with contextlib.suppress(OSError):
                    os.waitpid(int(entry.name), os.WNOHANG)


def main():
    node = Node(pathlib.Path(sys.argv[1]))
    own_tree(pathlib.Path(node.plan["state"]))
    node.start("containerd")
    node.import_images()
    while not node.dead():
        if select.select([0], [], [], 0.5)[0]:
            words = os.read(0, 4096).decode().split()
            if not words:
                return
            for word in words:
                node.start(word)
        node.reap()
    sys.exit(f"{node.dead()} ended")


if __name__ == "__main__":
    main()
