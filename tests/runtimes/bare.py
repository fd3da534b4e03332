"""runc and crun, with the hook in config.json: which container gets what, and that none fails to start because of the hook."""
import itertools

import bundles
import places
from debian import Unavailable

RUNTIMES = {"runc": ("runc", "usr/sbin/runc"), "crun": ("crun", "usr/bin/crun")}
ASKS = {"memlock.railhead.dev/pod": "64Ki"}
LOW = "64 64"
# What CRI-O leaves in config.json of a container of the namespace team.
CRIO = {"io.container.manager": "cri-o", "io.kubernetes.cri-o.ContainerType": "container", "io.kubernetes.pod.namespace": "team",
        "io.kubernetes.pod.name": "train-0", "io.kubernetes.container.name": "main", "memlock.railhead.dev/container.main": "64Ki"}
POLICY = """apiVersion: railhead.dev/v1alpha1
kind: MemlockPolicy
spec:
  onError: reject
  rules:
    - name: team
      match: {namespaces: [team]}
      ceiling: unlimited
"""


class Runtime:
    """One of them, with a hook that writes its log to a file of its own each time."""

    def __init__(self, name, program, binary, root, place):
        self.name, self.program, self.binary, self.root, self.place = name, program, binary, root, place
        self.numbers = itertools.count()

    def run(self, stage="createRuntime", options=(), **config):
        """What the container said, the events of the hook, and how the runtime ended."""
        number = next(self.numbers)
        log = self.place / f"{number}.log"
        hooks = {stage: [bundles.hook(self.binary, log, *options)]} if stage else {}
        bundle = bundles.written(self.place / f"bundle{number}", bundles.config(self.root, hooks, **config))
        done = places.run([self.program, "--root", self.place / "state", "run", "--bundle", bundle, f"railhead-{number}"], alone=True)
        return done, bundles.lines(log)


def test(tally, binary, root, place):
    place.mkdir()
    for name, (package, path) in RUNTIMES.items():
        try:
            runtime = Runtime(name, places.program(package, path), binary, root, place / name)
        except Unavailable as problem:
            tally.skip(name, str(problem))
            continue
        runtime.place.mkdir()
        without, _ = runtime.run(stage=None)
        if without.returncode != 0:
            tally.skip(name, f"it runs no container here: {(without.stdout + without.stderr).strip()[:300]}")
            continue
        usual = without.stdout.strip()
        lowered(tally, runtime, usual)
        kept(tally, runtime, usual)
        configured(tally, runtime)
        phases(tally, runtime, usual)
        policies(tally, runtime, usual, place / f"{name}-policy.yaml")


def expect(tally, what, came, said, **event):
    """The container started and said its limits; the hook's one event has these members."""
    done, events = came
    tally.equal(f"{what}: the container", (0, said), (done.returncode, done.stdout.strip() or done.stderr.strip()))
    tally.equal(f"{what}: the log", [event], [{key: one.get(key) for key in event} for one in events])
    return events[-1] if events else {}


def lowered(tally, runtime, usual):
    name = runtime.name
    expect(tally, f"{name}, device and annotation", runtime.run(annotations=ASKS), LOW, event="decision", outcome="set", applied=True)
    expect(tally, f"{name}, prestart", runtime.run(stage="prestart", annotations=ASKS), LOW, outcome="set", applied=True)
    expect(tally, f"{name}, audit", runtime.run(options=["--audit"], annotations=ASKS), usual, outcome="set", audit=True, applied=False)


def kept(tally, runtime, usual):
    name = runtime.name
    expect(tally, f"{name}, no device", runtime.run(device=False, annotations=ASKS), usual, outcome="refused", applied=False)
    bad = {"memlock.railhead.dev/pod": "lots"}
    expect(tally, f"{name}, bad annotation", runtime.run(annotations=bad), usual if not places.may_raise() else "unlimited unlimited", rule="rdma")
    event = expect(tally, f"{name}, device alone", runtime.run(), "unlimited unlimited" if places.may_raise() else usual, outcome="set",
                   applied=places.may_raise())
    if not places.may_raise():
        tally.contains(f"{name}, device alone: why not", "CAP_SYS_RESOURCE", str(event.get("problems")))
    done, events = runtime.run(annotations={"io.kubernetes.cri.container-type": "sandbox"})
    tally.equal(f"{name}, a sandbox", (0, usual, []), (done.returncode, done.stdout.strip(), events))


def configured(tally, runtime):
    """RLIMIT_MEMLOCK in config.json: runc sets it after the hook, and may not be kept from it."""
    name, own = runtime.name, [(131072, 131072)]
    raises = places.may_raise()
    said = "128 128" if not raises or name == "runc" else LOW
    event = expect(tally, f"{name}, config.json sets more", runtime.run(annotations=ASKS, rlimits=own), said, outcome="set", applied=raises)
    tally.contains(f"{name}, config.json sets more: it is said", "config.json sets RLIMIT_MEMLOCK to 131072:131072",
                   str(event.get("problems")) + str(event.get("notes")))
    if raises:
        more = runtime.run(annotations={"memlock.railhead.dev/pod": "256Ki"}, rlimits=own)
        expect(tally, f"{name}, config.json sets less", more, "128 128" if name == "runc" else "256 256", outcome="set")


def phases(tally, runtime, usual):
    """Inside of the container nothing is set, and the log says which stage is right."""
    what = f"{runtime.name}, createContainer"
    event = expect(tally, what, runtime.run(stage="createContainer", annotations=ASKS), usual, event="failed")
    tally.contains(f"{what}: what to do", "createRuntime", event.get("suggestion", ""))


def policies(tally, runtime, usual, file):
    name, options = runtime.name, ["--policy", file]
    expect(tally, f"{name}, no policy file", runtime.run(options=options, annotations=ASKS), usual, event="failed")
    expect(tally, f"{name}, an option that is not known", runtime.run(options=["--sharp"], annotations=ASKS), usual, event="failed")
    file.write_text(POLICY)
    event = expect(tally, f"{name}, CRI-O's namespace", runtime.run(options=options, device=False, annotations=CRIO), LOW, rule="team",
                   namespace="team", pod="train-0", container="main", runtime="cri-o")
    tally.equal(f"{name}, CRI-O's namespace: limits", [{"type": "RLIMIT_MEMLOCK", "soft": 65536, "hard": 65536}], event.get("limits"))
    expect(tally, f"{name}, another namespace", runtime.run(options=options, annotations={**CRIO, "io.kubernetes.pod.namespace": "x"}), usual,
           outcome="refused", rule="none")
    bad = {**CRIO, "memlock.railhead.dev/container.main": "lots"}
    done, events = runtime.run(options=options, annotations=bad)
    tally.true(f"{name}, onError: reject", done.returncode != 0 and not done.stdout, "no container", done.stdout)
    tally.equal(f"{name}, onError: reject: the log", ["rejected"], [event.get("outcome") for event in events])
    if name == "runc":  # crun shows nothing that a hook says
        tally.contains(f"{name}, onError: reject: why", "lots", done.stderr)
    expect(tally, f"{name}, onError: reject in audit mode", runtime.run(options=[*options, "--audit"], annotations=bad), usual,
           outcome="rejected", audit=True)
