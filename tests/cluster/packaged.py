"""What runs `railhead nri` on a cluster, packaging/nri: built by kustomize of kubectl, judged by lint and by the SCC and Pod Security models,
taken by the server, and found by `discover`."""
import copy
import json
import pathlib

import yaml

import discovered
import injected

PACKAGING = pathlib.Path(__file__).resolve().parents[2] / "packaging/nri"
OVERLAYS = ("base", "audit", "openshift")
SPACE, NAME = "railhead-system", "railhead-nri"
ARGS = ["nri", "--socket=/var/run/nri/nri.sock", "--policy=/etc/railhead/policy.yaml", "--metrics=0.0.0.0:9465"]
LABEL = {"user": "system_u", "role": "system_r", "type": "spc_t", "level": "s0"}


class Built:
    """One overlay as kustomize writes it."""

    def __init__(self, name, text, place):
        self.name, self.path = name, place / f"nri-{name}.yaml"
        self.path.write_text(text)
        self.objects = list(yaml.safe_load_all(text))

    def one(self, kind):
        found = [each for each in self.objects if each["kind"] == kind]
        assert len(found) == 1, f"{self.name}: {len(found)} of {kind}"
        return found[0]

    @property
    def pod(self):
        return self.one("DaemonSet")["spec"]["template"]["spec"]


def check(tally, railhead, clients, running, place):
    newest = clients[-1]
    for kubectl in clients:
        for built in _built(tally, kubectl, place):
            if kubectl is newest:
                _judged(tally, railhead, built)
                _least(tally, built)
                _named(tally, built)
    things = _built(tally, newest, place)
    if len(things) == len(OVERLAYS):
        _differ(tally, *things)
        _admitted(tally, railhead, things[2])
        _server(tally, newest, things)
        _discovered(tally, railhead, newest, running, things[0], place)


def _built(tally, kubectl, place):
    """Kustomize of kubectl 1.20 is one of 2018: `patches` were something else."""
    if "--load-restrictor" not in kubectl.run("kustomize", "--help").stdout:
        tally.skip(f"packaging/nri by {kubectl.name}", "its kustomize is older than 3")
        return []
    found = []
    for name in OVERLAYS:
        done = kubectl.run("kustomize", PACKAGING / name)
        if tally.equal(f"packaging/nri/{name} by {kubectl.name}", (0, ""), (done.returncode, done.stderr)):
            found.append(Built(name, done.stdout, place))
    return found


def _judged(tally, railhead, built):
    """Nothing that lint has to say, not even of no importance."""
    done = railhead.run("lint", "--fail-on", "info", built.path)
    tally.equal(f"nri/{built.name}: lint", 0, done.returncode if done.returncode == 0 else injected.said(done))


def _least(tally, built):
    """The pod has what it needs and nothing beside it."""
    pod, [container] = built.pod, built.pod["containers"]
    tally.equal(f"nri/{built.name}: the container", {"privileged": False, "allowPrivilegeEscalation": False, "readOnlyRootFilesystem": True,
                                                    "capabilities": {"drop": ["ALL"]}}, container["securityContext"])
    context = {key: value for key, value in pod["securityContext"].items() if key != "seLinuxOptions"}
    tally.equal(f"nri/{built.name}: the pod", {"runAsUser": 0, "runAsGroup": 0, "seccompProfile": {"type": "RuntimeDefault"}}, context)
    tally.equal(f"nri/{built.name}: nothing of the host", [], [key for key in ("hostNetwork", "hostPID", "hostIPC", "initContainers") if key in pod])
    tally.equal(f"nri/{built.name}: no token", (False, False), (pod["automountServiceAccountToken"], built.one("ServiceAccount")["automountServiceAccountToken"]))
    tally.equal(f"nri/{built.name}: of the node", [{"path": "/var/run/nri", "type": "Directory"}], [each["hostPath"] for each in pod["volumes"] if "hostPath" in each])
    tally.equal(f"nri/{built.name}: kinds of volumes", ["configMap", "hostPath"], sorted(kind for each in pod["volumes"] for kind in each if kind != "name"))
    tally.equal(f"nri/{built.name}: mounts", {"/var/run/nri": True, "/etc/railhead": True}, {each["mountPath"]: each.get("readOnly") for each in container["volumeMounts"]})
    tally.equal(f"nri/{built.name}: every node", [{"operator": "Exists"}], pod["tolerations"])
    update = built.one("DaemonSet")["spec"]["updateStrategy"]["rollingUpdate"]
    tally.true(f"nri/{built.name}: never two on a node", not update.get("maxSurge"), "no maxSurge", update)
    tally.equal(f"nri/{built.name}: arguments", ARGS, container["args"][:len(ARGS)])
    ports = {each["name"]: each["containerPort"] for each in container["ports"]}
    probes = {key: (container[key]["httpGet"]["path"], ports[container[key]["httpGet"]["port"]]) for key in ("livenessProbe", "readinessProbe")}
    tally.equal(f"nri/{built.name}: probes", {"livenessProbe": ("/healthz", 9465), "readinessProbe": ("/readyz", 9465)}, probes)


def _named(tally, built):
    """What refers to something refers to what is there: kustomize changes names."""
    policy = built.one("ConfigMap")
    volumes = [each["configMap"]["name"] for each in built.pod["volumes"] if "configMap" in each]
    tally.equal(f"nri/{built.name}: its policy", [policy["metadata"]["name"]], volumes)
    tally.true(f"nri/{built.name}: another policy is another name", policy["metadata"]["name"] != "railhead-nri-policy", "a hash", policy["metadata"]["name"])
    tally.equal(f"nri/{built.name}: the policy", "MemlockPolicy", yaml.safe_load(policy["data"]["policy.yaml"])["kind"])
    labels = built.one("Namespace")["metadata"]["labels"]
    tally.equal(f"nri/{built.name}: Pod Security", "privileged", labels["pod-security.kubernetes.io/enforce"])
    of_cluster = ("Namespace", "SecurityContextConstraints")
    spaces = {each["kind"]: each["metadata"].get("namespace") for each in built.objects}
    tally.equal(f"nri/{built.name}: namespaces", {kind: None if kind in of_cluster else SPACE for kind in spaces}, spaces)
    selector = built.one("DaemonSet")["spec"]["selector"]["matchLabels"].items()
    tally.true(f"nri/{built.name}: selects its pods", selector <= built.one("DaemonSet")["spec"]["template"]["metadata"]["labels"].items(), "its labels", selector)


def _differ(tally, base, audit, openshift):
    tally.equal("nri/audit: its arguments", ["--audit", "--log=all"], audit.pod["containers"][0]["args"][len(ARGS):])
    audit.pod["containers"][0]["args"] = base.pod["containers"][0]["args"]
    tally.equal("nri/audit: nothing else", base.objects, audit.objects)
    tally.equal("nri/base: no SELinux label", None, base.pod["securityContext"].get("seLinuxOptions"))
    tally.equal("nri/openshift: its label", LABEL, openshift.pod["securityContext"].pop("seLinuxOptions"))
    tally.equal("nri/openshift: nothing else in the pod", base.pod, openshift.pod)


def _admitted(tally, railhead, built):
    """By the SCC that comes with it, which its account may use, and by no other of OpenShift's but privileged."""
    constraint = built.one("SecurityContextConstraints")
    tally.equal("nri/openshift: the SCC's grants", (False, True, [], ["ALL"], ["configMap", "hostPath"], LABEL),
                (constraint["allowPrivilegedContainer"], constraint["allowHostDirVolumePlugin"], constraint["allowedCapabilities"],
                 constraint["requiredDropCapabilities"], constraint["volumes"], constraint["seLinuxContext"]["seLinuxOptions"]))
    tally.equal("nri/openshift: may use it", [constraint["metadata"]["name"]], built.one("Role")["rules"][0]["resourceNames"])
    done = railhead.run("scc", "check", "-o", "json", built.path)
    answer = json.loads(done.stdout)
    tally.true("nri/openshift: scc check", done.returncode == 0 and NAME in done.stdout.decode(), f"admitted by {NAME}", injected.said(done))
    without = [each for each in built.objects if each["kind"] != "RoleBinding"]
    bare = built.path.with_name("nri-without-its-binding.yaml")
    bare.write_text(yaml.safe_dump_all(without))
    tally.true("nri/openshift: not without its binding", railhead.run("scc", "check", bare).returncode == 1, "refused", answer)


def _server(tally, kubectl, things):
    """A dry run of the server wants the namespace to be there."""
    space = yaml.safe_dump(things[0].one("Namespace"))
    tally.equal("nri: its namespace", 0, kubectl.run("apply", "--server-side", "-f", "-", text=space).returncode)
    for built in things:
        answer = kubectl.tried({built.path: len(built.objects)})[built.path]
        tally.true(f"nri/{built.name}: taken by the server", isinstance(answer, list), "accepted", answer)


def _discovered(tally, railhead, kubectl, running, built, place):
    """As discover sees it in the API, by its label alone too."""
    (place / "nri-discovered").mkdir()
    one = discovered.Cluster(tally, railhead, kubectl, running, place / "nri-discovered")
    for name in (NAME, "limits"):
        daemons = copy.deepcopy(built.one("DaemonSet"))
        daemons["metadata"]["name"] = name
        daemons["spec"]["template"]["spec"]["containers"][0]["image"] = "registry.example/tools:1"
        one.apply(daemons)
        stack = json.loads(one.run("discover", "-n", SPACE, "-o", "json").stdout)["stack"]
        parts = {each["object"]: each["part"] for each in stack or []}
        tally.equal(f"nri: discover finds {name}", "nri-plugin", parts.get(f"DaemonSet {SPACE}/{name}"))
        kubectl.run("delete", "daemonset", "-n", SPACE, name)
