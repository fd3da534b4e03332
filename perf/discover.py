#!/usr/bin/env python3
"""Measures `railhead discover` over a large cluster, beside kubectl that reads the same objects.

usage: perf/discover.py RAILHEAD [NODES]     how many nodes the cluster has, 1,000 unless told

A real API server (tests/cluster/server.py; where it cannot be had, nothing is measured and the last line says so) with node objects
as those of a GPU cluster: 60 labels, 10 resources, 20 images. discover asks the whole survey, kubectl for the nodes alone. What is
compared is CPU time and peak memory: discover's own, that of discover with the kubectls it starts, and that of `kubectl get nodes -o json`.
"""
import concurrent.futures
import json
import os
import pathlib
import ssl
import subprocess
import sys
import tempfile
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "tests/support"), str(ROOT / "tests/cluster")]

from measure import alone  # noqa: E402  (the path above has to be set first)
import kubernetes  # noqa: E402
import programs  # noqa: E402
import server  # noqa: E402


def node(number):
    labels = {f"feature.node.kubernetes.io/cpu-feature-{each}": "true" for each in range(58)}
    labels.update({"nvidia.com/gpu.present": "true", "kubernetes.io/hostname": f"gpu-{number:04}"})
    amounts = {"cpu": "192", "memory": "2113421224Ki", "nvidia.com/gpu": "8", **{f"openshift.io/rail_{rail}": "16" for rail in range(7)}}
    images = [{"names": [f"registry.example/team/image-{each}@sha256:{each:064x}", f"registry.example/team/image-{each}:1"], "sizeBytes": 10**9} for each in range(20)]
    info = {name: "" for name in ("bootID", "kubeProxyVersion", "machineID", "systemUUID")}
    info |= {"architecture": "amd64", "containerRuntimeVersion": "cri-o://1.31.4", "kernelVersion": "5.14.0", "kubeletVersion": "v1.31.4", "operatingSystem": "linux", "osImage": "RHCOS"}
    ready = {"type": "Ready", "status": "True", "reason": "KubeletReady", "message": "kubelet is posting ready status"}
    return {"apiVersion": "v1", "kind": "Node", "metadata": {"name": f"gpu-{number:04}", "labels": labels}}, \
        {"capacity": amounts, "allocatable": amounts, "conditions": [ready], "nodeInfo": info, "images": images}


def put(running, method, path, thing):
    asked = urllib.request.Request(f"https://127.0.0.1:{running.port}{path}", data=json.dumps(thing).encode(), method=method,
                                   headers={"Authorization": f"Bearer {server.TOKEN}", "Content-Type": "application/json"})
    with urllib.request.urlopen(asked, timeout=30, context=ssl.create_default_context(cafile=str(running.authority))) as answer:
        return json.loads(answer.read())


def make_node(running, number):
    thing, status = node(number)
    made = put(running, "POST", "/api/v1/nodes", thing)
    put(running, "PUT", f"/api/v1/nodes/{thing['metadata']['name']}/status", {**made, "status": status})


def total_cpu(command, environment):
    """Of a command with all that it starts, in seconds; and its output."""
    before = os.times()
    out = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE).stdout
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system, out


def main():
    binary, count = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    try:
        etcd, apiserver = kubernetes.server()
        kubectl = programs.today("kubectl")
    except programs.Unavailable as problem:
        print(f"skipped discover: {problem}")
        return 0
    with server.started(etcd, apiserver) as running, tempfile.TemporaryDirectory(prefix="railhead-perf-") as home:
        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda number: make_node(running, number), range(count)))
        environment = {"HOME": home, "KUBECONFIG": str(running.kubeconfig), "PATH": "/usr/bin:/bin"}
        discover = [binary, "discover", "--kubectl", kubectl, "-o", "json"]
        plain = [kubectl, "get", "nodes", "-o", "json"]
        runs = [(alone(discover, environment), total_cpu(discover, environment), alone(plain, environment)) for _ in range(3)]
    own, whole, theirs = (min(run[which] for run in runs) for which in range(3))
    survey = json.loads(whole[1])
    size = len(theirs[4])
    print(f"discover, {count:,} nodes ({size / 1e6:.1f} MB of JSON as kubectl writes it), all that is measured the least of 3 runs:")
    seen = len(survey["survey"]["nodes"]["value"]) if "survey" in survey else len(survey.get("nodes", []))
    bars = [("discover: own CPU time", own[0], "s", True), ("discover: peak memory", own[2] / 1024, "MiB", True), ("discover with its kubectls: CPU time", whole[0], "s", True),
            ("kubectl get nodes -o json: CPU time", theirs[0], "s", True), ("kubectl get nodes -o json: peak memory", theirs[2] / 1024, "MiB", True),
            ("own / kubectl: CPU time", own[0] / theirs[0], "x", own[0] < theirs[0]), ("own / kubectl: memory", own[2] / theirs[2], "x", own[2] < theirs[2]),
            ("nodes told of", seen, "", seen == count)]
    for what, value, unit, good in bars:
        print(f"    {what:<40} {value:9.2f} {unit:<4} {'ok' if good else 'MISSED'}")
    return 0 if all(good for *_, good in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
