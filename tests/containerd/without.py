"""Runtimes that a plugin cannot reach: one that has NRI switched off, and one that is not there yet. The plugin says so once, and goes
on."""
import time

import daemon
import place
import plugin
from programs import Unavailable

# What an administrator has to write, and where.
ADVICE = ("cannot reach a runtime at", "disable = false", "io.containerd.nri.v1.nri")
LATER = 1.0


def told(tally, what, running):
    """One message that says what to do, however long it lasts."""
    text = str(running.until("unreachable"))
    for part in ADVICE:
        tally.contains(what, part, text)
    time.sleep(LATER)
    tally.equal(f"{what}: said once", 1, len(running.events("unreachable")))
    tally.equal(f"{what}: never connected", [], running.events("connected"))


def switched_off(tally, binary, state, logs):
    runtime = daemon.Daemon("trixie", state / "off", logs, place.cgroup(), nri=False)
    what = f"{runtime.version} without NRI"
    with plugin.Plugin(binary, runtime.nri_socket, logs) as running:
        told(tally, what, running)
        tally.equal(f"{what}: goes on, and ends with 0", 0, running.stop())
    with runtime.runtime.pod() as pod:
        tally.true(f"{what}: containers start", pod.start().limits(), "limits", "none")
    runtime.stop()


def not_there_yet(tally, binary, state, logs):
    with plugin.Plugin(binary, state / "late/nri.sock", logs, name="late") as running:
        told(tally, "a runtime that is not there yet", running)
        runtime = daemon.Daemon("trixie", state / "late", logs, place.cgroup())
        tally.true(f"{runtime.version} comes after the plugin", running.is_ready(), "connected", running.text())
        runtime.stop()


def check(tally, binary, state, logs):
    folder = logs / "without"
    folder.mkdir()
    try:
        switched_off(tally, binary, state, folder)
        not_there_yet(tally, binary, state, folder)
    except Unavailable as problem:
        tally.skip("containerd without NRI", problem)
