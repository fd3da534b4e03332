"""Pods whose limits `railhead nri` sets, through a real kubelet: its rule is for a label, so that all others are as before."""
import json
import time

from . import access

SPACE, LABEL = "limited", {"tests.railhead.dev/limits": "low"}
POLICY = """apiVersion: railhead.dev/v1alpha1
kind: MemlockPolicy
spec:
  rules:
    - name: limited
      match: {rdmaDevice: true, labels: {tests.railhead.dev/limits: low}}
      memlock: {soft: 64Ki, hard: 128Ki}
      ceiling: 1Mi
"""
COMMAND = ["sh", "-c", "ulimit -S -l; ulimit -H -l; grep CapEff /proc/self/status; sleep 1000"]


def _pod(name, resource, annotations=None):
    limits = {resource: "1"} if resource else {}
    container = {"name": "main", "image": "railhead:tests", "command": COMMAND, "resources": {"limits": limits},
                 "securityContext": {"runAsUser": 1000, "capabilities": {"drop": ["ALL"]}}}
    return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": SPACE, "labels": LABEL, "annotations": annotations or {}},
            "spec": {"containers": [container], "terminationGracePeriodSeconds": 0}}


def _made(kubectl, objects):
    """Before the service account of a new namespace was made, no pod is taken."""
    end = time.monotonic() + 30
    while (done := kubectl.run("apply", "-f", "-", text=access.listed(*objects))).returncode != 0 and time.monotonic() < end:
        time.sleep(0.1)
    return done


def check(tally, kubectl, bed, resource):
    """`resource`: what the device plugin of the nodes gives RDMA devices for."""
    pods = [_pod("device", resource), _pod("asking", resource, {"memlock.railhead.dev/container.main": "96Ki:256Ki"}), _pod("no-device", None)]
    made = _made(kubectl, [access.space(SPACE), *pods])
    tally.true("limits: pods", made.returncode == 0, "accepted", made.stderr)
    ready = kubectl.run("-n", SPACE, "wait", "--for=condition=Ready", "--timeout=60s", *(f"pod/{each['metadata']['name']}" for each in pods))
    tally.true("limits: pods run", ready.returncode == 0, "ready", ready.stderr)
    for name, limits in (("device", ["64", "128"]), ("asking", ["96", "256"])):
        said = kubectl.run("-n", SPACE, "logs", name).stdout.split()
        tally.equal(f"limits: {name}", [*limits, "CapEff:", "0" * 16], said)
    said = kubectl.run("-n", SPACE, "logs", "no-device").stdout.split()
    tally.true("limits: no-device", said and said[0] not in ("64", "96"), "as they were", said)
    decisions = [json.loads(line) for each in bed.machines for line in (each.folder / "nri.log").read_text().splitlines()]
    found = {each["pod"]: (each["rule"], each["outcome"]) for each in decisions if each.get("event") == "decision" and each["namespace"] == SPACE}
    tally.equal("limits: decisions", {"device": ("limited", "set"), "asking": ("limited", "set"), "no-device": ("none", "kept")}, found)
    kubectl.run("delete", "namespace", SPACE, "--wait=false")
    gone = kubectl.run("-n", SPACE, "delete", "pods", "--all", "--force", "--grace-period=0")
    tally.true("limits: pods are deleted", gone.returncode == 0, "deleted", gone.stderr)
