#!/usr/bin/env python3
"""Measures `railhead render`, and fails when a bar is missed.

usage: perf/render.py RAILHEAD

A job of 1,000 nodes, and 1,000 jobs against one profile in one call. Beside it PyYAML (with libyaml) that reads the same result and
writes it again: what a script that fills templates would need at least. What counts is CPU time, the least of the runs.
"""
import pathlib
import subprocess
import sys
import tempfile

from measure import alternating

PROFILE = """apiVersion: railhead.dev/v1alpha1
kind: ClusterProfile
metadata: {name: hall}
spec:
  platform: openshift
  namespace: genomics
  fabric: sriov-roce
  launcherImage: registry.example/railhead:0.1
  nodes: [NODES]
  rails: [RAILS]
"""
JOB = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: run-NUMBER}
spec:
  image: registry.example/genomics:7
  nodes: NODES
  command: [torchrun, fold.py]
  resources: {cpu: "64", memory: 1Ti}
  volumes: [{name: out, mountPath: /out, size: 4Ti}]
"""
AGAIN = """import sys, yaml
documents = list(yaml.load_all(open(sys.argv[1]), yaml.CSafeLoader))
yaml.dump_all(documents, sys.stdout, yaml.CSafeDumper, sort_keys=False)
"""


def main():
    binary = sys.argv[1]
    rails = ", ".join(f"{{network: rail-{rail}, resource: openshift.io/rail_{rail}, subnet: 10.{rail}.0.0/16}}" for rail in range(8))
    bars = []
    with tempfile.TemporaryDirectory(prefix="railhead-perf-") as place:
        folder = pathlib.Path(place)
        for name, nodes, jobs, most in (("a job of 1,000 nodes", 1000, 1, 50), ("1,000 jobs", 4, 1000, 2000)):
            profile, file, result = folder / "cluster.yaml", folder / "jobs.yaml", folder / "result.yaml"
            named = ", ".join(f"node-{number}.genomics.example" for number in range(nodes))
            profile.write_text(PROFILE.replace("NODES", named).replace("RAILS", rails))
            file.write_text("---\n".join(JOB.replace("NUMBER", str(number)).replace("NODES", str(nodes)) for number in range(jobs)))
            render = [binary, "render", file, "--cluster", profile]
            result.write_bytes(subprocess.run(render, check=True, stdout=subprocess.PIPE).stdout)
            commands = {"render": render, "PyYAML": [sys.executable, "-c", AGAIN, result]}
            least = {what: min(cost.cpu) for what, cost in alternating(commands, 5).items()}
            print(f"{name}, {result.stat().st_size / 1e6:.1f} MB of manifests:")
            for what, cost in least.items():
                print(f"    {what:<8} {cost:9.1f} ms of CPU")
            bars.append((name, least["render"], "ms", least["render"] < most, f"under {most} ms"))
            bars.append((f"{name}: render / PyYAML", least["render"] / least["PyYAML"], "x", True, ""))
    for what, value, unit, good, bar in bars:
        print(f"    {what:<40} {value:9.2f} {unit:<3} {bar:<16} {'ok' if good else 'MISSED'}")
    return 0 if all(good for *_, good, _ in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
