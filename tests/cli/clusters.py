"""Clusters that tests/fakes/kubectl.py answers for: a folder of files each."""
import json
import os
import pathlib

FAKE = pathlib.Path(__file__).resolve().parents[1] / "fakes/kubectl.py"
NADS = "apis/k8s.cni.cncf.io/v1/network-attachment-definitions"
POLICIES = "apis/sriovnetwork.openshift.io/v1/sriovnetworknodepolicies"
SCCS = "apis/security.openshift.io/v1/securitycontextconstraints"
RESOURCE = "k8s.v1.cni.cncf.io/resourceName"


class Cluster:
    def __init__(self, place):
        self.place = place
        (place / "bin").mkdir(parents=True)
        (place / "bin/kubectl").symlink_to(FAKE)
        self.env = {"FAKE_CLUSTER": str(place), "PATH": f"{place}/bin:{os.environ.get('PATH', '/usr/bin:/bin')}", "HOME": str(place)}

    def put(self, path, answer):
        """A list of items, or an object, or a text as it is."""
        file = self.place / (path + ".json")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(answer if isinstance(answer, str) else json.dumps({"kind": "List", "items": answer} if isinstance(answer, list) else answer))
        return self

    def fail(self, path, said):
        file = self.place / (path + ".err")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(said)
        return self

    def deny(self, path, resource, user="ada"):
        return self.fail(path, f'Error from server (Forbidden): {resource} is forbidden: User "{user}" cannot list resource "{resource}" in API group "" at the cluster scope')

    def calls(self):
        log = self.place / "calls.log"
        return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def node(name, labels=None, taints=None, runtime="containerd://2.1.4", ready="True", **amounts):
    amounts = {key.replace("__", "/").replace("_", "."): value for key, value in amounts.items()}
    return {"metadata": {"name": name, "labels": labels or {}}, "spec": {"taints": taints or []},
            "status": {"capacity": amounts, "allocatable": amounts, "conditions": [{"type": "Ready", "status": ready}],
                       "nodeInfo": {"containerRuntimeVersion": runtime, "kubeletVersion": "v1.31.4", "kernelVersion": "6.1.0", "osImage": "Tests", "architecture": "amd64"}}}


def network(name, kind, space="team-a", resource=None, **config):
    annotations = {RESOURCE: resource} if resource else {}
    return {"metadata": {"name": name, "namespace": space, "annotations": annotations},
            "spec": {"config": json.dumps({"cniVersion": "0.3.1", "type": kind, **config})}}


def policy(name, space="sriov-network-operator", **spec):
    return {"metadata": {"name": name, "namespace": space}, "spec": {"resourceName": name, **spec}}


def shared(**pools):
    """The ConfigMap of the shared device plugin: resource=(link types, interfaces)."""
    config = [{"resourceName": name, "rdmaHcaMax": 64, "selectors": {"linkTypes": links, "ifNames": names}} for name, (links, names) in pools.items()]
    return {"metadata": {"name": "rdma-devices", "namespace": "kube-system"}, "data": {"config.json": json.dumps({"configList": config})}}


def basic(place, nodes=None):
    """Kubernetes 1.31 with two nodes of eight GPUs, and no networks yet."""
    groups = ["apps", "k8s.cni.cncf.io", "storage.k8s.io", "jobset.x-k8s.io"]
    cluster = Cluster(place)
    cluster.put("version", {"gitVersion": "v1.31.4"})
    cluster.put("apis", {"kind": "APIGroupList", "groups": [{"name": name, "versions": [{"groupVersion": f"{name}/v1", "version": "v1"}]} for name in groups]})
    cluster.put("apis/k8s.cni.cncf.io/v1", {"resources": [{"name": "network-attachment-definitions"}]})
    cluster.put("apis/jobset.x-k8s.io/v1", {"resources": [{"name": "jobsets"}, {"name": "jobsets/status"}]})
    cluster.put("api/v1/nodes", nodes if nodes is not None else [node(f"gpu-{i}", nvidia_com__gpu="8", rdma__hca="64", nvidia_com__rail1="8", nvidia_com__rail2="8") for i in (1, 2)])
    cluster.put("api/v1/pods", [])
    cluster.put("api/v1/namespaces/team-a", {"metadata": {"name": "team-a", "labels": {"pod-security.kubernetes.io/enforce": "privileged"}}})
    for path in ("resourcequotas", "limitranges", "serviceaccounts"):
        cluster.put(f"api/v1/namespaces/team-a/{path}", [])
    for path in ("apis/storage.k8s.io/v1/storageclasses", "apis/apps/v1/daemonsets", "api/v1/configmaps", NADS, POLICIES):
        cluster.put(path, [])
    cluster.put("openapi/v3/api/v1", {"components": {"schemas": {"io.k8s.api.core.v1.SecurityContext": {"properties": {"runAsUser": {}}}}}})
    return cluster
