"""What containers get of a policy, as the kernel shows it of their first process."""
import cri
import plugin

KI, MI = 1 << 10, 1 << 20
# A harmless character device in the place of a real one.
RDMA = {"/dev/infiniband/uverbs0": "/dev/null"}
MEMLOCK, FILES, PROCESSES = "Max locked memory", "Max open files", "Max processes"
MARK = "memlock.railhead.dev/decided"
# Every limit is lower than what is there: raising one needs CAP_SYS_RESOURCE, which the lab has (tests/lab/nri_containerd.sh).
POLICY = """apiVersion: railhead.dev/v1alpha1
kind: MemlockPolicy
spec:
  onError: ON_ERROR
  namespaces:
    - {name: quiet, annotations: ignore}
  rules:
    - name: devices
      match: {rdmaDevice: true}
      memlock: {soft: 64Ki, hard: 128Ki}
    - name: labelled
      match: {labels: {job: small, tier: "gold*"}}
      memlock: 192Ki
    - name: class
      match: {runtimeClasses: [other]}
      memlock: 256Ki
    - name: annotated
      match: {annotations: {example.com/limit: low}}
      memlock: 320Ki
    - name: given
      match: {containerAnnotations: {example.com/given: "*"}}
      memlock: 384Ki
    - name: guests
      match: {namespaces: ["guest-*"]}
      memlock: 448Ki
      limits: [{type: nofile, hard: 1000}]
    - name: asking
      match: {namespaces: [team, quiet]}
      ceiling: 2Mi
      limits: [{type: nofile, ceiling: 4096}]
"""
OWN, ADJUSTER, OLDER = "memlock.railhead.dev/", "ulimits.noderesource.dev/container.main", "ulimits.nri.containerd.io/container.main"
BAD = {f"{OWN}pod": "a lot"}


def policy(on_error="keep", **changes):
    """The one above with texts in place of others."""
    text = POLICY.replace("ON_ERROR", on_error)
    for old, new in changes.items():
        assert old in text, old
        text = text.replace(old, new)
    return text


class Case:
    """`memlock`: (soft, hard) in bytes, nothing where it stays; `words` are in the last of the reasons."""

    def __init__(self, name, rule, outcome, memlock=None, words="", other=None, pod=None, **container):
        self.name, self.rule, self.outcome, self.words = name, rule, outcome, words
        self.limits = {MEMLOCK: memlock, **(other or {})}
        self.pod, self.container = pod or {}, container


def both(value):
    return value, value


def asks(value, key=f"{OWN}pod", **more):
    return {"annotations": {key: value}, **more}


CASES = (
    Case("a device", "devices", "set", (64 * KI, 128 * KI), devices=RDMA),
    Case("a device in a namespace of another rule", "devices", "set", (64 * KI, 128 * KI), pod={"space": "guest-1"}, devices=RDMA),
    Case("another device", "none", "kept", pod={"space": "nobody"}, devices={"/dev/infiniband-not/uverbs0": "/dev/null"}),
    Case("nothing of all that", "none", "kept", pod={"space": "nobody"}),
    Case("labels", "labelled", "set", both(192 * KI), pod={"labels": {"job": "small", "tier": "gold-2"}}),
    Case("one of two labels", "asking", "kept", pod={"labels": {"job": "small"}}),
    Case("a runtime class", "class", "set", both(256 * KI), pod={"handler": "other"}),
    Case("an annotation that the policy looks for", "annotated", "set", both(320 * KI), pod=asks("low", "example.com/limit")),
    Case("an annotation of the container", "given", "set", both(384 * KI), annotations={"example.com/given": "yes"}),
    Case("a namespace, and another limit that its rule lists", "guests", "set", both(448 * KI), pod={"space": "guest-2"},
         other={FILES: both(1000)}),
    Case("asks for the pod", "asking", "set", both(96 * KI), pod=asks("96Ki")),
    Case("asks for two values", "asking", "set", (32 * KI, 96 * KI), pod=asks("32Ki:96Ki", f"{OWN}container.main")),
    Case("asks for another container", "asking", "kept", pod=asks("96Ki", f"{OWN}container.other")),
    Case("asks as the ulimit-adjuster does, in JSON", "asking", "set", (48 * KI, 96 * KI),
         pod=asks('[{"type": "memlock", "soft": 49152, "hard": 98304}]', ADJUSTER)),
    Case("asks by its older key, in YAML", "asking", "set", both(80 * KI),
         pod=asks("- {type: RLIMIT_MEMLOCK, soft: 81920, hard: 81920}\n- type: NOFILE\n  soft: 512\n  hard: 4096\n", OLDER),
         other={FILES: (512, 4096)}),
    Case("asks for more than the ceiling", "asking", "capped", both(2 * MI), "ceiling", pod=asks("unlimited")),
    Case("asks for a limit that no rule lists", "asking", "refused", both(96 * KI), "nproc",
         pod=asks('[{"type": "memlock", "soft": 98304, "hard": 98304}, {"type": "nproc", "soft": 10, "hard": 10}]', ADJUSTER)),
    Case("asks for more than its rule's", "devices", "capped", both(128 * KI), "ceiling", pod=asks("7Mi"), devices=RDMA),
    Case("asks where nobody listens", "asking", "refused", None, "namespace quiet", pod=asks("96Ki", space="quiet")),
    Case("asks where no rule is", "none", "refused", None, "no rule matches", pod=asks("96Ki", space="nobody")),
    Case("asks for nonsense", "asking", "refused", None, f"{OWN}pod", pod={"annotations": BAD}),
    Case("asks for nonsense with a device", "devices", "refused", (64 * KI, 128 * KI), f"{OWN}pod", pod={"annotations": BAD}, devices=RDMA),
    Case("asks for nonsense in YAML", "asking", "refused", None, ADJUSTER, pod=asks("[{", ADJUSTER)),
)


class Trial:
    """`before`: the limits of a container that nobody looked at."""

    def __init__(self, tally, binary, daemon):
        self.tally, self.binary, self.daemon, self.runtime = tally, binary, daemon, daemon.runtime
        with self.runtime.pod() as pod:
            self.before = pod.start().limits()

    def plugin(self, text, *flags):
        return plugin.Plugin(self.binary, self.daemon.nri_socket, self.daemon.logs, text, flags)

    def limits(self, what, limits, container):
        """`limits`: {kind: (soft, hard), or nothing where it has to be as before}."""
        expected = {kind: tuple(map(str, value)) if value else self.before[kind] for kind, value in {PROCESSES: None, FILES: None, **limits}.items()}
        found = container.limits()
        self.tally.equal(f"{what}: limits", expected, {kind: found[kind] for kind in expected})

    def case(self, running, case):
        what = f"{self.daemon.version} {case.name}"
        with self.runtime.pod(**{"space": "team", **case.pod}) as pod:
            container = pod.start(**case.container)
            self.limits(what, case.limits, container)
            said = running.decision(pod.name)
            self.tally.equal(f"{what}: decision", (case.rule, case.outcome), (said.get("rule"), said.get("outcome")))
            self.tally.contains(f"{what}: reason", case.words, (said.get("reasons") or [""])[-1])
            mark = container.information()["runtimeSpec"]["annotations"].get(MARK)
            self.tally.equal(f"{what}: mark", case.rule, mark)

    def cases(self):
        with self.plugin(policy()) as running:
            if self.tally.true(f"{self.daemon.version} the plugin is ready", running.is_ready(), "ready", running.text()):
                for case in CASES:
                    self.case(running, case)
                self.user(running)
                self.reload(running)
            self.tally.equal(f"{self.daemon.version} exit code of a plugin that is told to end", 0, running.stop())

    def user(self, running):
        """A container of no root reads its limit itself, and has no capability by which it could have raised it."""
        with self.runtime.pod() as pod:
            said = pod.start(command=["sh", "-c", "id -u; ulimit -S -l; ulimit -H -l; grep CapEff /proc/self/status"], user=1000, devices=RDMA).said()
        self.tally.equal(f"{self.daemon.version} user 1000", ["1000", "64", "128", "CapEff:", "0" * 16], said.split())

    def reload(self, running):
        """A new policy counts for what is made from then on, a bad one for nothing."""
        what = f"{self.daemon.version} reload"
        with self.runtime.pod() as pod:
            running.reload(policy(**{"soft: 64Ki": "soft: 72Ki"}))
            self.tally.true(f"{what}: is logged", running.until("reload"), "an event", running.text())
            self.limits(f"{what}: new policy", {MEMLOCK: (72 * KI, 128 * KI)}, pod.start("new", devices=RDMA))
            running.reload(policy(**{"soft: 64Ki": "soft: 64Qi"}))
            refused = running.until("reload", 2)
            self.tally.contains(f"{what}: a bad policy", f"{running.policy}:", str(refused[1:]))
            self.limits(f"{what}: bad policy", {MEMLOCK: (72 * KI, 128 * KI)}, pod.start("old", devices=RDMA))

    def rejecting(self):
        """onError: reject: the creation fails with our sentence."""
        what = f"{self.daemon.version} onError: reject"
        with self.plugin(policy("reject")) as running, self.runtime.pod(annotations=BAD) as pod:
            self.tally.true(f"{what}: ready", running.is_ready(), "ready", running.text())
            try:
                pod.create(devices=RDMA)
                self.tally.fail(what, "a refusal", "a container")
            except cri.Refused as problem:
                self.tally.contains(f"{what}: what the runtime says", f"annotation {OWN}pod is refused", str(problem))
                self.tally.contains(f"{what}: why", "onError: reject", str(problem))
            self.tally.equal(f"{what}: outcome", "rejected", running.decision(pod.name).get("outcome"))
        with self.plugin(policy("reject")) as running, self.runtime.pod() as pod:
            self.tally.true(f"{what}: ready again", running.is_ready(), "ready", running.text())
            self.limits(f"{what}: others", {MEMLOCK: (64 * KI, 128 * KI)}, pod.start(devices=RDMA))

    def audit(self):
        what = f"{self.daemon.version} audit"
        with self.plugin(policy("reject"), "--audit") as running:
            self.tally.true(f"{what}: ready", running.is_ready(), "ready", running.text())
            for annotations, outcome in (({}, "set"), (BAD, "rejected")):
                with self.runtime.pod(annotations=annotations) as pod:
                    self.limits(f"{what} {outcome}", {MEMLOCK: None}, pod.start(devices=RDMA))
                    said = running.decision(pod.name)
                    self.tally.equal(f"{what}: says what it would have done", (outcome, True), (said.get("outcome"), said.get("audit")))


def check(tally, binary, daemon):
    trial = Trial(tally, binary, daemon)
    trial.cases()
    trial.rejecting()
    trial.audit()
