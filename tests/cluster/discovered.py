"""`discover` and `networks copy` before a real API server: nodes, networks, policies and SCCs that are objects alone, as an admin, as a user
without rights, and as one with a few. What discover writes is rendered."""
import json
import subprocess

import jsonschema
import yaml

from bed import access

SECONDS = 120
RAILS = ("rail1", "rail2")
RESOURCE = "k8s.v1.cni.cncf.io/resourceName"
JOB = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: train}
spec: {image: registry.example/train:1, nodes: 2, mode: rdma, command: [torchrun, train.py]}
"""


def node(name, labels, taints, **amounts):
    status = {"capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": "True", "reason": "Tests", "message": "ready"}],
              "nodeInfo": {"architecture": "amd64", "bootID": "", "containerRuntimeVersion": "cri-o://1.31.4", "kernelVersion": "5.14.0", "kubeProxyVersion": "",
                           "kubeletVersion": "v1.31.4", "machineID": "", "operatingSystem": "linux", "osImage": "Tests", "systemUUID": ""}}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": name, "labels": labels}, "spec": {"taints": taints}}, status


def nodes():
    taints = [{"key": "nvidia.com/gpu", "value": "true", "effect": "NoSchedule"}]
    labels = {"nvidia.com/gpu.present": "true", "feature.node.kubernetes.io/pci-15b3.present": "true", "feature.node.kubernetes.io/cpu-cpuid.AVX": "true"}
    gpus = {"nvidia.com/gpu": "4", "openshift.io/rail1": "8", "openshift.io/rail2": "8", "cpu": "64", "memory": "512Gi"}
    return [node("gpu-1", labels, taints, **gpus), node("gpu-2", labels, taints, **gpus), node("cpu-1", {}, [], cpu="16", memory="64Gi")]


def network(name, space, subnet, resource=None):
    config = {"cniVersion": "0.3.1", "name": name, "type": "sriov", "ipam": {"type": "whereabouts", "range": subnet}}
    annotations = {RESOURCE: f"openshift.io/{resource or name}", "sriovnetwork.openshift.io/owner-ref": f"SriovNetwork {name}", "team": "fabric"}
    return {"apiVersion": "k8s.cni.cncf.io/v1", "kind": "NetworkAttachmentDefinition",
            "metadata": {"name": name, "namespace": space, "annotations": annotations, "labels": {"rack": "a"}}, "spec": {"config": json.dumps(config)}}


def policy(name, rdma):
    return {"apiVersion": "sriovnetwork.openshift.io/v1", "kind": "SriovNetworkNodePolicy", "metadata": {"name": name, "namespace": "default"},
            "spec": {"resourceName": name, "numVfs": 8, "nicSelector": {"pfNames": ["eno5np0"]}, "isRdma": rdma}}


def constraint(name, **fields):
    return {"apiVersion": "security.openshift.io/v1", "kind": "SecurityContextConstraints", "metadata": {"name": name}, **fields}


def storage(name, provisioner, default=False):
    annotations = {"storageclass.kubernetes.io/is-default-class": "true"} if default else {}
    return {"apiVersion": "storage.k8s.io/v1", "kind": "StorageClass", "metadata": {"name": name, "annotations": annotations}, "provisioner": provisioner}


def daemons(name, image):
    labels = {"app": name}
    return {"apiVersion": "apps/v1", "kind": "DaemonSet", "metadata": {"name": name, "namespace": "kube-system"},
            "spec": {"selector": {"matchLabels": labels}, "template": {"metadata": {"labels": labels}, "spec": {"containers": [{"name": "main", "image": image}]}}}}


def pod(space):
    """Bound to gpu-1 by its name alone: there is no scheduler."""
    asked = {"nvidia.com/gpu": "1", "openshift.io/rail1": "1", "cpu": "500m"}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "holder", "namespace": space},
            "spec": {"nodeName": "gpu-1", "tolerations": [{"operator": "Exists"}],
                     "containers": [{"name": "main", "image": "i", "resources": {"limits": asked, "requests": asked}}]}}


def role(space, name, group, resources, verbs, names=()):
    rule = {"apiGroups": [group], "resources": resources, "verbs": verbs, **({"resourceNames": list(names)} if names else {})}
    kind = {"apiVersion": "rbac.authorization.k8s.io/v1"}
    return [{**kind, "kind": "Role", "metadata": {"name": name, "namespace": space}, "rules": [rule]},
            {**kind, "kind": "RoleBinding", "metadata": {"name": name, "namespace": space},
             "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": name},
             "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "dev"}]}]


class Cluster:
    def __init__(self, tally, railhead, kubectl, server, place):
        self.tally, self.railhead, self.kubectl, self.server, self.place = tally, railhead, kubectl, server, place
        self.what = f"discover, {kubectl.name}"
        self.space = "discover-" + kubectl.name.split()[-1].lower()
        (place / "bin").mkdir()
        (place / "bin/kubectl").symlink_to(kubectl.program)
        self.environ = {"HOME": str(place), "KUBECONFIG": str(server.kubeconfig), "PATH": f"{place}/bin:/usr/bin:/bin"}

    def apply(self, *objects):
        done = self.kubectl.run("apply", "--server-side", "--force-conflicts", "-f", "-", text=access.listed(*objects))
        self.tally.true(f"{self.what}: objects", done.returncode == 0, "accepted", done.stderr)

    def run(self, *words, user=None):
        environ = {**self.environ, "KUBECONFIG": str(user.kubeconfig)} if user else self.environ
        return subprocess.run([self.railhead.binary, *map(str, words)], capture_output=True, text=True, timeout=SECONDS, env=environ)

    def profile(self, *words, user=None):
        done = self.run("discover", "-n", self.space, *words, user=user)
        self.tally.equal(f"{self.what}: {words} exit code", (0, ""), (done.returncode, done.stderr))
        return done.stdout, yaml.safe_load(done.stdout)["spec"]

    def json(self, command, *words, user=None, code=0):
        done = self.run(*words, "-o", "json", user=user)
        self.tally.equal(f"{self.what}: {words} exit code", (code, ""), (done.returncode, done.stderr))
        answer = json.loads(done.stdout)
        faults = [fault.message for fault in jsonschema.Draft202012Validator(json.loads(self.run("schema", command).stdout)).iter_errors(answer)]
        self.tally.equal(f"{self.what}: {words} by its schema", [], faults)
        return answer

    def expect(self, what, code, done, *parts):
        said = done.stdout + done.stderr
        self.tally.true(f"{self.what}: {what}", done.returncode == code and all(part in said for part in parts), f"exit code {code} and {parts}",
                        f"{done.returncode} {said}")

    def networks(self, space):
        found = json.loads(self.kubectl.run("get", "network-attachment-definitions", "-n", space, "-o", "json").stdout)["items"]
        return {each["metadata"]["name"]: each for each in found}


def build(one):
    for thing, status in nodes():
        one.kubectl.run("create", "-f", "-", text=json.dumps(thing))
        path = one.place / "status.json"
        path.write_text(json.dumps({**thing, "status": status}))
        done = one.kubectl.run("replace", "--raw", f"/api/v1/nodes/{thing['metadata']['name']}/status", "-f", path)
        one.tally.true(f"{one.what}: node {thing['metadata']['name']}", done.returncode == 0, "made", done.stderr)
    version = {"apiVersion": "config.openshift.io/v1", "kind": "ClusterVersion", "metadata": {"name": "version"},
               "status": {"desired": {"version": "4.18.13"}, "history": [{"state": "Partial", "version": "4.18.13"}, {"state": "Completed", "version": "4.18.12"}]}}
    one.apply(version, access.space(one.space), access.quota(one.space, **{"requests.nvidia.com/gpu": "6"}), storage("files", "openshift-storage.cephfs.csi.ceph.com"),
              storage("blocks", "openshift-storage.rbd.csi.ceph.com", True), policy("rail1", True), policy("rail2", True), policy("rail3", False),
              constraint("rdma", allowedCapabilities=["IPC_LOCK"]), constraint("all", allowPrivilegedContainer=True, allowedCapabilities=["*"]),
              constraint("usual", requiredDropCapabilities=["ALL"]), daemons("multus", "registry.example/multus:1"))
    one.apply(network("rail1", "default", "192.0.2.0/25"), network("rail2", "default", "192.0.2.128/25"), network("rail3", "default", "198.51.100.0/24"), pod(one.space))


def rendered(one, text):
    (one.place / "cluster.yaml").write_text(text)
    (one.place / "railhead.yaml").write_text(JOB)
    done = one.run("render", one.place / "railhead.yaml", "--cluster", one.place / "cluster.yaml")
    one.tally.true(f"{one.what}: the profile renders", done.returncode == 0, "manifests", done.stderr)
    return [each for each in yaml.safe_load_all(done.stdout) if each]


def as_admin(one):
    text, spec = one.profile()
    wanted = {"platform": "openshift", "version": "4.18", "namespace": one.space, "createNamespace": False, "nodeSelector": {"nvidia.com/gpu.present": "true"},
              "tolerations": [{"key": "nvidia.com/gpu", "operator": "Equal", "value": "true", "effect": "NoSchedule"}], "gpusPerNode": 4, "gpuResource": "nvidia.com/gpu",
              "fabric": "sriov-roce", "networks": "existing", "memlock": {"via": "ipc-lock"}, "scc": "rdma", "storage": {"shared": "files", "perPod": "blocks"},
              "rails": [{"network": "rail1", "namespace": "default", "resource": "openshift.io/rail1", "subnet": "192.0.2.0/25"},
                        {"network": "rail2", "namespace": "default", "resource": "openshift.io/rail2", "subnet": "192.0.2.128/25"}]}
    one.tally.equal(f"{one.what}: the profile", wanted, spec)
    for part in ("default/rail3: isRdma is not true", f"railhead networks copy --from default --to {one.space}", "[/api/v1/nodes]"):
        one.tally.contains(f"{one.what}: says", part, text)
    kinds = [each["kind"] for each in rendered(one, text)]
    one.tally.true(f"{one.what}: rendered kinds", "StatefulSet" in kinds, "a StatefulSet", kinds)
    answer = one.json("discover", "discover", "-n", one.space)
    by_name = {each["name"]: each for each in answer["nodes"]}
    free = {name: by_name["gpu-1"]["resources"][name]["free"] for name in ("nvidia.com/gpu", "openshift.io/rail1", "openshift.io/rail2", "cpu")}
    one.tally.equal(f"{one.what}: free on gpu-1", {"nvidia.com/gpu": 3, "openshift.io/rail1": 7, "openshift.io/rail2": 8, "cpu": 63500}, free)
    one.tally.equal(f"{one.what}: runtime", ("cri-o", "1.31.4"), (by_name["gpu-1"]["runtime"], by_name["gpu-1"]["runtime_version"]))
    one.tally.true(f"{one.what}: labels", "feature.node.kubernetes.io/cpu-cpuid.AVX" not in by_name["gpu-1"]["labels"], "those of interest", by_name["gpu-1"]["labels"])
    one.tally.equal(f"{one.what}: stack", ["multus"], [each["part"] for each in answer["stack"]])
    one.tally.equal(f"{one.what}: quota", {"hard": "6", "used": None}, answer["namespace"]["quotas"][0]["resources"]["requests.nvidia.com/gpu"])
    one.tally.equal(f"{one.what}: APIs", (["v2beta1"], []), (answer["apis"]["mpijobs.kubeflow.org"], answer["apis"]["nicclusterpolicies.mellanox.com"]))
    one.tally.equal(f"{one.what}: nothing denied", [], [each["what"] for each in answer["unknown"] if each["why"] == "denied"])
    one.expect("tables", 0, one.run("discover", "-n", one.space, "-o", "text"), "nvidia.com/gpu 3/4", "OpenShift 4.18.12", "default/rail1")


def with_few_rights(one):
    """What may not be read is unknown, and never no."""
    dev = access.User(one.server, "dev")
    text, spec = one.profile(user=dev)
    one.tally.equal(f"{one.what}: without rights", {"namespace": one.space, "memlock": {"via": "ipc-lock"}, "platform": "openshift"}, spec)
    for part in ("# gpusPerNode: not known: not readable (dev may not list nodes)", "kubectl get nodes -o yaml", "kubectl get network-attachment-definitions -A -o yaml",
                 "# scc: not known", "kubectl get scc -o yaml"):
        one.tally.contains(f"{one.what}: without rights", part, text)
    answer = one.json("discover", "discover", "-n", one.space, user=dev)
    for member in ("nodes", "pods", "networks", "policies", "sccs", "storage_classes", "stack", "openshift_version"):
        one.tally.equal(f"{one.what}: without rights, {member}", None, answer[member])
    one.apply(*role(one.space, "networks", "k8s.cni.cncf.io", ["network-attachment-definitions"], ["list"]))
    answer = one.json("discover", "discover", "-n", one.space, user=dev)
    one.tally.equal(f"{one.what}: networks of one namespace", ([one.space], []), (answer["networks_of"], answer["networks"]))
    account = f"system:serviceaccount:{one.space}:trainer"
    one.apply(constraint("rdma", allowedCapabilities=["IPC_LOCK"], users=[account]))
    answer = one.json("discover", "discover", "-n", one.space, "--service-account", "trainer")
    may = {each["name"]: each["account_may_use"] for each in answer["sccs"]}
    one.tally.equal(f"{one.what}: an account that the SCC names", {"rdma": True, "all": False, "usual": None}, may)
    _, spec = one.profile("--service-account", "trainer")
    one.tally.equal(f"{one.what}: its profile", ("rdma", "trainer", True), (spec.get("scc"), spec["serviceAccount"], spec["createServiceAccount"]))
    text, spec = one.profile("--service-account", "stranger")
    one.tally.true(f"{one.what}: a stranger", "scc" not in spec, "no SCC", spec)
    one.tally.contains(f"{one.what}: a stranger", f"oc adm policy add-scc-to-user rdma -z stranger -n {one.space}", text)


def copied(one):
    words = ("networks", "copy", "--from", "default", "--to", one.space)
    answer = one.json("networks", *words, *RAILS, "--dry-run")
    one.tally.equal(f"{one.what}: a dry run", ({}, True, ["created", "created"]), (one.networks(one.space), answer["dry_run"], [each["state"] for each in answer["networks"]]))
    one.expect("a dry run of the server", 0, one.run(*words, "rail1", "--dry-run=server"), f"{one.space}/rail1: would be created", "+ ")
    one.tally.equal(f"{one.what}: which writes nothing", {}, one.networks(one.space))
    one.expect("a network that is not there", 2, one.run(*words, "rail9"), "has no network rail9", "rail1")
    dev = access.User(one.server, "dev")
    one.expect("without rights", 3, one.run(*words, user=dev), "dev may not list network-attachment-definitions", "--verb=list")
    one.apply(*role("default", "networks", "k8s.cni.cncf.io", ["network-attachment-definitions"], ["list"]))
    one.expect("without the right to write", 3, one.run(*words, user=dev), "nothing was written", "--verb=create")
    one.tally.equal(f"{one.what}: and nothing is", {}, one.networks(one.space))
    one.expect("copied", 0, one.run(*words, *RAILS), f"{one.space}/rail1: created", f"{one.space}/rail2: created")
    here, there = one.networks("default"), one.networks(one.space)
    one.tally.equal(f"{one.what}: which", set(RAILS), set(there))
    one.tally.equal(f"{one.what}: configuration, byte for byte", here["rail1"]["spec"], there["rail1"]["spec"])
    one.tally.equal(f"{one.what}: annotations", {RESOURCE: "openshift.io/rail1", "team": "fabric"}, there["rail1"]["metadata"]["annotations"])
    one.tally.equal(f"{one.what}: labels", {"rack": "a"}, there["rail1"]["metadata"]["labels"])
    one.expect("again", 0, one.run(*words, *RAILS), "rail1: is there already")
    one.tally.equal(f"{one.what}: which changes nothing", there, one.networks(one.space))
    other = network("rail1", one.space, "203.0.113.0/24")
    one.apply(other)
    before = one.networks(one.space)
    one.expect("a conflict", 1, one.run(*words), "rail1: is there, and differs", '-         "range": "203.0.113.0/24"', "rail3: would be created, but nothing was written", "--force",
               "SriovNetwork rail1 makes the one that is there")
    one.tally.equal(f"{one.what}: nothing half-done", before, one.networks(one.space))
    answer = one.json("networks", *words, code=1)
    one.tally.equal(f"{one.what}: refused", True, answer["refused"])
    one.expect("by force", 0, one.run(*words, *RAILS, "--force"), "rail1: replaced", "rail2: is there already")
    one.tally.equal(f"{one.what}: as the original", here["rail1"]["spec"], one.networks(one.space)["rail1"]["spec"])
    _, spec = one.profile()
    one.tally.equal(f"{one.what}: rails of the namespace itself", [{"network": rail, "resource": f"openshift.io/{rail}"} for rail in RAILS],
                    [{key: rail[key] for key in rail if key != "subnet"} for rail in spec["rails"]])


def cleared(one):
    one.kubectl.run("delete", "node", *(thing["metadata"]["name"] for thing, _ in nodes()))
    one.kubectl.run("delete", "scc", "rdma", "all", "usual")
    one.kubectl.run("delete", "clusterversion", "version")
    one.kubectl.run("delete", "storageclass", "files", "blocks")
    one.kubectl.run("delete", "daemonset", "multus", "-n", "kube-system")
    one.kubectl.run("delete", "network-attachment-definitions,sriovnetworknodepolicies,rolebindings", "--all", "-n", "default")
    one.kubectl.run("delete", "pod", "holder", "-n", one.space, "--force", "--grace-period=0")


def check(tally, railhead, kubectl, server, place):
    one = Cluster(tally, railhead, kubectl, server, place)
    build(one)
    as_admin(one)
    with_few_rights(one)
    copied(one)
    cleared(one)
