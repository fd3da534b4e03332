"""discover: what of a cluster becomes a profile that renders, what is left out and why, whatever the API answers."""
import json

import yaml

import clusters
from clusters import NADS, POLICIES, SCCS, network, node, policy, shared

JOB = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: train}
spec: {image: registry.example/train:1, nodes: 2, mode: rdma, gpus: 1, command: [torchrun, train.py]}
"""


class Worlds:
    def __init__(self, program, tally, place):
        self.program, self.tally, self.place, self.count = program, tally, place, 0

    def basic(self, **options):
        self.count += 1
        return clusters.basic(self.place / f"world{self.count}", **options)

    def run(self, cluster, *words, **options):
        return self.program.run("discover", "-n", "team-a", *words, env=cluster.env, **options)

    def profile(self, cluster, *words, code=0):
        """Its text and its spec."""
        done = self.run(cluster, *words)
        self.tally.equal("discover: exit code", (code, ""), (done.status, done.said if code == 0 else ""))
        return done.text, (yaml.safe_load(done.text) or {}).get("spec", {})

    def json(self, cluster, *words):
        return self.program.json("discover", "-n", "team-a", *words, env=cluster.env)

    def renders(self, what, text):
        (self.place / "cluster.yaml").write_text(text)
        (self.place / "railhead.yaml").write_text(JOB)
        done = self.program.run("render", self.place / "railhead.yaml", "--cluster", self.place / "cluster.yaml")
        self.tally.equal(f"{what}: the profile renders", (0, ""), (done.status, done.said))


def test(program, tally, place):
    worlds = Worlds(program, tally, place)
    fabrics(worlds, tally)
    left_out(worlds, tally)
    gpus(worlds, tally)
    rights(worlds, tally)
    platforms(worlds, tally)
    hostile(worlds, tally)
    unanswered(worlds, tally)
    large(worlds, tally)


def fabrics(worlds, tally):
    """Each fabric by its evidence."""
    rails = [{"network": rail, "resource": f"nvidia.com/{rail}"} for rail in ("rail1", "rail2")]
    master = [{**rail, "resource": "rdma/hca", "interface": f"eth{i}"} for i, rail in enumerate(rails, 1)]
    roce = [policy(rail, isRdma=True, linkType="eth") for rail in ("rail1", "rail2")]
    infiniband = [policy(rail, isRdma=True, linkType="ib") for rail in ("rail1", "rail2")]
    worlds_of = {
        "sriov-roce": (rails, roce, [], lambda rail, i: network(rail, "sriov", resource=f"nvidia.com/{rail}")),
        "sriov-infiniband": (rails, infiniband, [], lambda rail, i: network(rail, "ib-sriov", resource=f"nvidia.com/{rail}")),
        "host-device-roce": (rails, roce, [], lambda rail, i: network(rail, "host-device", resource=f"nvidia.com/{rail}")),
        "host-device-infiniband": (rails, infiniband, [], lambda rail, i: network(rail, "host-device", resource=f"nvidia.com/{rail}")),
        "macvlan-roce": (master, [], [shared(hca=(["ether"], ["eth1", "eth2"]))], lambda rail, i: network(rail, "macvlan", master=f"eth{i}")),
        "ipoib": (master, [], [shared(hca=(["infiniband"], []))], lambda rail, i: network(rail, "ipoib", master=f"eth{i}")),
        "shared-infiniband": ([{"resource": "rdma/hca"}], [], [shared(hca=(["infiniband"], ["ib0"]))], lambda rail, i: network(rail, "bridge")),
    }
    for fabric, (wanted, policies, configs, nad) in worlds_of.items():
        cluster = worlds.basic().put(NADS, [nad("rail2", 2), nad("rail1", 1)]).put(POLICIES, policies).put("api/v1/configmaps", configs)
        text, spec = worlds.profile(cluster)
        tally.equal(f"{fabric}: fabric and rails", (fabric, wanted), (spec.get("fabric"), spec.get("rails")))
        worlds.renders(fabric, text)
    _, found = worlds.json(worlds.basic().put("api/v1/configmaps", [shared(hca=(["ether"], ["eth1"]))]))
    tally.equal("shared pools", [{"resource": "rdma/hca", "link_type": "ethernet", "interfaces": ["eth1"], "source": "ConfigMap kube-system/rdma-devices"}], found["shared_pools"])
    cluster = worlds.basic().put(NADS, [network("rail1", "sriov", resource="nvidia.com/rail1", ipam={"type": "whereabouts", "range": "192.0.2.0/24"})]).put(POLICIES, roce)
    _, spec = worlds.profile(cluster)
    tally.equal("subnet of whereabouts", "192.0.2.0/24", spec["rails"][0].get("subnet"))


def left_out(worlds, tally):
    """Nothing is guessed: what is missing, faulty or not plain is said in a comment."""
    sriov = [network(rail, "sriov", resource=f"nvidia.com/{rail}") for rail in ("rail1", "rail2")]
    cases = {
        "isRdma is not set": ([policy("rail1"), policy("rail2", isRdma=True)], sriov, ["rail2"], "team-a/rail1: isRdma is not true"),
        "Ethernet CNI on InfiniBand": ([policy("rail1", isRdma=True, linkType="IB"), policy("rail2", isRdma=True)], sriov, ["rail2"], "does not go with the linkType infiniband"),
        "no node has the resource": ([policy("rail1", isRdma=True), policy("far", isRdma=True)], [sriov[0], network("far", "sriov", resource="nvidia.com/far")], ["rail1"], "team-a/far: no node has nvidia.com/far"),
        "no resource": ([], [network("bare", "sriov")], None, "team-a/bare: it names no resource"),
        "two fabrics": ([policy("rail1", isRdma=True), policy("rail2", isRdma=True)], [sriov[0], network("rail2", "ib-sriov", resource="nvidia.com/rail2")], None, "not plain, so that none is chosen"),
        "host-device of an unknown link": ([], [network("rail1", "host-device", resource="nvidia.com/rail1")], None, "host-device of a link that is not known"),
        "macvlan without a shared resource": ([], [network("rail1", "macvlan", master="eth1")], None, "no resource of the RDMA shared device plugin"),
        "other namespaces": ([policy("rail1", isRdma=True)], [network("rail1", "sriov", "team-b", "nvidia.com/rail1")], None, "railhead networks copy --from team-b --to team-a"),
        "no JSON": ([], [{"metadata": {"name": "odd", "namespace": "team-a"}, "spec": {"config": "{"}}], None, "no network that brings RDMA"),
    }
    for what, (policies, nads, rails, said) in cases.items():
        text, spec = worlds.profile(worlds.basic().put(NADS, nads).put(POLICIES, policies))
        tally.equal(f"{what}: rails", rails, [rail["network"] for rail in spec["rails"]] if "rails" in spec else None)
        tally.equal(f"{what}: fabric", rails is not None, "fabric" in spec)
        tally.contains(what, said, text)
    denied = worlds.basic().put(NADS, sriov).deny(POLICIES, "sriovnetworknodepolicies")
    text, spec = worlds.profile(denied)
    tally.equal("policies denied: rails", 2, len(spec["rails"]))
    tally.contains("policies denied", "NOT PROVEN: the policy of its resource may not be read", text)
    tally.contains("policies denied: the command", "kubectl get sriovnetworknodepolicies -A -o yaml", text)
    same = [network(rail, "sriov", resource=f"nvidia.com/{rail}", ipam={"type": "whereabouts", "range": "192.0.2.0/24"}) for rail in ("rail1", "rail2")]
    text, spec = worlds.profile(worlds.basic().put(NADS, same).put(POLICIES, [policy("rail1", isRdma=True), policy("rail2", isRdma=True)]))
    tally.true("one subnet for two rails", all("subnet" not in rail for rail in spec["rails"]), "no subnets", spec["rails"])
    tally.contains("one subnet for two rails", "have one subnet", text)
    worlds.renders("one subnet", text)


def gpus(worlds, tally):
    taint = {"key": "gpu", "value": "yes", "effect": "NoSchedule"}
    label = {"nvidia.com/gpu.present": "true"}
    nodes = [node("a", label, [taint], nvidia_com__gpu="8"), node("b", label, [taint, {"key": "x", "effect": "NoExecute"}], ready="False", nvidia_com__gpu="4"), node("c", cpu="4")]
    text, spec = worlds.profile(worlds.basic(nodes=nodes))
    tally.equal("nodes that differ", (4, {"nvidia.com/gpu.present": "true"}, [{"key": "gpu", "operator": "Equal", "value": "yes", "effect": "NoSchedule"}]),
                (spec["gpusPerNode"], spec["nodeSelector"], spec["tolerations"]))
    for said in ("4 on 1 node, 8 on 1 node", "x:NoExecute on 1 of 2", "b (not ready)"):
        tally.contains("nodes that differ", said, text)
    text, spec = worlds.profile(worlds.basic(nodes=[node("a", nvidia_com__gpu="8"), node("b", amd_com__gpu="8")]))
    tally.true("two kinds of GPUs", "gpuResource" not in spec and "gpusPerNode" not in spec, "neither", spec)
    tally.contains("two kinds of GPUs", "# gpuResource: several kinds of GPUs", text)
    _, spec = worlds.profile(worlds.basic(nodes=[node("a", cpu="4")]))
    tally.equal("no GPUs", 0, spec["gpusPerNode"])
    pods = [
        {"spec": {"nodeName": "gpu-1", "containers": [{"resources": {"requests": {"nvidia.com/gpu": "2", "cpu": "250m"}}}, {"resources": {"requests": {"nvidia.com/gpu": "1"}}}],
                  "initContainers": [{"resources": {"requests": {"nvidia.com/gpu": "1"}}, "restartPolicy": "Always"}, {"resources": {"requests": {"nvidia.com/gpu": "4"}}}]}},
        {"spec": {"nodeName": "gpu-2", "containers": [{"resources": {"requests": {"nvidia.com/gpu": "99"}}}]}},
        {"spec": {"nodeName": "gpu-2", "containers": [{"resources": {"requests": {"nvidia.com/gpu": "8"}}}]}, "status": {"phase": "Succeeded"}},
        {"spec": {"containers": [{"resources": {"requests": {"nvidia.com/gpu": "8"}}}]}, "status": {"phase": "Pending"}},
    ]
    _, found = worlds.json(worlds.basic().put("api/v1/pods", pods))
    tally.equal("free: init containers beside sidecars count, ended pods do not", [3, 0], [each["resources"]["nvidia.com/gpu"]["free"] for each in found["nodes"]])
    tally.equal("pods", {"bound": 2, "waiting": 1}, found["pods"])
    _, found = worlds.json(worlds.basic().deny("api/v1/pods", "pods"))
    tally.equal("pods that may not be listed: free is not known", [None, None], [each["resources"]["nvidia.com/gpu"]["free"] for each in found["nodes"]])
    done = worlds.run(worlds.basic().deny("api/v1/pods", "pods"), "-o", "text")
    tally.contains("in the table too", "nvidia.com/gpu ?/8", done.text)


def rights(worlds, tally):
    plugin = {"metadata": {"name": "railhead-nri", "namespace": "railhead"}, "spec": {"template": {"spec": {"containers": [{"image": "registry.example/railhead:1"}]}}}}
    rails = [network("rail1", "sriov", resource="nvidia.com/rail1")]
    text, spec = worlds.profile(worlds.basic().put("apis/apps/v1/daemonsets", [plugin]).put(NADS, rails).put(POLICIES, [policy("rail1", isRdma=True)]))
    tally.equal("an NRI plugin", {"via": "nri"}, spec["memlock"])
    worlds.renders("nri", text)
    text, spec = worlds.profile(worlds.basic().put("openapi/v3/api/v1", {"components": {"schemas": {"io.k8s.api.core.v1.SecurityContext": {"properties": {"ulimits": {}}}}}}))
    tally.contains("ulimits of pods", "securityContext.ulimits", text)

    def openshift(*sccs):
        cluster = worlds.basic().put(SCCS, list(sccs))
        groups = [{"name": name, "versions": []} for name in ("config.openshift.io", "security.openshift.io")]
        return cluster.put("apis", {"groups": groups}).put("apis/config.openshift.io/v1/clusterversions/version", {"status": {"desired": {"version": "4.20.3"}}})

    def scc(name, **fields):
        return {"metadata": {"name": name}, "allowedCapabilities": ["IPC_LOCK"], **fields}

    def may(cluster, text):
        (cluster.place / "can-i").write_text(text)
        return cluster

    use = "use securitycontextconstraints.security.openshift.io/"
    _, spec = worlds.profile(may(openshift(scc("one"), scc("two"), scc("all", allowedCapabilities=["*"])), f"{use}two\n{use}all\n"))
    tally.equal("the SCC that may be used", ("openshift", "4.20", "two"), (spec["platform"], spec["version"], spec.get("scc")))
    text, spec = worlds.profile(may(openshift(scc("one"), scc("two")), f"{use}one\n{use}two\n"))
    tally.true("two SCCs that may be used", "scc" not in spec and "# scc: this user may use several" in text, "none is chosen", text)
    text, spec = worlds.profile(openshift(scc("one"), scc("dropped", requiredDropCapabilities=["ALL"])))
    tally.true("an SCC that may not be used", "scc" not in spec and "oc adm policy add-scc-to-user one -z ACCOUNT -n team-a" in text, "the command", text)
    cluster = may(openshift(scc("one")), f"{use}one system:serviceaccount:team-a:coral\n")
    _, spec = worlds.profile(cluster, "--service-account", "coral")
    tally.equal("for the account", ("one", "coral"), (spec.get("scc"), spec["serviceAccount"]))


def platforms(worlds, tally):
    text, spec = worlds.profile(worlds.basic(), "--name", "green")
    tally.equal("Kubernetes", ("kubernetes", "1.31", "team-a", False, "privileged"), tuple(spec[key] for key in ("platform", "version", "namespace", "createNamespace", "podSecurity")))
    tally.equal("the name", "green", yaml.safe_load(text)["metadata"]["name"])
    cluster = worlds.basic()
    (cluster.place / "namespace").write_text("of-context")
    done = worlds.program.run("discover", env=cluster.env)
    tally.equal("namespace of the context", "of-context", yaml.safe_load(done.text)["spec"]["namespace"])
    classes = [{"metadata": {"name": name, "annotations": notes}, "provisioner": by} for name, notes, by in
               (("a", {}, "nfs.csi.k8s.io"), ("b", {"storageclass.kubernetes.io/is-default-class": "true"}, "ebs.csi.aws.com"))]
    _, spec = worlds.profile(worlds.basic().put("apis/storage.k8s.io/v1/storageclasses", classes))
    tally.equal("storage", {"shared": "a", "perPod": "b"}, spec["storage"])
    twice = [*classes, {"metadata": {"name": "c"}, "provisioner": "efs.csi.aws.com"}]
    text, spec = worlds.profile(worlds.basic().put("apis/storage.k8s.io/v1/storageclasses", twice))
    tally.equal("two shared classes", {"perPod": "b"}, spec["storage"])
    tally.contains("two shared classes", "several classes could be shared", text)


def hostile(worlds, tally):
    """Answers of other types, and texts that would steer a terminal or the file."""
    odd = [{"metadata": {"name": "a", "labels": ["x"]}, "spec": "none", "status": {"capacity": [1], "allocatable": {"nvidia.com/gpu": {"a": 1}, "cpu": "many", "memory": -3}, "conditions": 7, "nodeInfo": 1}}]
    _, found = worlds.json(worlds.basic(nodes=odd))
    tally.equal("a node of odd types", (False, {"capacity": None, "allocatable": None, "free": None}), (found["nodes"][0]["ready"], found["nodes"][0]["resources"]["nvidia.com/gpu"]))
    _, found = worlds.json(worlds.basic().put(NADS, [network("big", "sriov", x="y" * 300000), network("rail1", "bridge")]))
    tally.equal("a network that is too large", {"big": [], "rail1": ["bridge"]}, {each["name"]: [plugin["type"] for plugin in each["plugins"]] for each in found["networks"]})
    _, found = worlds.json(worlds.basic(nodes=[{"metadata": {"name": 5}}]))
    tally.equal("a node without a name", (None, ["malformed"]), (found["nodes"], [each["why"] for each in found["unknown"] if "nodes," in each["what"]]))
    text, spec = worlds.profile(worlds.basic(nodes=[{"metadata": {}}]))
    tally.contains("a node without a name", "# gpusPerNode: not known: not understood", text)
    escape = "\x1b[31mred\nspec: {platform: openshift}"
    cluster = worlds.basic(nodes=[node(escape, nvidia_com__gpu="1")]).put(NADS, [network(escape, "sriov", resource="nvidia.com/gpu")])
    cluster.put("apis/apps/v1/daemonsets", [{"metadata": {"name": "multus" + escape, "namespace": escape}}])
    for format_ in ("yaml", "text", "json"):
        done = worlds.run(cluster, "-o", format_)
        tally.true(f"escapes, -o {format_}", done.status == 0 and b"\x1b" not in done.out, "no escapes", done.out[:2000])
    tally.equal("no line of its own", "kubernetes", worlds.profile(cluster)[1]["platform"])
    deep = '{"a":' * 5000 + "1" + "}" * 5000
    done = worlds.run(worlds.basic().put(NADS, [{"metadata": {"name": "deep", "namespace": "team-a"}, "spec": {"config": deep}}]))
    tally.equal("nesting", 0, done.status)
    done = worlds.program.run("discover", "-n", "../nodes?x", env=(cluster := worlds.basic()).env)
    paths = [word for call in cluster.calls() for word in call["words"] if word.startswith("/api/v1/namespaces/")]
    tally.true("a namespace that is a path", paths and all(path.startswith("/api/v1/namespaces/..%2Fnodes%3Fx") for path in paths), "quoted", paths)
    tally.equal("which no profile can hold", 2, done.status)


def unanswered(worlds, tally):
    """Nobody to ask is an error; one who does not answer in time is a part that is missing."""
    for said, code, kind in (("The connection to the server 192.0.2.1:6443 was refused - did you specify the right host or port?", 3, "unavailable"),
                             ("error: You must be logged in to the server (Unauthorized)", 3, "denied")):
        cluster = worlds.basic()
        (cluster.place / "answers.json").write_text(json.dumps([{"words": ["get"], "err": said, "code": 1}]))
        done, found = worlds.json(cluster)
        tally.equal(f"{kind}: exit code and error", (code, kind), (done.status, (found or {}).get("error", {}).get("code")))
    done = worlds.program.run("discover", "-n", "a", env={"PATH": "/nowhere"})
    tally.equal("no kubectl", 2, done.status)
    tally.contains("no kubectl", "neither oc nor kubectl", done.said)
    cluster = worlds.basic()
    (cluster.place / "answers.json").write_text(json.dumps([{"words": ["/api/v1/nodes?limit=500"], "sleep": 60}]))
    done = worlds.run(cluster, "--request-timeout", "3s", limit=60)
    tally.equal("one call takes too long", 4, done.status)
    tally.contains("one call takes too long", "# gpusPerNode: not known: not available", done.text)
    tally.contains("one call takes too long", "partial: ", done.said)
    done = worlds.run(worlds.basic().put("api/v1/nodes", "<html>proxy</html>"))
    tally.equal("no JSON", 4, done.status)
    tally.equal("nothing is changed", [], [call for call in cluster.calls() if call["words"][0] not in ("get", "config", "create") or (call["words"][0] == "create" and "accessreviews" not in call["words"][2])])


def large(worlds, tally):
    """A thousand nodes and ten thousand pods: pages, little memory, little time."""
    labels = {f"feature.node.kubernetes.io/cpu-cpuid.F{i}": "true" for i in range(60)}
    images = [{"names": [f"registry.example/image-{i}@sha256:" + "0" * 64], "sizeBytes": i} for i in range(50)]
    nodes = [node(f"gpu-{i}", labels, nvidia_com__gpu="8", nvidia_com__rail1="8", cpu="128", memory="2Ti") for i in range(1000)]
    for each in nodes:
        each["status"]["images"] = images
    pods = [{"metadata": {"name": f"p{i}"}, "spec": {"nodeName": f"gpu-{i % 1000}", "containers": [{"resources": {"requests": {"nvidia.com/gpu": "1", "cpu": "4"}}}]}} for i in range(5000)]
    done, found = worlds.json(worlds.basic(nodes=nodes).put("api/v1/pods", pods))
    tally.equal("a thousand nodes", (1000, {3}), (len(found["nodes"]), {each["resources"]["nvidia.com/gpu"]["free"] for each in found["nodes"]}))
    tally.true("a thousand nodes: own CPU time", done.cpu < (60 if worlds.program.sanitized else 10), "less than 10 s, with those of the stand-in", done.cpu)
    tally.true("a thousand nodes: memory", done.peak < worlds.program.most_memory, f"less than {worlds.program.most_memory}", done.peak)
    print(f"discover: 1,000 nodes and 5,000 pods: {done.cpu:.2f} s with the stand-in's, {done.peak >> 20} MiB")
