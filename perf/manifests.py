#!/usr/bin/env python3
"""Measures `railhead lint` and `railhead inject` on a stream of many manifests, and fails when a bar is missed.

usage: perf/manifests.py RAILHEAD [DOCUMENTS]     10,000 unless told, of 5 KB each

Beside `kubectl kustomize` (KUBECTL, or the one in PATH) and yq, where they are there: over the first tenth of the same stream, since
kustomize takes time that grows with the square of the documents. What counts is CPU time, the least of the runs, and the peak of memory.
"""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from measure import alternating, once, peak_memory

WORKLOAD = """apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: train-{n}
  namespace: team-{team}
  labels: {{app.kubernetes.io/name: train-{n}, app.kubernetes.io/part-of: bench}}
spec:
  serviceName: train-{n}
  replicas: 2
  podManagementPolicy: Parallel
  selector:
    matchLabels:
      app.kubernetes.io/name: train-{n}
  template:
    metadata:
      labels:
        app.kubernetes.io/name: train-{n}
      annotations:
        prometheus.io/scrape: "true"  # by the team's own server
    spec:
      # what trains
      containers:
      - name: trainer
        image: registry.example/train:{n}
        command: ["torchrun", "--nnodes=2", "train.py"]
        env:
{env}        resources:
          limits:
            nvidia.com/gpu: "8"
            memory: 256Gi
        volumeMounts:
        - name: data
          mountPath: /data
      volumes:
      - name: data
        persistentVolumeClaim:
          claimName: data-{n}
"""
SERVICE = """apiVersion: v1
kind: Service
metadata:
  name: train-{n}
  namespace: team-{team}
spec:
  clusterIP: None
  publishNotReadyAddresses: true
  selector:
    app.kubernetes.io/name: train-{n}
"""
SETTINGS = """apiVersion: v1
kind: ConfigMap
metadata:
  name: settings-{n}
  namespace: team-{team}
data:
{lines}"""


def stream(path, documents):
    """Of ten documents six are workloads, one is a Service and three are ConfigMaps; 5 KB on average."""
    with open(path, "w") as out:
        for n in range(documents):
            team = n % 7
            if n % 10 < 6:
                env = "".join(f'        - name: SETTING_{k}\n          value: "{(n * 7919 + k * 104729) % 10**9}"\n' for k in range(78))
                text = WORKLOAD.format(n=n, team=team, env=env)
            elif n % 10 == 6:
                text = SERVICE.format(n=n - 6, team=(n - 6) % 7)
            else:
                text = SETTINGS.format(n=n, team=team, lines="".join(f"  key_{k}.conf: 'value {n * k} of {n}'\n" for k in range(160)))
            out.write("---\n" + text)
    return os.path.getsize(path)


def peers(place, path):
    """name -> command of what else reads the stream here."""
    found = {}
    kubectl = os.environ.get("KUBECTL") or shutil.which("kubectl")
    if kubectl:
        folder = pathlib.Path(place) / "kustomize"
        folder.mkdir()
        shutil.copy(path, folder / "stream.yaml")
        (folder / "kustomization.yaml").write_text("resources: [stream.yaml]\n")
        found["kubectl kustomize"] = [kubectl, "kustomize", str(folder)]
    if shutil.which("yq"):
        found["yq"] = ["yq", ".kind", str(path)]
    return found


def beside(place, documents, commands):
    """Peers and our own commands over a tenth of the stream, the same bytes for all."""
    part = f"{place}/part.yaml"
    size = stream(part, documents // 10)
    print(f"the first {documents // 10:,} documents, {size / 1e6:.1f} MB:")
    ours = {name: [*command[:-1], part] for name, command in commands.items()}
    for name, command in {**ours, **peers(place, part)}.items():
        try:
            spent, _ = once(["timeout", "120", *command])
            print(f"    {name:<18} {spent:8.0f} ms of CPU  {size / 1e3 / spent:7.1f} MB/s")
        except SystemExit as refused:
            print(f"    {name:<18} {refused}")


def main():
    binary, documents = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 10_000
    with tempfile.TemporaryDirectory(prefix="railhead-perf-") as place:
        path = f"{place}/stream.yaml"
        size = stream(path, documents)
        wishes = ["--network", "rail1=example.com/rail1", "--network", "rail2=example.com/rail2", "--service-account", "trainer"]
        commands = {"lint": [binary, "lint", path], "inject": [binary, "inject", *wishes, path]}
        costs = alternating(commands, 3)
        least = {name: min(cost.cpu) for name, cost in costs.items()}
        peaks = {name: peak_memory(command) / 1024 for name, command in commands.items()}
        print(f"{documents:,} documents, {size / 1e6:.1f} MB:")
        for name in commands:
            print(f"    {name:<18} {least[name]:8.0f} ms of CPU  {size / 1e3 / least[name]:7.1f} MB/s  {peaks[name]:7.1f} MiB at most")
        beside(place, documents, commands)
    speed = {name: size / 1e3 / spent for name, spent in least.items()}
    bars = [("lint", speed["lint"], "MB/s", speed["lint"] >= 25, "at least 25 MB/s"),
            ("inject", speed["inject"], "MB/s", speed["inject"] >= 12, "at least 12 MB/s"),
            ("memory of lint", peaks["lint"], "MiB", peaks["lint"] < 64, "under 64 MiB"),
            ("memory of inject", peaks["inject"], "MiB", peaks["inject"] < 64, "under 64 MiB")]
    for what, value, unit, good, bar in bars:
        print(f"    {what:<20} {value:8.2f} {unit:<4} {bar:<18} {'ok' if good else 'MISSED'}")
    return 0 if all(good for *_, good, _ in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
