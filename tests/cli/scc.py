"""scc check: verdicts from files, folders and stdin, workloads, worlds, batches, hostile texts, exit codes."""
import json

POD = """apiVersion: v1
kind: Pod
metadata: {name: fit, namespace: ml}
spec:
  serviceAccountName: worker
  containers:
  - name: main
    image: registry.example/fit:2
    securityContext:
      capabilities: {add: [IPC_LOCK]}
"""
PLAIN = POD.split("    securityContext:")[0]
JOB = """apiVersion: apps/v1
kind: StatefulSet
metadata: {name: fit, namespace: ml}
spec:
  template:
    spec:
      serviceAccountName: worker
      containers:
      - {name: main, image: i, securityContext: {capabilities: {add: [IPC_LOCK]}}}
"""
SPACE = """apiVersion: v1
kind: Namespace
metadata:
  name: ml
  annotations: {openshift.io/sa.scc.uid-range: 1000730000/10000, openshift.io/sa.scc.mcs: "s0:c27,c14", openshift.io/sa.scc.supplemental-groups: 1000730000/10000}
"""
SCC = """apiVersion: security.openshift.io/v1
kind: SecurityContextConstraints
metadata: {name: rdma}
allowPrivilegeEscalation: true
allowedCapabilities: [IPC_LOCK]
runAsUser: {type: MustRunAsRange}
seLinuxContext: {type: MustRunAs}
fsGroup: {type: MustRunAs}
supplementalGroups: {type: RunAsAny}
volumes: [configMap, emptyDir, projected, secret]
users: ["USER"]
"""
ACCOUNT = "system:serviceaccount:ml:worker"


def test(program, tally, place):
    verdicts(program, tally, place)
    workloads(program, tally, place)
    pod_security(program, tally, place)
    unknown(program, tally, place)
    several(program, tally, place)
    hostile(program, tally, place)
    usage(program, tally, place)
    batch(program, tally, place)


def written(place, name, text):
    path = place / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def check(program, tally, what, status, *arguments, **options):
    done, found = program.json("scc", "check", *arguments, **options)
    tally.equal(f"scc check {what}: exit code", status, done.status)
    return found or {}


def verdicts(program, tally, place):
    pod, plain = written(place, "pod.yaml", POD), written(place, "plain.yaml", PLAIN)
    space = written(place, "space.yaml", SPACE)
    found = check(program, tally, "plain", 0, plain, "--objects", space)
    tally.equal("plain: admitted by", (True, "restricted-v2", None), (found.get("allowed"), found.get("scc"), found.get("denied_by")))
    tally.equal("plain: uid of the namespace", 1000730000, found["pod"]["containers"][0]["securityContext"]["runAsUser"])
    tally.equal("plain: the built-in SCCs", True, found["world"]["stock"])
    found = check(program, tally, "a capability", 1, "-f", pod, "--objects", space)
    tally.equal("a capability: refused by", (False, None, "scc"), (found.get("allowed"), found.get("scc"), found.get("denied_by")))
    tally.contains("a capability: the server's words", 'provider restricted-v2: .containers[0].capabilities.add: Invalid value: "IPC_LOCK": capability may not be added', found["message"])
    refused = {one["name"]: [r["field"] for r in one["refusals"]] for one in found["constraints"] if one["asked"]}
    tally.equal("a capability: what restricted-v2 refuses", ["capabilities"], refused.get("restricted-v2"))
    own = written(place, "scc.yaml", SCC.replace("USER", ACCOUNT))
    found = check(program, tally, "an SCC of one's own", 0, pod, own, "--objects", space)
    tally.equal("an SCC of one's own: admitted by", "rdma", found.get("scc"))
    # The short name is nobody's.
    found = check(program, tally, "the short name", 1, pod, written(place, "short.yaml", SCC.replace("USER", "worker")), "--objects", space)
    tally.equal("the short name: rdma may not be used", ["none"], [one["usable_by"] for one in found["constraints"] if one["name"] == "rdma"])
    # The way out names what it is for, and what is proposed does it.
    out = check(program, tally, "the way out", 1, pod, "--objects", space)["way_out"]
    tally.equal("the way out: IPC_LOCK is not taken away", ([], "IPC_LOCK"), (out["pod_changes"], out["keeps"]))
    tally.contains("the way out: the grant", "oc adm policy add-scc-to-user rdma-fit -z worker -n ml", "\n".join(out["commands"]))
    granted = out["constraint"].replace("users: []", f"users: ['{ACCOUNT}']")
    tally.equal("the way out: the proposed SCC", "rdma-fit", check(program, tally, "the proposed SCC", 0, pod, written(place, "proposed.yaml", granted), "--objects", space).get("scc"))
    text = program.run("scc", "check", pod, "--objects", space, "--suggest").text
    tally.contains("the way out: as text", "× refused: service account ml/worker may not use an SCC that allows IPC_LOCK", text)
    tally.contains("the way out: the SCC as text", "allowedCapabilities: [IPC_LOCK", text)
    tally.true("the way out: nothing privileged", "privileged: true" not in text and "allowPrivilegedContainer: true" not in text, "no", text)
    # From stdin, and an SCC that the creator alone may use.
    mine = SCC.replace("USER", "ann")
    found = check(program, tally, "the creator's", 0, "-", "--as", "ann", "--objects", space, stdin=(POD + "---\n" + mine).encode())
    tally.equal("the creator's: admitted by", "rdma", found.get("scc"))


def workloads(program, tally, place):
    """The rights of whoever applies a StatefulSet do not count."""
    mine = JOB + "---\n" + SPACE + "---\n" + SCC.replace("USER", "ann")
    found = check(program, tally, "a StatefulSet", 1, "-", "--as", "ann", stdin=mine.encode())
    tally.equal("a StatefulSet: who creates its pods", ("system:serviceaccount:kube-system:statefulset-controller", True, "StatefulSet/fit"),
                (found.get("creator"), found.get("created_by_controller"), found.get("object")))
    tally.contains("a StatefulSet: the pod's name", 'pods "fit-0" is forbidden', found["message"])
    theirs = mine.replace('users: ["ann"]', f'users: ["{ACCOUNT}"]')
    tally.equal("a StatefulSet: its account", "rdma", check(program, tally, "a StatefulSet's account", 0, "-", stdin=theirs.encode()).get("scc"))


def pod_security(program, tally, place):
    pod = written(place, "psa.yaml", POD)
    for level, status in (("privileged", 0), ("baseline", 1), ("restricted", 1)):
        found = check(program, tally, f"--psa {level}", status, pod, "--psa", level)
        tally.equal(f"--psa {level}", (status == 0, None, [], level), (found.get("allowed"), found.get("scc"), found.get("constraints"), found["pod_security"]["level"]))
    tally.contains("--psa baseline: the server's words", 'violates PodSecurity "baseline:latest": non-default capabilities (container "main" must not include "IPC_LOCK"', check(
        program, tally, "--psa baseline again", 1, pod, "--psa", "baseline")["message"])
    labelled = SPACE.replace("  name: ml", "  name: ml\n  labels: {pod-security.kubernetes.io/enforce: baseline, pod-security.kubernetes.io/enforce-version: v1.30}")
    found = check(program, tally, "a label", 1, "-", "--kube-version", "1.33", stdin=(POD + "---\n" + labelled).encode())
    tally.contains("a label: its version", 'PodSecurity "baseline:v1.30"', found["message"])
    tally.contains("a label: where it is", "pod-security.kubernetes.io/enforce=baseline", found["pod_security"]["level_source"])
    # What the SCC fills in counts: a plain pod is restricted then.
    found = check(program, tally, "behind an SCC", 0, "-", "--psa", "restricted", "--openshift-version", "4.18", stdin=(PLAIN + "---\n" + SPACE).encode())
    tally.equal("behind an SCC", "restricted-v2", found.get("scc"))


def unknown(program, tally, place):
    """Without the namespace nobody knows whether a uid is in its range."""
    own = POD.replace("capabilities: {add: [IPC_LOCK]}", "runAsUser: 1000730005")
    plain = check(program, tally, "no namespace", 0, "-", stdin=PLAIN.encode())
    tally.equal("no namespace: ids of it are null", (None, None), (plain["pod"]["securityContext"]["fsGroup"], plain["pod"]["containers"][0]["securityContext"]["runAsUser"]))
    tally.true("no namespace: no id that was only assumed", "10995" not in program.run("scc", "check", "-", stdin=PLAIN.encode()).text, "none", "")
    check(program, tally, "root without a namespace", 1, "-", stdin=POD.replace("capabilities: {add: [IPC_LOCK]}", "runAsUser: 0").encode())
    found = check(program, tally, "a uid without a namespace", 3, "-", stdin=own.encode())
    tally.equal("a uid without a namespace", (None, True), (found.get("allowed"), bool(found.get("why"))))
    # A Namespace that is to be applied has no ranges yet; one of the cluster without them is broken.
    bare = "apiVersion: v1\nkind: Namespace\nmetadata: {name: ml}\n"
    found = check(program, tally, "a Namespace to come", 0, "-", stdin=(PLAIN + "---\n" + bare).encode())
    tally.equal("a Namespace to come", ("restricted-v2", None), (found.get("scc"), found["pod"]["containers"][0]["securityContext"]["runAsUser"]))
    tally.contains("a Namespace to come: as text", "has yet to give it its ranges", program.run("scc", "check", "-", stdin=(PLAIN + "---\n" + bare).encode()).text)
    check(program, tally, "a Namespace of the cluster without ranges", 1, "-", "--objects", written(place, "bare.yaml", bare), stdin=PLAIN.encode())
    both = check(program, tally, "a Namespace applied to one that is there", 0, "-", "--objects", written(place, "there.yaml", SPACE), stdin=(PLAIN + "---\n" + bare).encode())
    tally.equal("a Namespace applied to one that is there", 1000730000, both["pod"]["containers"][0]["securityContext"]["runAsUser"])
    check(program, tally, "a uid in its namespace", 0, "-", stdin=(own + "---\n" + SPACE).encode())
    binding = ("---\napiVersion: rbac.authorization.k8s.io/v1\nkind: RoleBinding\nmetadata: {name: b, namespace: ml}\n"
               "roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: somebody-elses}\nsubjects: [{kind: ServiceAccount, name: worker, namespace: ml}]\n---\n")
    text = POD + binding + SPACE + "---\n" + SCC.replace('users: ["USER"]', "users: []")
    found = check(program, tally, "a role that is not given", 3, "-", stdin=text.encode())
    tally.contains("a role that is not given", "somebody-elses", found["why"])


def several(program, tally, place):
    folder = place / "several"
    written(folder, "a.yaml", PLAIN + "---\n" + POD.replace("name: fit", "name: second"))
    written(folder, "b.json", json.dumps({"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "third", "namespace": "ml"},
                                                                                       "spec": {"containers": [{"name": "c"}]}}]}))
    found = check(program, tally, "a folder", 1, folder, "--objects", written(place, "space.yaml", SPACE))
    tally.equal("a folder: its pods", [("Pod/fit", True), ("Pod/second", False), ("Pod/third", True)], [(one["object"], one["allowed"]) for one in found["pods"]])
    tally.equal("a folder: the refused one leads", "Pod/second", found["object"])
    done = program.run("scc", "check", folder, "--objects", place / "space.yaml")
    tally.equal("a folder as text: exit code", 1, done.status)
    for words in ("Pod/fit", "Pod/second", "Pod/third"):
        tally.contains("a folder as text", words, done.text)


def hostile(program, tally, place):
    bad = {
        "runAsUser: \"5\"": "expected a whole number",
        "privileged: maybe": "expected true or false",
        "capabilities: [IPC_LOCK]": "expected a mapping",
        "capabilities: {add: {IPC_LOCK: true}}": "expected a list",
        "runAsUser: 99999999999999999999": "expected a whole number",
    }
    for line, words in bad.items():
        path = written(place, "bad.yaml", POD.replace("capabilities: {add: [IPC_LOCK]}", line))
        found = check(program, tally, line, 2, path)
        tally.contains(f"{line}: the message", f"{path}:10: spec.containers[0].securityContext", found["error"]["message"])
        tally.contains(f"{line}: what was expected", words, found["error"]["message"])
    constraints = {"priority: -1": "priority", "allowedCapabilities: IPC_LOCK": "allowedCapabilities", "runAsUser: {type: Sometimes}": "runAsUser",
                   "allowHostNetwork: \"true\"": "allowHostNetwork"}
    for line, words in constraints.items():
        key = line.split(":")[0]
        text = "\n".join(one for one in SCC.splitlines() if not one.startswith(key)) + "\n" + line + "\n"
        found = check(program, tally, f"SCC with {line}", 2, "-", "--objects", written(place, "bad-scc.yaml", text), stdin=POD.encode())
        tally.contains(f"SCC with {line}", f"bad-scc.yaml:{len(text.splitlines())}", found["error"]["message"])
        tally.contains(f"SCC with {line}", words, found["error"]["message"])
    circle = "kind: Pod\nmetadata: {name: c}\nspec: &s\n  containers: &c\n  - {name: a, securityContext: *s}\n  initContainers: *c\n  volumes: *c\n"
    done = program.run("scc", "check", "-", stdin=circle.encode())
    tally.true("a circle of anchors", done.status in (0, 1, 2, 3) and done.cpu < 2, "an end", done.status)
    crowd = PLAIN.split("  containers:")[0] + "  containers:\n" + "".join(f"  - {{name: c{i}, ports: [{{hostPort: {i + 1}, containerPort: 1}}]}}\n" for i in range(800))
    for words in ([], ["-o", "json"]):
        done = program.run("scc", "check", "-", *words, stdin=crowd.encode())
        tally.true(f"800 host ports {words}", done.status == 1 and done.cpu < (60 if program.sanitized else 5), "a refusal in seconds", (done.status, done.cpu))
    many = POD.replace("[IPC_LOCK]", "[" + ", ".join(f"C{i}" for i in range(5000)) + "]")
    tally.contains("5000 capabilities", "more than", check(program, tally, "5000 capabilities", 2, "-", stdin=many.encode())["error"]["message"])
    tally.contains("no pod at all", "no pod", check(program, tally, "no pod at all", 2, "-", stdin=SPACE.encode())["error"]["message"])


def usage(program, tally, place):
    pod = written(place, "pod.yaml", POD)
    for words in (["--psa", "strict"], ["--as-group", "g"], ["--openshift-version", "3.11"], ["--openshift-version", "4.99"], ["--kube-version", "1.99"], ["--kube-version", "x"],
                  ["-n", "other"], ["--objects", place / "none.yaml"], ["--batch", place]):
        found = check(program, tally, " ".join(map(str, words)), 2, pod, *words)
        tally.true(f"{words}: says what to do", found.get("error", {}).get("message"), "a message", found)


def batch(program, tally, place):
    folder = place / "batch"
    case = "world:\n  stockSccs: [anyuid, hostaccess, hostmount-anyuid, hostnetwork, hostnetwork-v2, nonroot, nonroot-v2, privileged, restricted, restricted-v2]\n" \
           "  stockSccsChanged: [{name: restricted-v2, allowedCapabilities: CAPS}]\n  usableThroughSystemAuthenticated: [restricted-v2]\n" \
           "  namespace: {name: ml, annotations: {openshift.io/sa.scc.uid-range: 1000730000/10000, openshift.io/sa.scc.mcs: \"s0:c1,c2\"}}\n" \
           f"  creator: {ACCOUNT}\n" \
           "pod: {metadata: {name: fit}, spec: {serviceAccountName: worker, containers: [{name: m, securityContext: {capabilities: {add: [IPC_LOCK]}}}]}}\n"
    written(folder, "1-refused.yaml", case.replace("CAPS", "null"))
    written(folder, "2-admitted.yaml", case.replace("CAPS", "[IPC_LOCK]"))
    named = case.replace("CAPS", "[IPC_LOCK]").split("pod:")
    written(folder, "worlds/lab.yaml", "\n".join(line[2:] for line in named[0].splitlines()[1:]) + "\n")
    written(folder, "3-named.yaml", "world: lab\npod:" + named[1])
    written(folder, "4-objects.yaml", json.dumps({"world": [{"kind": "Namespace", "apiVersion": "v1", "metadata": {"name": "ml"}}], "pod": {"spec": {"containers": [{"name": "c"}]}}}))
    done = program.run("scc", "check", "--batch", folder)
    lines = [json.loads(line) for line in done.text.splitlines()]
    tally.equal("batch", [("1-refused.yaml", False), ("2-admitted.yaml", True), ("3-named.yaml", True)], [(one["file"], one["allowed"]) for one in lines[:3]])
    tally.equal("batch: exit code", 0, done.status)
    for name, text in {"5-outside.yaml": "world: ../../etc/passwd\npod: {}\n", "6-none.yaml": "world: nowhere\npod: {}\n", "7-empty.yaml": "", "8-broken.yaml": "world: [\n"}.items():
        written(folder, name, text)
    done = program.run("scc", "check", "--batch", folder)
    lines = [json.loads(line) for line in done.text.splitlines()]
    tally.equal("batch: what cannot be answered", ["5-outside.yaml", "6-none.yaml", "7-empty.yaml", "8-broken.yaml"], [one["file"] for one in lines if "error" in one])
    tally.equal("batch: exit code of that", 2, done.status)
