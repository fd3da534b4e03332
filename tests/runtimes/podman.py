"""Podman with the file of `oci-hook render`, on runc and crun."""
import json
import os

import bundles
import places
from debian import Unavailable

ASKS = ("--annotation", "memlock.railhead.dev/pod=64Ki")
DEVICE = ("--device", "/dev/null:/dev/infiniband/uverbs0")
# Podman's defaults are above what a machine without CAP_SYS_RESOURCE may give.
ULIMITS = ("--ulimit", "nofile=1024:1024", "--ulimit", "nproc=4096:4096")


class Podman:
    def __init__(self, binary, root, place):
        self.binary, self.root, self.place = binary, root, place
        self.program = places.program("podman", "usr/bin/podman")
        self.hooks = place / "hooks.d"
        self.hooks.mkdir()
        self.log = place / "hook.log"
        self._configure(places.program("conmon", "usr/bin/conmon"), places.program("runc", "usr/sbin/runc"), self._crun())

    def _crun(self):
        """Podman starts it without the place of its library."""
        crun = places.program("crun", "usr/bin/crun")
        script = self.place / "crun"
        script.write_text(f'#!/bin/sh\nLD_LIBRARY_PATH={places.libraries()} exec {crun} "$@"\n')
        script.chmod(0o755)
        return script

    def _configure(self, conmon, runc, crun):
        (self.place / "containers.conf").write_text(
            "[containers]\n[engine]\n"
            f'conmon_env_vars = ["PATH=/usr/sbin:/usr/bin:/sbin:/bin", "LD_LIBRARY_PATH={places.libraries()}"]\n'
            f'cgroup_manager = "cgroupfs"\nevents_logger = "none"\nruntime = "runc"\nconmon_path = ["{conmon}"]\n'
            f'[engine.runtimes]\nrunc = ["{runc}"]\ncrun = ["{crun}"]\n')
        (self.place / "storage.conf").write_text(
            f'[storage]\ndriver = "vfs"\ngraphroot = "{self.place}/graph"\nrunroot = "{self.place}/run"\n')

    def render(self, *options):
        """Writes the file of hooks; what the program said of it."""
        done = places.run([self.binary, "oci-hook", "render", "--for", "podman", "--program", self.binary, "--log", self.log, *options])
        (self.hooks / "99-railhead.json").write_text(done.stdout)
        return done

    def run(self, runtime, *options):
        self.log.unlink(missing_ok=True)
        env = {"CONTAINERS_CONF": str(self.place / "containers.conf"), "CONTAINERS_STORAGE_CONF": str(self.place / "storage.conf")}
        done = places.run([self.program, "--hooks-dir", self.hooks, "--tmpdir", self.place / "tmp", "--runtime", runtime, "run", "--rm",
                           "--network", "none", "--user", "1000", "--cap-drop", "all", *ULIMITS, *options, "--rootfs", self.root,
                           *bundles.SAYS], alone=True, env=env)
        return done, bundles.lines(self.log)


def test(tally, binary, root, place):
    place.mkdir()
    try:
        podman = Podman(binary, root, place)
    except Unavailable as problem:
        tally.skip("podman", str(problem))
        return
    for runtime in ("runc", "crun"):
        without, _ = podman.run(runtime)
        if without.returncode != 0:
            tally.skip(f"podman with {runtime}", f"it runs no container here: {(without.stdout + without.stderr).strip()[:300]}")
            continue
        hooked(tally, podman, runtime, without.stdout.strip())
        (podman.hooks / "99-railhead.json").unlink()
    remove_groups()


def hooked(tally, podman, runtime, usual):
    what = f"podman with {runtime}"
    file = json.loads(podman.render().stdout)
    tally.equal(f"{what}: the file's stages", ["createRuntime"], file["stages"])
    for name, options, said, outcome in (("device and annotation", (*DEVICE, *ASKS), "64 64", "set"),
                                         ("no device", ASKS, usual, "refused"),
                                         ("nothing", (), usual, "kept")):
        done, events = podman.run(runtime, *options)
        tally.equal(f"{what}, {name}: the container", (0, said), (done.returncode, done.stdout.strip() or done.stderr.strip()))
        tally.equal(f"{what}, {name}: the log", [(outcome, "podman")], [(event["outcome"], event["runtime"]) for event in events])
    podman.render("--stage", "prestart")
    done, _ = podman.run(runtime, *DEVICE, *ASKS)
    tally.equal(f"{what}, prestart", (0, "64 64"), (done.returncode, done.stdout.strip() or done.stderr.strip()))
    podman.render("--audit")
    done, events = podman.run(runtime, *DEVICE, *ASKS)
    tally.equal(f"{what}, audit", (usual, ["set"], [True]),
                (done.stdout.strip(), [event["outcome"] for event in events], [event["audit"] for event in events]))


def remove_groups():
    """Podman leaves the parent of its control groups."""
    for folder, names, _ in os.walk("/sys/fs/cgroup"):
        if "libpod_parent" in names:
            for below, _, _ in os.walk(f"{folder}/libpod_parent", topdown=False):
                try:
                    os.rmdir(below)
                except OSError:
                    pass
