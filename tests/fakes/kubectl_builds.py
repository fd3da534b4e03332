#!/usr/bin/python3 -SE
"""Stands in for oc before a cluster that builds images: its state is the folder CLUSTER.

CLUSTER/plan.json: {"trigger": false: a new BuildConfig starts no build by itself; "builds": [[PHASE, ...], ...]: the phases that each
build goes through, one for each time that it is looked at, the last one for ever; "odd": PART: every answer whose path ends so is no
JSON; "hangs": PART: such a call never ends}. Objects are kept as they were applied; pods are always ready. Calls are noted in
CLUSTER/calls.
"""
import json
import os
import re
import sys
import time

CLUSTER = os.environ["CLUSTER"]
BUILDS = "/apis/build.openshift.io/v1/namespaces/"


def load(name, default):
    try:
        with open(f"{CLUSTER}/{name}", encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return default


def save(name, value):
    with open(f"{CLUSTER}/{name}", "w", encoding="utf-8") as file:
        json.dump(value, file)


def fail(text):
    sys.stderr.write(text + "\n")
    sys.exit(1)


def give(value):
    sys.stdout.write(json.dumps(value))
    sys.exit(0)


def start_build(plan):
    """Makes the next build of the plan; gives its name."""
    state = load("state.json", {"started": 0, "looks": {}})
    state["started"] += 1
    save("state.json", state)
    return f"vision-{state['started']}"


def build(plan, name):
    state = load("state.json", {"started": 0, "looks": {}})
    number = int(name.rsplit("-", 1)[1])
    if number > state["started"]:
        fail(f'Error from server (NotFound): builds.build.openshift.io "{name}" not found')
    phases = plan["builds"][number - 1]
    look = state["looks"].get(name, 0)
    state["looks"][name] = look + 1
    save("state.json", state)
    phase = phases[min(look, len(phases) - 1)]
    give({"kind": "Build", "metadata": {"name": name}, "status": {"phase": phase, "message": "the assemble step failed" if phase == "Failed" else ""}})


def pods():
    ready = {"phase": "Running", "conditions": [{"type": "Ready", "status": "True"}]}
    give({"kind": "PodList", "items": [{"metadata": {"name": f"vision-{number}"}, "spec": {}, "status": ready} for number in range(2)]})


def get(plan, path):
    path = path.split("?")[0]
    if plan.get("hangs") and path.endswith(plan["hangs"]):
        time.sleep(1000)
    if plan.get("odd") and path.endswith(plan["odd"]):
        sys.stdout.write("\x1b[31m{not json")
        sys.exit(0)
    if found := re.fullmatch(BUILDS + r"[^/]+/builds/(.+)", path):
        build(plan, found[1])
    if path.endswith("/pods"):
        pods()
    objects = load("objects.json", {})
    name = path.rsplit("/", 1)[1]
    for known in objects.values():
        if known["metadata"]["name"] == name and known["kind"].lower() + "s" == path.rsplit("/", 2)[1]:
            if known["kind"] == "BuildConfig":
                known["status"] = {"lastVersion": load("state.json", {"started": 0})["started"]}
            give(known)
    if path.count("/") and path.rsplit("/", 1)[1].endswith(("s", "ies")):
        give({"kind": "List", "items": []})
    fail(f'Error from server (NotFound): "{name}" not found')


def apply(plan):
    given = json.loads(converted(sys.stdin.read()))
    objects = load("objects.json", {})
    key = f"{given['kind']}/{given['metadata']['name']}"
    before = objects.get(key)
    same = before is not None and {**before, "metadata": {**before["metadata"], "resourceVersion": None}} == \
        {**given, "metadata": {**given["metadata"], "resourceVersion": None}}
    given["metadata"]["resourceVersion"] = before["metadata"]["resourceVersion"] if same else str(len(open(f"{CLUSTER}/calls").readlines()))
    objects[key] = given
    save("objects.json", objects)
    if given["kind"] == "BuildConfig" and before is None and plan.get("trigger", True):
        start_build(plan)
    give(given)


def converted(text):
    """YAML as JSON, by a library that a run without site packages has to be told of."""
    sys.path[:0] = os.environ["LIBRARIES"].split(":")
    import yaml
    return json.dumps(yaml.safe_load(text))


def main():
    words = [word for word in sys.argv[1:] if not word.startswith(("--kubeconfig", "--context"))]
    with open(f"{CLUSTER}/calls", "a", encoding="utf-8") as calls:
        calls.write(" ".join(words) + "\n")
    plan = load("plan.json", {})
    if words[:2] == ["get", "--raw"]:
        get(plan, words[2])
    if words[0] == "apply":
        apply(plan)
    if words[:2] == ["create", "--raw"]:
        if "BuildRequest" not in sys.stdin.read():
            fail("Error from server (BadRequest): no BuildRequest")
        give({"kind": "Build", "metadata": {"name": start_build(plan)}, "status": {"phase": "New"}})
    if words[0] == "logs":
        pod = words[-1]
        sys.stdout.write("".join(f"{pod}: step {number}\n" for number in range(100)))
        sys.exit(0)
    if words[0] == "delete":
        sys.exit(0)
    fail(f"error: unknown command {words[0]!r}")


main()
