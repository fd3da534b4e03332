#!/usr/bin/env python3
"""The bed with nodes, tried by what the suites of the cluster commands rely on: pods run, exec and logs answer, devices are handed out,
limits set, quota, rights and webhooks refuse, names resolve, and nothing is left in the end.

usage: tests/cluster/node_bed.py BINARY

Needs root and cgroup v1; what cannot be had is skipped by name. The last line is "node-bed: N passed, N failed, N skipped"."""
import contextlib
import json
import pathlib
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "cli")]

import crds  # noqa: E402  (the path above has to be set first)
import processes  # noqa: E402
import programs  # noqa: E402
from bed import access, deployed, devices, hca, images, limits, newcomer, node, slot, traces, webhook  # noqa: E402
from kubectl import Kubectl  # noqa: E402
from railhead import Railhead  # noqa: E402
from tally import Tally  # noqa: E402

SECONDS = 60
RESOURCE, COUNT = "rdma/hca", 2
JOB = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: NAME, namespace: team}
spec:
  cluster:
    fabric: shared-infiniband
    gpusPerNode: 0
    createNamespace: false
    rails: [{resource: rdma/hca}]
    launcherImage: railhead:tests
    imagePullPolicy: IfNotPresent
  image: railhead:tests
  nodes: 2
  command: [nc, -ll, -p, "7000", -e, echo, here]
  resources: {cpu: 50m, memory: 64Mi}
"""


def until(condition, seconds=SECONDS):
    """What the condition gives once that is true, or after that time."""
    end = time.monotonic() + seconds
    while not (found := condition()) and time.monotonic() < end:
        time.sleep(0.1)
    return found


def pod(name, space, **limits):
    container = {"name": "main", "image": "railhead:tests", "command": ["sleep", "1000"], "resources": {"limits": limits}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": space}, "spec": {"containers": [container]}}


def allocations(devices):
    return sum(line.startswith("allocated d") for line in devices.said())


class Trial:
    def __init__(self, tally, railhead, bed):
        self.tally, self.railhead, self.bed = tally, railhead, bed
        program = programs.debian_kubectl()
        self.admin, self.dev, self.gone = (Kubectl(name, program, bed.user(name)) for name in ("admin", "dev", "gone"))

    def applied(self, kubectl, what, *objects):
        done = kubectl.run("apply", "-f", "-", text=access.listed(*objects))
        return self.tally.true(what, done.returncode == 0, "accepted", done.stderr)

    def refused(self, what, done, *words):
        self.tally.true(what, done.returncode != 0 and all(word in done.stderr for word in words), f"refused with {words}", done.stderr or done.stdout)

    def prepared(self):
        spaces = [access.space(access.SPACE), access.space("small"), access.space("asked", webhook=webhook.DENIES),
                  access.space("slow", webhook=webhook.SLOW)]
        said = self.admin.run("apply", "-f", "-", text=crds.text())
        return self.tally.true("custom resources", said.returncode == 0, "accepted", said.stderr) and \
            self.applied(self.admin, "namespaces, rights and quota", *spaces, *access.granted(), access.quota("small", pods="1"))

    def rights(self):
        """As the same questions are asked by people: can-i, and what is refused."""
        for kubectl, words, answer in ((self.dev, ("create", "pods", "--subresource=exec"), "yes"), (self.dev, ("create", "namespaces"), "no"),
                                       (self.admin, ("create", "namespaces"), "yes")):
            done = kubectl.run("auth", "can-i", *words, "-n", access.SPACE)
            self.tally.equal(f"{kubectl.name} can-i {' '.join(words)}", answer, done.stdout.strip())
        self.refused("dev lists nodes", self.dev.run("get", "nodes"), "Forbidden", 'User "dev"')
        self.refused("a token that nobody knows", self.gone.run("get", "pods", "-n", access.SPACE), "must be logged in to the server")

    def limits(self):
        """Quota and webhooks, and their words."""
        # Before the quota's use was counted, and the service account made, no pod is taken.
        taken = until(lambda: self.admin.run("apply", "-f", "-", text=access.listed(pod("one", "small"))).returncode == 0)
        self.tally.true("the first pod of a quota", taken, "accepted", "refused")
        self.refused("the second", self.admin.run("apply", "-f", "-", text=access.listed(pod("two", "small"))), "exceeded quota: most", "limited: pods=1")
        with webhook.serving(self.bed.folder) as configuration:
            self.applied(self.admin, "webhooks", configuration)

            def asked(space):
                return self.admin.run("apply", "-f", "-", text=access.listed(pod("one", space)))
            # The API server takes a moment to know a webhook; a dry run makes nothing meanwhile.
            trial = ("apply", "--dry-run=server", "-f", "-")
            known = until(lambda: webhook.WORDS in self.admin.run(*trial, text=access.listed(pod("one", "asked"))).stderr)
            self.tally.true("a webhook is asked", known, "a refusal", "none")
            self.refused("a webhook's words", asked("asked"), f'admission webhook "{webhook.DENIES}.tests.railhead.dev" denied the request: {webhook.WORDS}')
            self.refused("a webhook that is too slow", asked("slow"), f'failed calling webhook "{webhook.SLOW}.tests.railhead.dev"')
            self.admin.run("delete", "validatingwebhookconfiguration", "tests")

    def rendered(self, name, *flags):
        """A job of two pods, made by the user: (its pods, whether they run)."""
        path = self.bed.folder / f"{name}.yaml"
        path.write_text(JOB.replace("NAME", name))
        done = self.railhead.run("render", path, *flags)
        self.tally.true(f"{name}: rendered", done.returncode == 0, "exit code 0", done.stderr)
        said = self.dev.run("apply", "-f", "-", text=done.stdout.decode())
        self.tally.true(f"{name}: applied by the user", said.returncode == 0, "accepted", said.stderr)

    def running(self, name):
        """Its two pods, once they are Running."""
        said = self.dev.run("-n", access.SPACE, "rollout", "status", f"statefulset/{name}", f"--timeout={SECONDS}s")
        pods = json.loads(self.dev.run("-n", access.SPACE, "get", "pods", "-l", f"app.kubernetes.io/instance={name}", "-o", "json").stdout)["items"]
        return self.tally.true(f"{name}: two pods run", said.returncode == 0 and len(pods) == 2, "ready", said.stderr + self.troubles(pods)) and pods

    def troubles(self, pods):
        """What keeps the pods from running, as far as they say."""
        said = []
        for name, status in ((each["metadata"]["name"], each["status"]) for each in pods):
            waiting = [state["state"] for state in [*status.get("initContainerStatuses", []), *status.get("containerStatuses", [])] if not state["ready"]]
            logs = self.dev.run("-n", access.SPACE, "logs", name, "main", "--tail=3")
            said.append(f"{name} is {status['phase']}: {json.dumps(waiting)} {logs.stdout}{logs.stderr}")
        return "\n".join(said)

    def inside(self, name, *command):
        return self.dev.run("-n", access.SPACE, "exec", name, "-c", "main", "--", *command)

    def job(self, handed_out, before):
        pods = self.running("fabric")
        if not pods:
            return
        self.tally.equal("a pod on each node", sorted(each.name for each in self.bed.machines), sorted(each["spec"]["nodeName"] for each in pods))
        self.tally.contains("logs of the launcher", f"RDMA (InfiniBand) over {hca.ADAPTER}:1",
                            self.dev.run("-n", access.SPACE, "logs", "fabric-0", "main").stdout)
        for each, already in zip(handed_out, before):
            self.tally.equal(f"{each.machine.name}: devices handed out", 1, allocations(each) - already)
        done = self.inside("fabric-1", "/opt/railhead/railhead", "doctor", "-o", "json")
        usable = json.loads(done.stdout)["verdict"]["usable_devices"] if done.returncode == 0 else done.stderr
        self.tally.equal("what doctor finds usable in a pod", [hca.ADAPTER], usable)
        self.tally.equal("exit code of what exec runs", 7, self.inside("fabric-0", "sh", "-c", "exit 7").returncode)

    def names(self):
        """Over TCP of the pods' own network, by name."""
        if self.running("plain"):
            done = self.inside("plain-0", "nc", "-w", "5", "plain-1.plain", "7000")
            self.tally.equal("one pod reaches the other by its name", "here\n", done.stdout)
            self.tally.contains("a name that nobody has", "bad address", self.inside("plain-0", "nc", "-w", "5", "plain-2.plain", "7000").stderr)

    def deployments(self):
        with webhook.serving(self.bed.folder) as configuration:
            self.applied(self.admin, "webhooks once more", configuration)
            one = deployed.Deployments(self.tally, self.railhead, self.admin, self.bed)
            deployed.check(one)
            newcomer.check(one)
            self.admin.run("delete", "validatingwebhookconfiguration", "tests")

    def allocatable(self, machine):
        return int(self.bed.server.object(f"/api/v1/nodes/{machine.name}")["status"]["allocatable"].get(RESOURCE, 0))

    def devices(self, handed_out):
        each = handed_out[0]
        each.switch("d0", healthy=False)
        self.tally.true("a device fails", until(lambda: self.allocatable(each.machine) == COUNT - 1), COUNT - 1, self.allocatable(each.machine))
        each.switch("d0", healthy=True)
        self.tally.true("and is mended", until(lambda: self.allocatable(each.machine) == COUNT), COUNT, self.allocatable(each.machine))
        again = until(lambda: handed_out[1].said().count("registered") == 2)
        self.tally.true("after a restart of the kubelet the plugin is there again", again, "registered twice", handed_out[1].said())


def tried(tally, railhead, bed):
    trial = Trial(tally, railhead, bed)
    if not trial.prepared():
        return
    with contextlib.ExitStack() as plugins:
        handed_out = [plugins.enter_context(devices.advertised(each, RESOURCE, COUNT, hca.written(each.folder / "sys", lid=17 + number)))
                      for number, each in enumerate(bed.machines)]
        shown = until(lambda: all(trial.allocatable(each) == COUNT for each in bed.machines))
        tally.true("both nodes have the devices", shown, COUNT, [trial.allocatable(each) for each in bed.machines])
        limits.check(tally, trial.admin, bed, RESOURCE)
        before = [allocations(each) for each in handed_out]
        trial.rendered("fabric")
        trial.rendered("plain", "--mode", "tcp")
        trial.rights()
        trial.limits()
        trial.job(handed_out, before)
        trial.names()
        trial.deployments()
        bed.machines[1].say("kubelet")
        trial.devices(handed_out)


def killed(tally, binary):
    """A run that is killed: its processes go with it, the next one in its place takes the rest away."""
    with slot.taken(1) as other:  # so that the killed one is the second, whatever runs beside this
        run = subprocess.Popen([sys.executable, __file__, binary, "--hold"], stdout=subprocess.PIPE, text=True)
        folder = pathlib.Path(run.stdout.readline().strip())
        during = traces.processes_of(folder)
        run.send_signal(signal.SIGKILL)
        run.wait()
        tally.true("a node runs", len(during) > 2, "containerd and others", during)
        tally.true("a killed run leaves no process", until(lambda: not traces.processes_of(folder), 10), "none", traces.processes_of(folder))
        left = slot.Slot(int(folder.name.rsplit("-", 1)[1]))
        tally.true("its link and cgroups are there", len(left.leftovers()) > 2, "some", left.leftovers())
        if tally.true("its place is free", left.hold(), "free", "held"):
            left.clear()
            tally.equal("the next run clears them", [], left.leftovers())
            left.release()
        tally.true("the other bed is untouched", other.leftovers(), "link and cgroups", other.leftovers())


def hold(binary):
    """A node without a cluster, until somebody ends it."""
    from bed import machine
    with slot.taken(1) as taken:
        held = machine.Machine(taken, 0, machine.Programs(), images.written(taken.folder / "images.tar", binary))
        # Whoever has no input to lose, as etcd has none.
        processes.start(taken.folder, "waiting", ["tail", "-f", f"{held.folder}/resolv.conf"])
        until(lambda: any("containerd.toml" in line for line in traces.processes_of(taken.folder).values()))
        print(taken.folder, flush=True)
        held.process.wait()


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that everything is stopped
    binary = sys.argv[1]
    if "--hold" in sys.argv:
        return hold(binary)
    tally = Tally(name="node-bed")
    try:
        before = traces.seen()
        with node.started(binary, nodes=2, nri=limits.POLICY) as bed:
            print(f"2 nodes Ready after {bed.seconds:.1f} s", flush=True)
            tried(tally, Railhead(binary), bed)
        tally.equal("what is left of its own", [], bed.slot.leftovers())
        tally.equal("processes that are left", {}, traces.processes_of(bed.folder))
        killed(tally, binary)
        tally.equal("what changed on the machine", [], traces.changed(before, traces.seen()))
    except programs.Unavailable as problem:
        tally.skip("the bed with nodes", problem)
    print(tally)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
