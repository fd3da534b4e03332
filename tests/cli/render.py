"""railhead render: examples/, whose result is in golden/render/, and what holds for all of them; files with something wrong in them."""
import json
import pathlib

import yaml

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"
GOLDEN = pathlib.Path(__file__).resolve().parent / "golden" / "render"
FABRICS = {"sriov-roce", "sriov-infiniband", "shared-infiniband", "host-device-roce", "host-device-infiniband", "macvlan-roce", "ipoib"}
KINDS = {"pod": "Pod", "statefulset": "StatefulSet", "job": "Job", "mpijob": "MPIJob", "jobset": "JobSet"}
ADMINS = {"Namespace", "SecurityContextConstraints", "Role", "RoleBinding", "NetworkAttachmentDefinition", "SriovNetwork", "SriovIBNetwork", "SriovNetworkNodePolicy"}


def objects(done):
    return [one for one in yaml.safe_load_all(done.text) if one]


def golden(tally, name, text):
    path = GOLDEN / f"{name}.yaml"
    if tally.update:
        GOLDEN.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    tally.same_text(f"golden/render/{name}", path.read_text() if path.exists() else "", text)


def looked_at(tally, name, found):
    """What every object of a job has."""
    for one in found:
        metadata = one["metadata"]
        what = f"{name}: {one['kind']} {metadata['name']}"
        tally.equal(f"{what}: managed by", "railhead", metadata["labels"].get("app.kubernetes.io/managed-by"))
        tally.true(f"{what}: owner", metadata["annotations"].get("railhead.dev/owner", "").startswith(("TrainingJob/vision/granite", "ClusterProfile/")), "one", metadata)
    text = json.dumps(found)
    for part in ('"privileged": true', '"hostPath"', '"hostNetwork": true', '"hostPID": true', "railhead.dev/injected"):
        tally.lacks(f"{name}: least privilege", part, text)


def example(program, tally, place, folder):
    name, file = folder.name, folder / "railhead.yaml"
    done = program.run("render", file)
    if not tally.equal(f"{name}: rendered", (0, ""), (done.status, done.said)):
        return
    golden(tally, name, done.text)
    tally.same_text(f"{name}: once more", done.text, program.run("render", "-f", file).text)
    found = objects(done)
    looked_at(tally, name, found)
    kind = next(words for ending, words in KINDS.items() if name.endswith("-" + ending))
    tally.equal(f"{name}: the workload comes last", kind, found[-1]["kind"])
    stream = place / f"{name}.yaml"
    stream.write_text(done.text)
    lint = program.run("lint", stream)
    tally.equal(f"{name}: lint", 0, lint.status)
    tally.lacks(f"{name}: lint", "‼", lint.text)
    tally.lacks(f"{name}: lint", "×", lint.text)
    tcp = program.run("render", file, "--mode", "tcp")
    tally.equal(f"{name}: tcp", 0, tcp.status)
    for part in ("k8s.v1.cni.cncf.io", "IPC_LOCK", "rdma/", "NetworkAttachmentDefinition", "Sriov"):
        tally.lacks(f"{name}: tcp has nothing of RDMA", part, tcp.text)
    switched = place / f"{name}.railhead.yaml"
    switched.write_text(file.read_text() + "  mode: tcp\n")
    tally.same_text(f"{name}: mode: tcp in the file is --mode tcp", tcp.text, program.run("render", switched).text)
    tally.same_text(f"{name}: switched twice", done.text, program.run("render", switched, "--mode", "rdma").text)


def outputs(program, tally, place):
    file = EXAMPLES / "macvlan-roce-statefulset" / "railhead.yaml"
    stream = objects(program.run("render", file))
    listed = json.loads(program.run("render", file, "-o", "json").out)
    tally.equal("json: a List of the same objects", ("List", stream), (listed["kind"], listed["items"]))
    folder = place / "objects"
    done = program.run("render", file, "--output-dir", folder, "-o", "kustomize")
    tally.equal("kustomize", (0, ""), (done.status, done.text))
    names = yaml.safe_load((folder / "kustomization.yaml").read_text())["resources"]
    tally.equal("kustomize: files in apply order", stream, [yaml.safe_load((folder / name).read_text()) for name in names])
    tally.equal("kustomize: files sort as they are applied", sorted(names), names)
    admin, user = (objects(program.run("render", file, "--for", who)) for who in ("admin", "user"))
    tally.equal("--for admin and --for user are the whole", stream, admin + user)
    tally.true("--for admin", {one["kind"] for one in admin} <= ADMINS, "what an admin applies", admin)
    tally.true("--for user", not {one["kind"] for one in user} & ADMINS, "what the user can apply", user)
    for words in (["-o", "kustomize"], ["-o", "json", "--output-dir", place / "x"], ["--for", "nobody"], ["--mode", "udp"]):
        done = program.run("render", file, *words)
        tally.equal(f"render {words}", 2, done.status)
    tried = program.run("render", file, "--test-pod")
    golden(tally, "test-pod", tried.text)
    pod = objects(tried)
    tally.equal("--test-pod: the last is a Pod", "Pod", pod[-1]["kind"])
    tally.lacks("--test-pod: no job", "StatefulSet", json.dumps(pod))


PROFILE = """apiVersion: railhead.dev/v1alpha1
kind: ClusterProfile
metadata: {name: hall-2}
spec:
  namespace: speech
  fabric: macvlan-roce
  networks: attachments
  launcherImage: registry.example/railhead:0.1
  rails: [{network: east, resource: rdma/east, interface: ens9np0, subnet: 10.80.1.0/24}]
"""
JOB = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: NAME}
spec:
  image: registry.example/speech:5
  command: [torchrun, train.py]
"""


def together(program, tally, place):
    """One profile, many jobs: what they share is there once."""
    profile = place / "cluster.yaml"
    profile.write_text(PROFILE)
    jobs = place / "jobs.yaml"
    jobs.write_text("---\n".join(JOB.replace("NAME", f"run-{number}") for number in range(3)))
    done = program.run("render", jobs, "--cluster", profile)
    tally.equal("three jobs", (0, ""), (done.status, done.said))
    kinds = [one["kind"] for one in objects(done)]
    tally.equal("three jobs: kinds", (1, 1, 3, 3, 3), tuple(kinds.count(kind) for kind in ("Namespace", "NetworkAttachmentDefinition", "ServiceAccount", "Service", "StatefulSet")))
    mixed = place / "mixed.yaml"
    mixed.write_text(JOB.replace("NAME", "one") + "  mode: tcp\n---\n" + JOB.replace("NAME", "two"))
    levels = [one["metadata"]["labels"]["pod-security.kubernetes.io/enforce"] for one in objects(program.run("render", mixed, "--cluster", profile)) if one["kind"] == "Namespace"]
    tally.equal("a namespace lets the pods of both jobs through", ["privileged"], levels)
    inside = place / "inside.yaml"
    inside.write_text(PROFILE + "---\n" + JOB.replace("NAME", "run-0"))
    jobs.write_text(JOB.replace("NAME", "run-0"))
    tally.same_text("a profile in the same stream", program.run("render", jobs, "--cluster", profile).text, program.run("render", inside).text)
    jobs.write_text(JOB.replace("NAME", "run-0") + "  cluster: cluster.yaml\n")
    tally.same_text("a profile by its path, seen from the job's file", program.run("render", inside).text, program.run("render", jobs).text)
    jobs.write_text(JOB.replace("NAME", "run-0").replace("command: [torchrun, train.py]", "scriptFile: start.sh"))
    (place / "start.sh").write_text("#!/bin/bash\nexec torchrun train.py\n")
    done = program.run("render", jobs, "--cluster", profile)
    script = next((one for one in objects(done) if one["kind"] == "ConfigMap"), {"data": {}})
    tally.equal("a script by its path", {"start.sh": "#!/bin/bash\nexec torchrun train.py\n"}, script["data"])


def refused(program, tally, place):
    """Nothing is written where something is wrong; every problem has a line of its own."""
    file = place / "wrong.yaml"
    for text, said in ((JOB.replace("NAME", "a"), "the job has no cluster"),
                       (PROFILE, "no TrainingJob in "),
                       (JOB.replace("NAME", "a").replace("image:", "imgae:") + "  nodes: two\n  cluster: {rails: []}\n", "wrong.yaml:5:3: spec.imgae"),
                       (JOB.replace("NAME", "a") + "  cluster: none.yaml\n", "none.yaml"),
                       ("", "wrong.yaml:1:1: expected kind ClusterProfile or TrainingJob"), ("a: &a [*a]\n", "wrong.yaml:1:"), ("{", "wrong.yaml:2:1")):
        file.write_text(text)
        done = program.run("render", file)
        tally.equal(f"{text[:40]!r}: refused", (2, ""), (done.status, done.text))
        tally.contains(f"{text[:40]!r}: says why", said, done.said)
    file.write_text(JOB.replace("NAME", "a").replace("image:", "imgae:") + "  nodes: two\n  cluster: {rails: []}\n")
    done = program.run("render", file)
    tally.contains("two problems at once", "spec.nodes", done.said)
    tally.contains("a suggestion", "did you mean image?", done.said)
    tally.equal("how many there are, at the end", f"{done.said.count('wrong.yaml:')} things are wrong, and nothing was written.", done.said.splitlines()[-1])
    file.write_text(JOB.replace("NAME", "A"))
    tally.lacks("one problem is not counted", "things are wrong", program.run("render", file).said)


def schema(program, tally):
    import jsonschema

    text = json.loads(program.run("schema", "railhead.yaml").out)
    jsonschema.Draft202012Validator.check_schema(text)
    validator = jsonschema.Draft202012Validator(text)
    for folder in sorted(EXAMPLES.iterdir()):
        document = yaml.safe_load((folder / "railhead.yaml").read_text())
        tally.equal(f"{folder.name}: by the schema", [], [error.message for error in validator.iter_errors(document)])
    tally.true("the schema refuses what is unknown", list(validator.iter_errors({**document, "sepc": {}})), "an error", "none")


def test(program, tally, place):
    names = {folder.name for folder in EXAMPLES.iterdir()}
    tally.equal("an example of each fabric and kind", {f"{fabric}-{kind}" for fabric in FABRICS for kind in KINDS}, names)
    for folder in sorted(EXAMPLES.iterdir())[::6 if program.sanitized else 1]:
        example(program, tally, place, folder)
    outputs(program, tally, place)
    together(program, tally, place)
    refused(program, tally, place)
    schema(program, tally)
