"""scc render: what it prints admits the pods, and gives no more than they ask for; nothing where nothing is needed; what no SCC helps."""
import json

import yaml

SPACE = """apiVersion: v1
kind: Namespace
metadata:
  name: vault
  annotations: {openshift.io/sa.scc.uid-range: 1000660000/10000, openshift.io/sa.scc.mcs: "s0:c26,c5", openshift.io/sa.scc.supplemental-groups: 1000660000/10000}
"""
SET = """apiVersion: apps/v1
kind: StatefulSet
metadata: {name: tide, namespace: vault}
spec:
  template:
    spec:
      serviceAccountName: diver
      containers:
      - {name: main, image: i, securityContext: {runAsUser: 0, capabilities: {add: [IPC_LOCK]}}}
"""
PLAIN = SET.replace(", securityContext: {runAsUser: 0, capabilities: {add: [IPC_LOCK]}}", "")
MPI = """apiVersion: kubeflow.org/v2beta1
kind: MPIJob
metadata: {name: reef, namespace: vault}
spec:
  mpiReplicaSpecs:
    Launcher: {template: {spec: {serviceAccountName: coral, securityContext: {runAsUser: 0}, volumes: [{name: s, configMap: {name: c}}], containers: [{name: main, image: i}]}}}
    Worker: {template: {spec: {serviceAccountName: coral, volumes: [{name: s, emptyDir: {}}], containers: [{name: main, image: i, securityContext: {capabilities: {add: [IPC_LOCK]}}}]}}}
"""
PRIVILEGED = SET.replace("{runAsUser: 0, capabilities: {add: [IPC_LOCK]}}", "{privileged: true}")
# The API refuses this of every pod.
INVALID = SET.replace("{runAsUser: 0, capabilities: {add: [IPC_LOCK]}}", "{allowPrivilegeEscalation: false, capabilities: {add: [CAP_SYS_ADMIN, IPC_LOCK]}, runAsUser: -4}")
WIDE = ("allowPrivilegedContainer", "allowHostNetwork", "allowHostPorts", "allowHostPID", "allowHostIPC", "allowHostDirVolumePlugin")


def test(program, tally, place):
    proof(program, tally, place)
    least(program, tally, place)
    nothing(program, tally, place)
    hopeless(program, tally, place)
    usage(program, tally, place)


def written(place, name, text):
    path = place / name
    path.write_text(text)
    return path


def render(program, *arguments, **options):
    done = program.run("scc", "render", *arguments, **options)
    return done, [one for one in yaml.safe_load_all(done.text) if one] if done.status == 0 and "json" not in arguments else []


def check(program, *arguments, **options):
    done, found = program.json("scc", "check", *arguments, **options)
    return done.status, found or {}


def proof(program, tally, place):
    """Rendered and applied, the pods are admitted by what was rendered."""
    space = written(place, "space.yaml", SPACE)
    for name, text, scc in (("a StatefulSet", SET, "rdma-tide"), ("an MPIJob", MPI, "rdma-reef"), ("two accounts", SET + "---\n" + MPI, "rdma-tide")):
        for known in ([], ["--objects", space]):
            what = f"{name}{' in a namespace that is known' if known else ''}"
            pods = written(place, "pods.yaml", text)
            tally.equal(f"{what}: refused before", 1, check(program, pods, *known)[0])
            done, objects = render(program, pods, *known)
            tally.equal(f"{what}: exit code", 0, done.status)
            tally.equal(f"{what}: in apply order", ["SecurityContextConstraints", "Role", "RoleBinding"] * (2 if "two" in name else 1), [one["kind"] for one in objects])
            made = written(place, "made.yaml", done.text)
            status, found = check(program, pods, *known, "--objects", made)
            tally.equal(f"{what}: admitted with it", (0, scc), (status, found.get("scc")))
            again, more = render(program, pods, *known, "--objects", made)
            tally.equal(f"{what}: nothing more after it", (0, []), (again.status, more))
            tally.equal(f"{what}: the same each time", done.text, program.run("scc", "render", pods, *known).text)
    # Without its binding the SCC is nobody's.
    done, objects = render(program, "-", stdin=SET.encode())
    tally.equal("without the binding: refused", 1, check(program, "-", "--objects", written(place, "alone.yaml", yaml.safe_dump(objects[0])), stdin=SET.encode())[0])


def least(program, tally, place):
    done, objects = render(program, "-", "--name", "site-tide", "--service-account", "other", "-n", "vault", stdin=SET.replace(", namespace: vault", "").encode())
    scc, role, binding = objects
    tally.equal("--name", "site-tide", scc["metadata"]["name"])
    tally.equal("least: nothing of the node", [False] * len(WIDE), [scc[name] for name in WIDE])
    tally.equal("least: nobody in it", ([], []), (scc["users"], scc["groups"]))
    tally.equal("least: one root and no other user", {"type": "MustRunAsRange", "uidRangeMin": 0, "uidRangeMax": 0}, scc["runAsUser"])
    tally.equal("least: one SCC by name", [{"apiGroups": ["security.openshift.io"], "resources": ["securitycontextconstraints"], "resourceNames": ["site-tide"], "verbs": ["use"]}], role["rules"])
    tally.equal("--service-account", [{"kind": "ServiceAccount", "name": "other", "namespace": "vault"}], binding["subjects"])
    tally.equal("least: the binding names the role", role["metadata"]["name"], binding["roleRef"]["name"])
    tally.equal("least: no more than the pod adds", (["IPC_LOCK"], ["projected"]), (scc["allowedCapabilities"], scc["volumes"]))
    tally.contains("least: what becomes of other pods is said", "Other pods of vault/other come under it too", done.said)
    # Under a name of its own choice it comes behind what the account's other pods get, at the price of what those have anyway.
    done, objects = render(program, "-", stdin=SET.encode())
    tally.contains("behind the others: what it gives for that is said", "though the pod does not need that", done.said)
    tally.contains("behind the others: root without its capabilities is said", "runs as root has no capabilities", done.said)
    both = SET + "---\n" + PLAIN.replace("name: tide", "name: calm")
    _, found = check(program, "-", "--objects", written(place, "made.yaml", yaml.safe_dump_all(objects)), stdin=both.encode())
    tally.equal("behind the others", ["rdma-tide", "restricted-v2"], [one["scc"] for one in found["pods"]])
    _, objects = render(program, "-", stdin=MPI.encode())
    tally.equal("several pods: the capability of one", ["IPC_LOCK"], objects[0]["allowedCapabilities"])
    tally.equal("several pods: the volumes of both", ["configMap", "emptyDir", "projected"], objects[0]["volumes"])
    done = program.run("scc", "render", "-", "-o", "json", stdin=SET.encode())
    found = json.loads(done.text)
    tally.equal("-o json", ("List", ["SecurityContextConstraints", "Role", "RoleBinding"]), (found["kind"], [one["kind"] for one in found["items"]]))
    tally.equal("-o json says what YAML says", render(program, "-", stdin=SET.encode())[1], found["items"])
    required = SET.replace("template:\n", "template:\n    metadata: {annotations: {openshift.io/required-scc: by-name}}\n")
    done, objects = render(program, "-", stdin=required.encode())
    tally.equal("the SCC that a pod requires", ["by-name"], [one["metadata"]["name"] for one in objects if one["kind"] == "SecurityContextConstraints"])


def nothing(program, tally, place):
    done, objects = render(program, "-", stdin=PLAIN.encode())
    tally.equal("a plain pod", (0, [], "", "Nothing to render: the pod is admitted as it is.\n"), (done.status, objects, done.text, done.said))
    done = program.run("scc", "render", "-", "-o", "json", stdin=PLAIN.encode())
    tally.equal("a plain pod: -o json", (0, []), (done.status, json.loads(done.text)["items"]))
    # A uid that may be in the namespace's range or not.
    done = program.run("scc", "render", "-", stdin=PLAIN.replace("image: i", "image: i, securityContext: {runAsUser: 1000660005}").encode())
    tally.equal("a uid without a namespace", (3, ""), (done.status, done.text))
    tally.contains("a uid without a namespace", "Not known: StatefulSet/tide (stdin:1): ", done.said)


def hopeless(program, tally, place):
    """Exit 1, the reasons, and nothing on stdout: not even for the pods that could be helped."""
    for name, text, words in (("privileged", PRIVILEGED, "No SCC is proposed for privileged containers"), ("invalid", INVALID, "runAsUser"),
                              ("privileged beside others", MPI + "---\n" + PRIVILEGED, "StatefulSet/tide (stdin:9): No SCC is proposed")):
        done = program.run("scc", "render", "-", stdin=text.encode())
        tally.equal(name, (1, ""), (done.status, done.text))
        tally.contains(name, words, done.said)
        done = program.run("scc", "render", "-", "-o", "json", stdin=text.encode())
        tally.equal(f"{name}: -o json", (1, "denied"), (done.status, json.loads(done.text)["error"]["code"]))
    done = program.run("scc", "render", "-", "--psa", "restricted", "--openshift-version", "4.18", stdin=PLAIN.replace("image: i", "image: i, ports: [{containerPort: 1}]").encode())
    tally.equal("Pod Security lets a plain pod through", 0, done.status)
    volume = PLAIN.replace("      containers:", "      volumes: [{name: v, csi: {driver: d.example}}]\n      containers:")
    done = program.run("scc", "render", "-", stdin=volume.encode())
    tally.equal("what no SCC decides", (1, ""), (done.status, done.text))
    done, objects = render(program, "-", "--psa", "baseline", "--openshift-version", "4.18", stdin=SET.encode())
    tally.equal("Pod Security's level is noted", (0, 3), (done.status, len(objects)))
    tally.contains("Pod Security's level is noted", "oc label namespace vault pod-security.kubernetes.io/enforce=privileged --overwrite", done.said)


def usage(program, tally, place):
    pods = written(place, "pods.yaml", SET)
    for words in (["--name", "restricted-v2"], ["--name", ""], ["-o", "text"], ["--psa", "baseline"], ["--openshift-version", "4.99"], ["-n", "other"], ["--objects", place / "none.yaml"]):
        done = program.run("scc", "render", pods, *words)
        tally.equal(f"{words}: exit code", (2, ""), (done.status, done.text))
    tally.contains("no pod", "no pod", program.run("scc", "render", "-", stdin=SPACE.encode()).said)
