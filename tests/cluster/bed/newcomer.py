"""Somebody who has never seen Railhead: from an empty namespace to a verified job with three commands, as the README says."""
import json

from . import access

SPACE = "newcomer"
# What the shared device plugin of a real cluster has: it is what tells InfiniBand from other devices.
PLUGIN = {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "rdma-devices", "namespace": "kube-system"}, "data": {"config.json": json.dumps(
    {"configList": [{"resourcePrefix": "rdma", "resourceName": "hca", "rdmaHcaMax": 2, "selectors": {"linkTypes": ["infiniband"]}}]})}}


def check(one):
    """`one`: the Deployments of deployed.py."""
    tally, place = one.tally, one.folder / "newcomer"
    place.mkdir()
    one.kubectl.run("apply", "-f", "-", text=access.listed(PLUGIN))
    found = one.run("discover", "-n", SPACE, "--launcher-image", "railhead:tests", place=place)
    tally.true("newcomer: discover", found.returncode == 0 and "fabric: shared-infiniband" in found.stdout, "a profile with a fabric", found.stdout + found.stderr)
    (place / "cluster.yaml").write_text(found.stdout)
    asked = one.run("init", "--cluster", "cluster.yaml", "--yes", "--name", "first", "--image", "railhead:tests", "--command", "sleep 1000", place=place)
    tally.true("newcomer: init", asked.returncode == 0 and "railhead deploy railhead.yaml" in asked.stderr, "the next command", asked.stdout + asked.stderr)
    done = one.run("deploy", "railhead.yaml", "--timeout", "90s", place=place)
    one.expect("newcomer: deploy", 0, done, "first in newcomer: all 2 pods are ready", "first-0", "first-1")
    for number in range(2):
        tally.true(f"newcomer: a row of verify for rank {number}", any(line.split()[1:2] == [f"first-{number}"] for line in done.stdout.splitlines() if line[:1].isdigit() or line[:1] == "?"),
                   "one", done.stdout)
    again = json.loads(one.run("verify", "first", "-n", SPACE, "-o", "json", place=place).stdout)
    tally.equal("newcomer: verify asks both pods", ["first-0", "first-1"], sorted(each["name"] for each in again["pods"]))
    tally.equal("newcomer: and both answer", [None, None], [each["why"] for each in again["pods"]])
    gone = one.run("undeploy", "railhead.yaml", "--no-wait", place=place)
    one.expect("newcomer: undeploy", 0, gone, "deleted")
