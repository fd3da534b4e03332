"""Runtimes that a plugin cannot reach: the one that has NRI switched off, and none at all. The plugin says so once, and goes on."""
import time

import daemon
import place
import plugin
from programs import Unavailable

# What an administrator has to write, and where.
ADVICE = ("cannot reach a runtime at", "disable = false", "io.containerd.nri.v1.nri")
LATER = 1.0


def check(tally, binary, state, logs):
    folder = logs / "off"
    folder.mkdir()
    try:
        running = daemon.Daemon("trixie", state / "off", folder, place.cgroup(), nri=False)
    except Unavailable as problem:
        tally.skip("containerd without NRI", problem)
        return
    what = f"{running.version} without NRI"
    with plugin.Plugin(binary, running.nri_socket, folder) as tried:
        said = tried.until("unreachable")
        text = str(said)
        for part in ADVICE:
            tally.contains(what, part, text)
        time.sleep(LATER)
        tally.equal(f"{what}: said once", 1, len(tried.events("unreachable")))
        tally.equal(f"{what}: never connected", [], tried.events("connected"))
        tally.equal(f"{what}: goes on, and ends with 0", 0, tried.stop())
    with running.runtime.pod() as pod:
        tally.true(f"{what}: containers start", pod.start().limits(), "limits", "none")
    running.stop()
