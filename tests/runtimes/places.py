"""What the suite runs: Debian's runtimes, unpacked below build/, in a mount namespace where they cannot leave anything behind."""
import os
import pathlib
import shutil
import subprocess

import debian

DEBIAN = debian.Suite("bookworm")
SECONDS = 60
LIBRARIES = ("libyajl2", "libgpgme11", "libsubid4", "libassuan0")
# crun knows no machine with both versions of control groups; its own part is what is taken away.
ALONE = ["unshare", "--mount", "sh", "-c",
         'mount -t tmpfs tmpfs /run && { ! mountpoint -q /sys/fs/cgroup/unified || umount /sys/fs/cgroup/unified; } && exec "$@"', "sh"]


def libraries():
    """The value of LD_LIBRARY_PATH that the programs need."""
    return ":".join(str(DEBIAN.unpacked(package) / "usr/lib/x86_64-linux-gnu") for package in LIBRARIES)


def program(package, path):
    """A program of Debian that can be started, beside its libraries."""
    found = DEBIAN.unpacked(package) / path
    done = run([found, "--version"])
    if done.returncode != 0:
        raise debian.Unavailable(f"{found.name} does not run here: {done.stderr.strip()[:200]}")
    return found


def run(words, alone=False, env=None):
    words = [*(ALONE if alone else []), *map(str, words)]
    environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LD_LIBRARY_PATH": libraries(), "LC_ALL": "C.UTF-8", **(env or {})}
    return subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, env=environment, stdin=subprocess.DEVNULL)


def root_file_system(place):
    """busybox and nothing else. The folder, or why there is none."""
    busybox = pathlib.Path("/bin/busybox")
    if not busybox.exists() or b"statically linked" not in subprocess.run(["file", "-L", busybox], capture_output=True).stdout:
        busybox = DEBIAN.unpacked("busybox-static") / "bin/busybox"
    root = place / "root"
    for folder in ("bin", "proc", "dev", "sys", "tmp", "etc", "run"):
        (root / folder).mkdir(parents=True)
    shutil.copy(busybox, root / "bin/busybox")
    for name in ("sh", "sleep"):
        os.link(root / "bin/busybox", root / "bin" / name)
    return root


def may_raise():
    """This process, and so every runtime it starts, has CAP_SYS_RESOURCE."""
    status = pathlib.Path("/proc/self/status").read_text()
    effective = next(line.split()[1] for line in status.splitlines() if line.startswith("CapEff:"))
    return bool(int(effective, 16) >> 24 & 1)
