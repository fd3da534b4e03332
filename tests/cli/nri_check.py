"""nri check: policies, annotations, devices that are assumed, workloads, exit codes, the schema of the policy."""
import json

import jsonschema

POLICY = """apiVersion: railhead.dev/v1alpha1
kind: MemlockPolicy
spec:
  namespaces:
    - {name: closed-*, annotations: ignore}
  rules:
    - name: shut
      match: {namespaces: [kube-*]}
      limits: []
    - name: rdma
      match: {rdmaDevice: true}
      memlock: 1Gi
      ceiling: 8Gi
      limits: [{type: nofile, ceiling: 65536}]
    - name: share
      match: {labels: {tier: "big*"}}
      memlock: node-memory*0.5
"""
POD = """apiVersion: v1
kind: Pod
metadata:
  name: fit
  namespace: NAMESPACE
  labels: {tier: TIER}
  annotations: {ANNOTATIONS}
spec:
  initContainers:
    - {name: fetch, image: i}
  containers:
    - name: main
      image: i
      resources: {limits: {RESOURCE: 1}}
"""


def test(program, tally, place):
    policy = written(place, "policy.yaml", POLICY)
    outcomes(program, tally, place, policy)
    devices(program, tally, place, policy)
    memory(program, tally, place, policy)
    workloads(program, tally, place, policy)
    texts(program, tally, place, policy)
    wrong(program, tally, place, policy)
    schema(program, tally, place)


def written(place, name, text):
    path = place / name
    path.write_text(text)
    return path


def pod(place, annotations="", space="ml", tier="small", resource="rdma/hca", name="pod.yaml"):
    text = POD.replace("NAMESPACE", space).replace("TIER", tier).replace("ANNOTATIONS", annotations).replace("RESOURCE", resource)
    return written(place, name, text)


def check(program, tally, what, status, *arguments, **options):
    done, found = program.json("nri", "check", *arguments, **options)
    tally.equal(f"nri check {what}: exit code", status, done.status)
    return found or {}


def main_of(found):
    return next((one for one in found.get("containers", []) if one["container"] == "main"), {})


def outcomes(program, tally, place, policy):
    gi = 1 << 30
    both = lambda amount: [{"type": "RLIMIT_MEMLOCK", "soft": amount, "hard": amount}]  # noqa: E731
    cases = [("nothing asked", "", "ml", 0, "set", both(gi)),
             ("less than the ceiling", "memlock.railhead.dev/pod: 4Gi", "ml", 0, "set", both(4 * gi)),
             ("more than the ceiling", "memlock.railhead.dev/container.main: unlimited", "ml", 0, "capped", both(8 * gi)),
             ("a bad one", "memlock.railhead.dev/pod: lots", "ml", 1, "refused", both(gi)),
             ("another limit", "ulimits.noderesource.dev/container.main: '[{type: nproc, soft: 1, hard: 1}]'", "ml", 1, "refused", both(gi)),
             ("ignored", "memlock.railhead.dev/container.main: 4Gi", "closed-a", 1, "refused", both(gi)),
             ("a rule that gives nothing", "", "kube-system", 0, "kept", [])]
    for what, annotation, space, status, outcome, limits in cases:
        found = main_of(check(program, tally, what, status, "--policy", policy, pod(place, annotation, space)))
        tally.equal(f"nri check {what}", (outcome, limits), (found.get("outcome"), found.get("limits")))
    found = check(program, tally, "for all containers", 0, "--policy", policy, pod(place, "memlock.railhead.dev/pod: 4Gi"))
    tally.equal("for all containers: one has no rule", [("fetch", "refused", True), ("main", "set", False)], [tuple(one[key] for key in ("container", "outcome", "passed_over")) for one in found["containers"]])
    found = check(program, tally, "for all containers, none of which has a rule", 1, "--policy", policy, pod(place, "memlock.railhead.dev/pod: 4Gi", resource="cpu"))
    tally.equal("none has a rule", [False, False], [one["passed_over"] for one in found["containers"]])
    check(program, tally, "for a container without a rule", 1, "--policy", policy, pod(place, "memlock.railhead.dev/container.fetch: 4Gi"))
    built_in = check(program, tally, "the built-in policy", 0, pod(place))
    tally.equal("the built-in policy", (None, 1, both("unlimited")), (built_in["policy"]["file"], built_in["policy"]["rules"], main_of(built_in)["limits"]))
    tally.equal("the init container has no device", "kept", built_in["containers"][0]["outcome"])
    reject = written(place, "reject.yaml", POLICY.replace("spec:\n", "spec:\n  onError: reject\n", 1))
    found = main_of(check(program, tally, "onError: reject", 1, "--policy", reject, pod(place, "memlock.railhead.dev/container.main: lots")))
    tally.equal("onError: reject", ("rejected", []), (found.get("outcome"), found.get("limits")))
    lost = check(program, tally, "a container that is not there", 1, "--policy", policy, pod(place, "memlock.railhead.dev/container.mian: 4Gi"))
    tally.contains("a container that is not there", "did you mean main?", lost["lost_annotations"][0]["why"])


def devices(program, tally, place, policy):
    for what, resource, options, device in (("asked for", "rdma/hca", [], True), ("an SR-IOV pool", "openshift.io/mlx_rail1", [], True),
                                            ("nothing that brings one", "cpu", [], False), ("said", "cpu", ["--device"], True),
                                            ("denied", "rdma/hca", ["--no-device"], False)):
        found = main_of(check(program, tally, f"device {what}", 0, "--policy", policy, pod(place, resource=resource), *options))
        tally.equal(f"device {what}", device, found.get("rdma_device"))


def memory(program, tally, place, policy):
    big = pod(place, tier="bigger", resource="cpu")
    found = main_of(check(program, tally, "a share that is not known", 0, "--policy", policy, big))
    tally.equal("a share that is not known", ("share", "kept"), (found.get("rule"), found.get("outcome")))
    found = main_of(check(program, tally, "a share", 0, "--policy", policy, big, "--node-memory", "2GiB"))
    tally.equal("a share", [1 << 30], [limit["hard"] for limit in found.get("limits", [])])


def workloads(program, tally, place, policy):
    job = """kind: Job
metadata: {name: fit}
spec: {template: {metadata: {labels: {tier: big}}, spec: {containers: [{name: main, resources: {limits: {rdma/hca: 1}}}]}}}
"""
    found = check(program, tally, "a Job from stdin", 0, "--policy", policy, "-", "-n", "kube-x", stdin=job.encode())
    tally.equal("a Job's namespace", ("kube-x", "Job/fit", "spec.template", "shut"), tuple(main_of(found).get(key) for key in ("namespace", "object", "part", "rule")))
    listed = check(program, tally, "a List", 0, "--policy", policy, "-", stdin=json.dumps({"kind": "List", "items": [{"kind": "Pod", "metadata": {"name": name}, "spec": {"containers": [{"name": "main"}]}} for name in ("a", "b")]}).encode())
    tally.equal("a List", ["Pod/a", "Pod/b"], [one["object"] for one in listed["containers"]])


def texts(program, tally, place, policy):
    text = program.run("nri", "check", "--policy", policy, pod(place, "memlock.railhead.dev/container.main: 64Gi")).text
    for line in ("policy " + str(policy) + " (3 rules)", "! Pod/fit, container main: memlock 8 GiB, less than is asked for",
                 "namespace ml, an RDMA device (assumed, it asks for rdma/hca)", "rule shut     does not match: its namespace is ml, not kube-*",
                 "rule rdma     matches: /dev/infiniband/uverbsN is among its devices", "annotation memlock.railhead.dev/container.main asks for 64 GiB",
                 "cut to the ceiling of 8 GiB", "Pod/fit, init container fetch: stays as it is"):
        tally.contains("nri check as text", line, text)
    tally.contains("nri check: what would be known", "--node-memory SIZE", text)


def wrong(program, tally, place, policy):
    for what, arguments, says in (
            ("no such policy", ["--policy", place / "none.yaml", pod(place)], "none.yaml"),
            ("a bad policy", ["--policy", written(place, "bad.yaml", POLICY.replace("1Gi", "1GB")), pod(place)], "bad.yaml:12:16: spec.rules[1].memlock: expected"),
            ("no container", [written(place, "map.yaml", "kind: ConfigMap\nmetadata: {name: a}\n")], "no container in"),
            ("a number as annotation", [pod(place, "memlock.railhead.dev/pod: 5", name="number.yaml")], "metadata.annotations.memlock.railhead.dev/pod"),
            ("no memory", [pod(place), "--node-memory", "0"], "more than 0 bytes"),
            ("two from stdin", ["--policy", "-", "-"], "stdin is both"),
            ("both devices", [pod(place), "--device", "--no-device"], "excludes"),
            ("nothing", [], "")):
        done = program.run("nri", "check", *arguments, stdin=b"")
        tally.equal(f"nri check {what}: exit code", 2, done.status)
        tally.contains(f"nri check {what}", says, done.said)


def schema(program, tally, place):
    found = json.loads(program.run("schema", "nri-policy").text)
    jsonschema.Draft202012Validator.check_schema(found)
    validator = jsonschema.Draft202012Validator(found)
    right = {"apiVersion": "railhead.dev/v1alpha1", "kind": "MemlockPolicy", "spec": {"rules": [{"name": "a", "memlock": {"soft": "64Mi", "hard": "unlimited"}, "ceiling": "node-memory*0.9"}]}}
    tally.true("schema nri-policy takes a policy", validator.is_valid(right), "valid", "not valid")
    for wrong_memlock in ("lots", {"soft": "64Mi"}, ["8Gi"], "node-memory*2"):
        right["spec"]["rules"][0]["memlock"] = wrong_memlock
        tally.true(f"schema nri-policy refuses {wrong_memlock}", not validator.is_valid(right), "not valid", "valid")
