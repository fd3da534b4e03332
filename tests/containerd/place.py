"""What keeps a run apart from the machine: mount and pid namespaces of its own, a folder, and a name for the cgroups."""
import contextlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import processes
from programs import Unavailable

CGROUPS = pathlib.Path("/sys/fs/cgroup")
NAME = "railhead-containerd"
CLEAR_SECONDS = 10
# Whatever runs in the namespaces is reaped by their first process, a shell: shims are nobody's children but its.
FIRST = ("sh", "-c", '"$@"; exit $?', "sh")


def cgroup():
    """The parent of all cgroups of this run."""
    return f"{NAME}-{os.environ.get('RAILHEAD_RUN') or os.getpid()}"


def inside():
    """Whether this process is the one in the namespaces."""
    return "RAILHEAD_RUN" in os.environ


def run(program, arguments):
    """The program again, by a Python that has grpc and in namespaces of its own; gives its exit code. Nothing is left of it."""
    _usable()
    clear_old()
    with tempfile.TemporaryDirectory(prefix=f"{NAME}-{os.getpid()}-") as folder:
        environ = {**os.environ, "RAILHEAD_RUN": str(os.getpid()), "RAILHEAD_FOLDER": folder}
        command = ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private", "--mount-proc", *FIRST,
                   _python(), program, *arguments]
        process = subprocess.Popen([str(word) for word in command], env=environ, preexec_fn=processes.die_with(os.getpid()))
        try:
            return process.wait()
        finally:
            process.kill()
            process.wait()
            cleared(cgroup())


def made():
    """In the namespaces: a /run that the machine does not see, with all of the state, and the folder for logs."""
    subprocess.run(["mount", "-t", "tmpfs", "-o", "mode=755,size=2g", "railhead", "/run"], check=True)
    return pathlib.Path("/run/railhead"), pathlib.Path(os.environ["RAILHEAD_FOLDER"])


def leftovers():
    """Mounts, cgroups and processes of this run that are there, as texts."""
    folder = os.environ.get("RAILHEAD_FOLDER", "")
    mounts = [line for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines() if NAME in line or "/run/railhead" in line]
    return [*mounts, *map(str, _cgroups(cgroup())), *([folder] if folder and os.path.exists(folder) else [])]


def clear_old():
    """Cgroups and folders of runs that were killed."""
    for path in [*_cgroups(f"{NAME}-*"), *pathlib.Path(tempfile.gettempdir()).glob(f"{NAME}-*")]:
        number = re.match(rf"{NAME}-(\d+)(-|$)", path.name)
        if number and not pathlib.Path("/proc", number[1]).exists():
            cleared(path.name) if path.is_relative_to(CGROUPS) else shutil.rmtree(path, ignore_errors=True)


def cleared(name):
    """Takes the cgroups away; the processes in them are gone or going."""
    end = time.monotonic() + CLEAR_SECONDS
    while (found := _cgroups(name)) and time.monotonic() < end:
        for top in found:
            for path, _, _ in os.walk(top, topdown=False):
                with contextlib.suppress(OSError):
                    os.rmdir(path)
        time.sleep(0.02)


def _cgroups(pattern):
    """Those of version 2 are in one folder, those of version 1 in one for each controller."""
    return [*CGROUPS.glob(pattern), *CGROUPS.glob(f"*/{pattern}")]


def _usable():
    if os.geteuid() != 0:
        raise Unavailable("needs root, for namespaces and containers")
    for name in ("unshare", "mount"):
        if shutil.which(name) is None:
            raise Unavailable(f"{name} is not installed")
    if subprocess.run(["unshare", "--mount", "--pid", "--fork", "--mount-proc", "true"], capture_output=True).returncode != 0:
        raise Unavailable("unshare --mount --pid does not work here")


def _python():
    """Debian's grpc is for Debian's python3, which need not be the one that runs the tests."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", "import grpc"], capture_output=True).returncode == 0:
            return python
    raise Unavailable("python3-grpcio is not installed")
