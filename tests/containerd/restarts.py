"""The plugin, then the runtime, ends and comes back while containers are made: none fails because of the plugin, each that is made
while it is connected has its limit, and the others are counted when it is back."""
import contextlib
import signal
import time

import load
import plugin
from decisions import KI, RDMA, policy

LIMIT = (64 * KI, 128 * KI)
TIMES, EACH = 3, 6
# Pods whose containers get something by what the pod says, not by a device.
MISSED = ({"space": "guest-1"}, {"labels": {"job": "small", "tier": "gold"}}, {"handler": "other"}, {"annotations": {"memlock.railhead.dev/pod": "96Ki"}})
# As containerd says that a plugin let a creation fail.
BLAME = ("NRI adjustment", "memlock policy", "limits of process", "rlimit")


class Trial:
    def __init__(self, tally, binary, daemon):
        self.tally, self.binary, self.daemon, self.runtime = tally, binary, daemon, daemon.runtime

    def plugin(self):
        return plugin.Plugin(self.binary, self.daemon.nri_socket, self.daemon.logs, policy())

    def ready(self, what, running, count=1):
        return self.tally.true(f"{what}: ready", running.is_ready(count), f"connected {count} times", running.text())

    def missed(self):
        """What was made while no plugin ran, and would have got something, is reported, and once."""
        what = f"{self.daemon.version} missed"
        with contextlib.ExitStack() as pods:
            pod, *others = (pods.enter_context(self.runtime.pod(**each)) for each in ({}, *MISSED))
            with self.plugin() as running:
                self.ready(what, running)
                pod.start("decided", devices=RDMA)
                running.kill()
            pod.start("away", devices=RDMA)
            pod.start("away-without-device")
            expected = {(pod.name, "away"), *((each.name, each.start().name) for each in others)}
            with self.plugin() as running:
                self.ready(f"{what}, plugin again", running)
                self.tally.equal(f"{what}: containers", sorted(expected), sorted(_named(running.events("missed"))))
                self.tally.equal(f"{what}: counted", [len(expected)], [each["missed"] for each in running.events("connected")])
                self.daemon.restart(signal.SIGTERM)
                self.daemon.wait()
                self.ready(f"{what}, runtime again", running, 2)
                self.tally.equal(f"{what}: said once", len(expected), len(running.events("missed")))

    def plugin_ends(self):
        """Killed and started again, three times, in the middle of creations."""
        what = f"{self.daemon.version} plugin killed under load"
        connected = []
        with load.Load(self.runtime, RDMA) as creations:
            for _ in range(TIMES):
                with self.plugin() as running:
                    self.ready(what, running)
                    since = time.monotonic()
                    creations.wait_for(EACH)
                    connected.append((since, time.monotonic()))
                    running.kill()
                creations.wait_for(EACH // 2)
            creations.end()
            self.judged(what, creations.made, connected)
            self.tally.equal(f"{what}: creations that failed", [], [each.problem for each in creations.made if each.problem])

    def runtime_ends(self):
        """By KILL and by TERM, in the middle of creations; the plugin is there all the time."""
        what = f"{self.daemon.version} containerd killed under load"
        connected, away = [], []
        with self.plugin() as running, load.Load(self.runtime, RDMA) as creations:
            for number, how in enumerate((signal.SIGKILL, signal.SIGTERM, signal.SIGKILL), 1):
                self.ready(what, running, number)
                since = time.monotonic()
                creations.wait_for(EACH)
                connected.append((since, time.monotonic()))
                self.daemon.restart(how)
                self.daemon.wait()
                away.append((connected[-1][1], time.monotonic()))
            self.ready(what, running, number + 1)
            since = time.monotonic()
            creations.wait_for(EACH)
            creations.end()
            connected.append((since, time.monotonic()))
            running.stop()
            self.judged(what, creations.made, connected)
            failed = [each for each in creations.made if each.problem]
            self.tally.equal(f"{what}: creations that failed while it was there", [],
                             [each.problem for each in failed if not any(_overlap(each, one) for one in away)])
            self.tally.equal(f"{what}: creations that failed because of the plugin", [],
                             [each.problem for each in failed if any(word in each.problem for word in BLAME)])

    def judged(self, what, made, connected):
        """`connected`: from when to when the plugin surely was. What it missed, another one tells, which is started once all are made."""
        with_limit, without = [], []
        for each in made:
            if each.container is not None:
                (with_limit if each.container.specified().get("RLIMIT_MEMLOCK") == LIMIT else without).append(each)
        self.tally.true(f"{what}: some had the plugin", len(with_limit) >= TIMES * EACH // 2, "containers with the limit", len(with_limit))
        self.tally.equal(f"{what}: made while it was connected, and without the limit", [],
                         [_name(each) for each in without if any(since <= each.begun and each.ended <= until for since, until in connected)])
        with self.plugin() as last:
            self.ready(what, last)
            counted = last.events("connected")[0]["missed"]
            listed = set(_named(last.events("missed")))
        # A creation that the runtime gave up may have left its container.
        given_up = sum(bool(each.problem) for each in made)
        self.tally.true(f"{what}: missed", len(without) <= counted <= len(without) + given_up, f"{len(without)} that have no limit", counted)
        self.tally.equal(f"{what}: called missed, and with the limit", [], sorted({_name(each) for each in with_limit} & listed))
        print(f"{what}: {len(with_limit)} with the limit, {len(without)} made without the plugin, {given_up} failed", flush=True)


def _name(made):
    return made.container.pod.name, made.container.name


def _named(events):
    return [(each["pod"], each["container"]) for each in events if "pod" in each]


def _overlap(made, span):
    return made.begun <= span[1] and made.ended >= span[0]


def check(tally, binary, daemon):
    trial = Trial(tally, binary, daemon)
    trial.missed()
    trial.plugin_ends()
    trial.runtime_ends()
