"""`preflight`, and `deploy` behind it, before a real API server: nodes and networks that are objects alone, quotas, rights, Pod Security."""
import json
import subprocess
import time

import jsonschema

from bed import access, webhook

SECONDS = 60
RESOURCE = "k8s.v1.cni.cncf.io/resourceName"
JOB = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {{name: train, namespace: {space}}}
spec:
  cluster:
    fabric: {fabric}
    gpusPerNode: 0
    createNamespace: false
    nodeSelector: {{tests/pool: {space}}}
    rails: {rails}
    launcherImage: registry.example/railhead:1
{cluster}
  image: registry.example/job:1
  nodes: {nodes}
  command: [sleep, infinity]
  resources: {{cpu: "2", memory: 4Gi}}
{more}
"""
SHARED = "[{resource: rdma/hca}]"
RAIL = "[{network: rail1, resource: example.com/rail1}]"


class Ahead:
    def __init__(self, tally, railhead, kubectl, server, place):
        self.tally, self.railhead, self.kubectl, self.server, self.place = tally, railhead, kubectl, server, place
        self.what = f"preflight, {kubectl.name}"
        self.space = "ahead-" + kubectl.name.split()[-1].lower()
        (place / "bin").mkdir()
        (place / "bin/kubectl").symlink_to(kubectl.program)
        self.environ = {"HOME": str(place), "KUBECONFIG": str(server.kubeconfig), "PATH": f"{place}/bin:/usr/bin:/bin"}
        self.apply(access.space(self.space), access.space(self.space + "-infra"))

    def apply(self, *objects):
        done = self.kubectl.run("apply", "--server-side", "--force-conflicts", "-f", "-", text=access.listed(*objects))
        self.tally.true(f"{self.what}: objects", done.returncode == 0, "accepted", done.stderr)

    def node(self, name, taints=(), **amounts):
        thing = {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"{self.space}-{name}", "labels": {"tests/pool": self.space}},
                 "spec": {"taints": list(taints)}}
        status = {"capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": "True", "reason": "Tests", "message": "ready"}]}
        self.kubectl.run("create", "-f", "-", text=json.dumps(thing))
        path = self.place / "status.json"
        path.write_text(json.dumps({**thing, "status": status}))
        done = self.kubectl.run("replace", "--raw", f"/api/v1/nodes/{thing['metadata']['name']}/status", "-f", path)
        self.tally.true(f"{self.what}: node {name}", done.returncode == 0, "made", done.stderr)

    def written(self, rails=SHARED, fabric="shared-infiniband", nodes=2, cluster="", more=""):
        path = self.place / "railhead.yaml"
        path.write_text(JOB.format(space=self.space, rails=rails, fabric=fabric, nodes=nodes, cluster=cluster, more=more))
        return path

    def run(self, *words, user=None):
        environ = {**self.environ, "KUBECONFIG": str(user.kubeconfig)} if user else self.environ
        return subprocess.run([self.railhead.binary, *map(str, words)], capture_output=True, text=True, timeout=SECONDS, env=environ)

    def expect(self, what, code, done, *parts):
        said = done.stdout + done.stderr
        self.tally.true(f"{self.what}: {what}", done.returncode == code and all(part in said for part in parts), f"exit code {code} and {parts}",
                        f"{done.returncode} {said}")
        return said

    def objects(self):
        done = self.kubectl.run("get", "serviceaccounts,services,statefulsets,configmaps", "-n", self.space, "-o", "name")
        return sorted(done.stdout.split())


def nodes(one):
    """None, with the wrong names, tainted, held by others."""
    path = one.written()
    one.expect("no nodes at all", 1, one.run("preflight", path), "preflight.resource.on-no-node", "it cannot start as it should")
    one.node("a", **{"cpu": "16", "memory": "64Gi", "rdma/hca": "1"})
    one.node("b", [{"key": "gpus", "effect": "NoSchedule"}], **{"cpu": "16", "memory": "64Gi", "rdma/hca": "1"})
    one.expect("a taint", 1, one.run("preflight", path), "asks for 2 pods, and 1 fits", "1 with taint gpus:NoSchedule", "{key: gpus, operator: Exists, effect: NoSchedule}")
    tolerating = "    tolerations: [{key: gpus, operator: Exists, effect: NoSchedule}]"
    path = one.written(cluster=tolerating)
    one.expect("both", 0, one.run("preflight", path), "the job can start, with RDMA on 1 rail")
    one.expect("without RDMA", 0, one.run("preflight", path, "--mode", "tcp"), "the job can start, without RDMA")
    before = one.objects()
    holder = {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "holder", "namespace": one.space},
              "spec": {"nodeName": f"{one.space}-a", "containers": [{"name": "main", "image": "i", "resources": {"limits": {"rdma/hca": "1"}}}]}}
    one.apply(holder)
    one.expect("devices that others hold", 1, one.run("preflight", path), "there is room for 1 now", "0 rdma/hca free of 1")
    one.expect("deploy stops", 1, one.run("deploy", path), "nothing was applied", "--no-preflight", "preflight.nodes.too-few")
    one.tally.equal(f"{one.what}: and made nothing", before, one.objects())
    done = one.run("deploy", path, "-o", "json")
    one.tally.equal(f"{one.what}: deploy -o json says why", (1, True), (done.returncode, "nothing was applied" in json.loads(done.stdout)["error"]["message"]))
    one.kubectl.run("delete", "pod", "holder", "-n", one.space, "--force", "--grace-period=0")
    misspelt = one.written(rails="[{resource: rdma/hcb}]", cluster=tolerating)
    one.expect("a name that no node has", 1, one.run("preflight", misspelt), "none of 2 nodes has", "rdma/hca  # in railhead.yaml")
    return tolerating


def network(name, space, resource):
    config = {"cniVersion": "0.3.1", "name": name, "type": "sriov", "ipam": {"type": "whereabouts", "range": "192.0.2.0/30"}}
    return {"apiVersion": "k8s.cni.cncf.io/v1", "kind": "NetworkAttachmentDefinition",
            "metadata": {"name": name, "namespace": space, "annotations": {RESOURCE: resource}}, "spec": {"config": json.dumps(config)}}


def networks(one, tolerating):
    """In another namespace, then copied; of another resource; with too few addresses."""
    for each in "ab":
        one.node(each, [{"key": "gpus", "effect": "NoSchedule"}], **{"cpu": "16", "memory": "64Gi", "rdma/hca": "1", "example.com/rail1": "2"})
    path = one.written(RAIL, "sriov-roce", cluster=tolerating)
    one.apply(network("rail1", one.space + "-infra", "example.com/rail1"))
    copy = f"railhead networks copy --from {one.space}-infra --to {one.space} rail1"
    one.expect("a network of another namespace", 1, one.run("preflight", path), "preflight.network.not-found", copy)
    one.expect("copied as it says", 0, one.run(*copy.split()[1:]))
    one.expect("and is there", 0, one.run("preflight", path), f"network {one.space}/rail1: is there", "no DaemonSet that brings it", "with RDMA on 1 rail")
    one.expect("addresses", 1, one.run("preflight", one.written(RAIL, "sriov-roce", nodes=3, cluster=tolerating)), "has 2 addresses in 192.0.2.0/30")
    one.written(RAIL, "sriov-roce", cluster=tolerating)
    one.apply(network("rail1", one.space, "example.com/eno5"))
    mend = f"kubectl annotate network-attachment-definitions rail1 -n {one.space} --overwrite {RESOURCE}=example.com/rail1"
    one.expect("another resource", 1, one.run("preflight", path), "takes its device from example.com/eno5", mend)
    done = one.kubectl.run(*mend.split()[1:])
    one.tally.true(f"{one.what}: mended as it says", done.returncode == 0, "accepted", done.stderr)
    one.expect("no more", 0, one.run("preflight", path))
    one.expect("a network that is there when deploy begins", 4, one.run("deploy", path, "--timeout", "1s"), "created    statefulset", "not there yet")
    one.kubectl.run("delete", "network-attachment-definitions", "rail1", "-n", one.space)
    before = one.objects()
    one.expect("and that is deleted before it goes on", 1, one.run("deploy", path, "--timeout", "1s"), "preflight.network.not-found", copy, "nothing was applied")
    one.tally.equal(f"{one.what}: what was applied before stays", before, one.objects())
    one.expect("copied once more", 0, one.run(*copy.split()[1:]))
    one.expect("it goes on", 4, one.run("deploy", path, "--timeout", "1s"), "unchanged  statefulset")
    one.run("undeploy", path)


def names_and_quotas(one, tolerating):
    path = one.written(cluster=tolerating + "\n    imagePullSecrets: [registry]", more="  secrets: [{name: TOKEN, secret: hub, key: token}]")
    one.expect("secrets that are missing", 1, one.run("preflight", path), f"secret {one.space}/hub: is not there", f"secret {one.space}/registry: is not there",
               f"kubectl create secret generic hub -n {one.space}")
    for name in ("hub", "registry"):
        one.kubectl.run("create", "secret", "generic", name, "-n", one.space, "--from-literal=token=x")
    one.expect("and are made", 0, one.run("preflight", path), f"secret {one.space}/hub: is there")
    path = one.written(cluster=tolerating)
    one.apply(access.quota(one.space, **{"requests.rdma/hca": "1"}))
    one.expect("a quota", 1, one.run("preflight", path), "preflight.quota.exceeded", "requests.rdma/hca")
    one.kubectl.run("delete", "quota", "--all", "-n", one.space)
    one.expect("a volume without a class", 1, one.run("preflight", one.written(cluster=tolerating, more="  volumes: [{name: data, mountPath: /d, size: 1Gi, storageClass: none}]")),
               "asks for storage class none")


def admission(one, tolerating):
    path = one.written(cluster=tolerating)
    one.kubectl.run("create", "serviceaccount", "train", "-n", one.space)
    one.expect("an account of somebody else", 1, one.run("preflight", path), "is there already, and is not of this job")
    one.kubectl.run("annotate", "serviceaccount", "train", "-n", one.space, f"railhead.dev/owner=TrainingJob/{one.space}/train")
    one.expect("a pod is tried", 0, one.run("preflight", path), "is admitted, says the API server to statefulset-controller")
    answer = json.loads((done := one.run("preflight", path, "-o", "json")).stdout)
    one.tally.equal(f"{one.what}: -o json", (0, True, True, []), (done.returncode, answer["verdict"]["can_start"], answer["verdict"]["rdma"], answer["verdict"]["blockers"]))
    known = json.loads(one.run("schema", "preflight").stdout)
    one.tally.equal(f"{one.what}: by its schema", [], [fault.message for fault in jsonschema.Draft202012Validator(known).iter_errors(answer)])
    one.kubectl.run("label", "namespace", one.space, f"webhook={webhook.DENIES}", "--overwrite")
    with webhook.serving(one.place) as configuration:
        one.apply(configuration)
        end = time.monotonic() + 20
        while (done := one.run("preflight", path)).returncode == 0 and time.monotonic() < end:
            time.sleep(0.2)
        one.expect("a webhook of pods", 1, done, "preflight.pod.refused", webhook.WORDS)
        one.expect("is not asked without trials", 0, one.run("preflight", path, "--no-trials"), "the job can start")
        one.kubectl.run("delete", "validatingwebhookconfiguration", "tests")


def rights(one, tolerating):
    path = one.written(cluster=tolerating)
    dev = access.User(one.server, "dev")
    one.expect("nobody's token", 3, one.run("preflight", path, user=access.User(one.server, "gone")), "Log in anew")
    one.apply(*access.granted(one.space))
    said = one.expect("a user of the namespace", 3, one.run("preflight", path, user=dev), "as admin: kubectl describe nodes", "not all is known")
    one.tally.lacks(f"{one.what}: nothing is taken for missing that is not known", "it cannot start", said)
    one.expect("deploy goes on where it is not known", 4, one.run("deploy", path, "--timeout", "1s", user=dev), "not there yet")
    one.run("undeploy", path)


def check(tally, railhead, kubectl, server, place):
    one = Ahead(tally, railhead, kubectl, server, place)
    tolerating = nodes(one)
    networks(one, tolerating)
    names_and_quotas(one, tolerating)
    admission(one, tolerating)
    rights(one, tolerating)
    for space in (one.space, one.space + "-infra"):  # whose networks the next would be told of
        kubectl.run("delete", "network-attachment-definitions", "--all", "-n", space)
    kubectl.run("delete", "nodes", "-l", f"tests/pool={one.space}")
