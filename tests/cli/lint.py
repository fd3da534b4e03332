"""lint: manifests from files, folders and stdin; what it prints in each format, what is ignored, hostile texts, exit codes."""
import gzip
import json
import os
import subprocess
import xml.etree.ElementTree as ElementTree

import jsonschema
from goldens import compare
from program import neutral

POD = """apiVersion: v1
kind: Pod
metadata:
  name: train
  namespace: team-a
  annotations:
    k8s.v1.cni.cncf.io/networks: rail1
spec:
  serviceAccountName: trainer
  containers:
  - name: main
    image: registry.example/train:1
    command: [torchrun, train.py]
    resources:
      limits:
        nvidia.com/gpu: 8
        openshift.io/rail1: 1
      requests:
        nvidia.com/gpu: 8
        openshift.io/rail1: 1
"""
LOCKS = """    securityContext:
      capabilities:
        add: [IPC_LOCK]
    volumeMounts:
    - name: shm
      mountPath: /dev/shm
  volumes:
  - name: shm
    emptyDir:
      medium: Memory
      sizeLimit: 64Gi
"""
NETWORK = """apiVersion: k8s.cni.cncf.io/v1
kind: NetworkAttachmentDefinition
metadata:
  name: rail1
  namespace: team-a
  annotations:
    k8s.v1.cni.cncf.io/resourceName: openshift.io/rail1
spec:
  config: '{"cniVersion": "0.3.1", "type": "sriov", "ipam": {"type": "whereabouts", "range": "192.168.31.0/24", "routes": [{"dst": "0.0.0.0/0"}]}}'
"""
SOCKETS = """apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 2
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - {name: web, image: registry.example/web:1, env: [{name: NCCL_IB_DISABLE, value: "1"}]}
"""
MIX = POD + "---\n" + NETWORK + "---\n" + SOCKETS
MISSING = "k8s.manifest.missing-ipc-lock"


def test(program, tally, place):
    goldens(program, tally, place)
    formats(program, tally, place)
    exit_codes(program, tally, place)
    choices(program, tally, place)
    ignored(program, tally, place)
    templates(program, tally, place)
    folders(program, tally, place)
    streams(program, tally, place)
    context(program, tally, place)
    hostile(program, tally, place)
    table(program, tally, place)


def written(place, name, text):
    path = place / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def report(program, tally, *arguments, **options):
    done = program.run("lint", *arguments, "-o", "json", **options)
    found = json.loads(done.text)
    jsonschema.validate(found, program.schema("lint"))
    return done, found


def ids(found):
    return [finding["id"] for finding in found["findings"]]


def goldens(program, tally, place):
    """Two checks alone: the others have their own fixtures."""
    path = written(place, "mix.yaml", MIX)
    two = ("--only", f"{MISSING},k8s.nad.default-route")
    done = program.run("lint", path, *two)
    compare(tally, "lint-mix.txt", done.text.replace(str(place), "DIR"))
    tally.equal("lint: stderr", "", done.said)
    compare(tally, "lint-table.txt", program.run("lint", "--table", "-", *two, stdin=MIX.encode()).text)
    for name in ("json", "sarif", "junit"):
        done = program.run("lint", path, "-o", name, *two)
        compare(tally, f"lint-mix.{name}", neutral(done.text).replace(str(place), "DIR"))
    ascii_only = program.run("lint", path, env={"LC_ALL": "C"})
    tally.true("lint: a locale without UTF-8", ascii_only.out.isascii(), "ASCII alone", ascii_only.text)


# The part of SARIF 2.1.0 (OASIS, sarif-schema-2.1.0.json) that is used, each as that schema has it.
LOCATION = {"type": "object", "additionalProperties": False, "properties": {
    "physicalLocation": {"type": "object", "required": ["artifactLocation"], "additionalProperties": False, "properties": {
        "artifactLocation": {"type": "object", "required": ["uri"], "additionalProperties": False,
                             "properties": {"uri": {"type": "string", "pattern": r"^[A-Za-z0-9._~/:%-]+$"}}},
        "region": {"type": "object", "required": ["startLine"], "additionalProperties": False, "properties": {
            "startLine": {"type": "integer", "minimum": 1}, "startColumn": {"type": "integer", "minimum": 1},
            "endColumn": {"type": "integer", "minimum": 1}}}}},
    "logicalLocations": {"type": "array"}, "message": {"$ref": "#/$defs/message"}}}
LEVEL = {"enum": ["none", "note", "warning", "error"]}
SARIF = {
    "type": "object", "required": ["version", "runs"], "additionalProperties": False,
    "properties": {"$schema": {"type": "string", "format": "uri"}, "version": {"const": "2.1.0"}, "runs": {"type": "array", "items": {"$ref": "#/$defs/run"}}},
    "$defs": {
        "message": {"type": "object", "required": ["text"], "additionalProperties": False, "properties": {"text": {"type": "string"}}},
        "location": LOCATION,
        "run": {"type": "object", "required": ["tool", "results"], "additionalProperties": False, "properties": {
            "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            "tool": {"type": "object", "required": ["driver"], "additionalProperties": False, "properties": {"driver": {
                "type": "object", "required": ["name"], "additionalProperties": False, "properties": {
                    "name": {"type": "string"}, "version": {"type": "string"},
                    "rules": {"type": "array", "uniqueItems": True, "items": {
                        "type": "object", "required": ["id"], "additionalProperties": False, "properties": {
                            "id": {"type": "string"}, "shortDescription": {"$ref": "#/$defs/message"},
                            "fullDescription": {"$ref": "#/$defs/message"}, "help": {"$ref": "#/$defs/message"},
                            "defaultConfiguration": {"type": "object", "properties": {"level": LEVEL}}}}}}}}},
            "invocations": {"type": "array", "items": {
                "type": "object", "required": ["executionSuccessful"], "additionalProperties": False, "properties": {
                    "executionSuccessful": {"type": "boolean"},
                    "toolExecutionNotifications": {"type": "array", "items": {
                        "type": "object", "required": ["message"], "additionalProperties": False, "properties": {
                            "message": {"$ref": "#/$defs/message"}, "level": LEVEL,
                            "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}}}}}}}},
            "results": {"type": "array", "items": {
                "type": "object", "required": ["message"], "additionalProperties": False, "properties": {
                    "ruleId": {"type": "string"}, "ruleIndex": {"type": "integer", "minimum": -1}, "level": LEVEL,
                    "message": {"$ref": "#/$defs/message"},
                    "locations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
                    "relatedLocations": {"type": "array", "items": {"$ref": "#/$defs/location"}},
                    "suppressions": {"type": "array", "items": {
                        "type": "object", "required": ["kind"], "additionalProperties": False, "properties": {
                            "kind": {"enum": ["inSource", "external"]}, "justification": {"type": "string"}}}},
                    "properties": {"type": "object"}}}}}}}}


def sarif(program, tally, what, *arguments, **options):
    done = program.run("lint", *arguments, "-o", "sarif", **options)
    found = json.loads(done.text)
    try:
        jsonschema.validate(found, SARIF)
    except jsonschema.ValidationError as problem:
        tally.fail(what, "SARIF 2.1.0", str(problem)[:600])
    run = found["runs"][0]
    rules = [rule["id"] for rule in run["tool"]["driver"]["rules"]]
    tally.true(f"{what}: rules", all(rules[result["ruleIndex"]] == result["ruleId"] for result in run["results"]), "each result's own", rules)
    return run


def junit(program, tally, what, *arguments, **options):
    done = program.run("lint", *arguments, "-o", "junit", **options)
    try:
        root = ElementTree.fromstring(done.out)
    except ElementTree.ParseError as problem:
        tally.fail(what, "well-formed XML", f"{problem}: {done.text[:500]}")
        return ElementTree.Element("testsuites")
    for suite in root:
        for attribute, tag in (("tests", "testcase"), ("failures", "testcase/failure"), ("errors", "testcase/error"), ("skipped", "testcase/skipped")):
            tally.equal(f"{what}: {attribute}", int(suite.get(attribute)), len(suite.findall(tag)))
    return root


def formats(program, tally, place):
    path = written(place, "mix.yaml", MIX)
    text = program.run("lint", path).text
    _, found = report(program, tally, path)
    tally.true("lint: something is found", MISSING in ids(found), MISSING, ids(found))
    run = sarif(program, tally, "sarif", path)
    tally.equal("sarif: the same findings", sorted(ids(found)), sorted(result["ruleId"] for result in run["results"]))
    for finding in found["findings"]:
        tally.contains("text: the same finding", f"{finding['file']}:{finding['line']}:{finding['column']}", text)
        tally.contains("text: its id", f"({finding['id']})", text)
    first = next(result for result in run["results"] if result["ruleId"] == MISSING)
    region = first["locations"][0]["physicalLocation"]["region"]
    line = MIX.splitlines()[region["startLine"] - 1]
    shown = line[region["startColumn"] - 1:region["endColumn"] - 1]
    tally.equal("sarif: the region is the line's text", "openshift.io/rail1: 1", shown)
    root = junit(program, tally, "junit", path, "--fail-on", "warning")
    failed = [case.get("name").split()[0] for case in root.iter("testcase") if case.find("failure") is not None]
    grave = [finding["id"] for finding in found["findings"] if finding["severity"] != "info"]
    tally.equal("junit: failures are what is at --fail-on", sorted(grave), sorted(failed))
    never = junit(program, tally, "junit --fail-on never", path, "--fail-on", "never")
    tally.equal("junit --fail-on never", 0, len(never.findall("testsuite/testcase/failure")))
    # Names of all kinds are text, in every format.
    odd = POD.replace("name: main", 'name: "a<b>&\\"c\\u0007]]>\\uFFFE\\u202E"')
    junit(program, tally, "junit: an odd name", "-", stdin=odd.encode())
    sarif(program, tally, "sarif: an odd name", "-", stdin=odd.encode())
    report(program, tally, "-", stdin=odd.encode())
    strange = written(place, "a b%ä.yaml", POD)
    uri = sarif(program, tally, "sarif: an odd file name", strange)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    tally.true("sarif: an odd file name", uri.endswith("/a%20b%25%C3%A4.yaml") and uri.startswith("file:///"), "escaped", uri)


def exit_codes(program, tally, place):
    path = written(place, "pod.yaml", POD)
    _, found = report(program, tally, path)
    grave = {finding["severity"] for finding in found["findings"]}
    tally.equal("lint: exit code follows the findings", 1 if "error" in grave else 0, program.run("lint", path).status)
    tally.equal("--fail-on warning", 1, program.run("lint", path, "--fail-on", "warning").status)
    tally.equal("--fail-on never", 0, program.run("lint", path, "--fail-on", "never").status)
    tally.equal("nothing given", 2, program.run("lint").status)
    for arguments, code, message in ((("no-such.yaml",), "not_found", "cannot read 'no-such.yaml'"),
                                     (("/dev/zero",), "malformed", "neither a file nor a folder nor a pipe"),
                                     (("-", "-"), "usage", "stdin, which is there once"),
                                     ((path, "--skip", "k8s.manifest.mising-ipc-lock"), "usage", "there is no check"),
                                     ((path, "--only", "nonsense"), "usage", "there is no check"),
                                     ((path, "--table", "-o", "sarif"), "usage", "--table")):
        done = program.run("lint", *arguments)
        tally.equal(f"lint {arguments}: exit code", 2, done.status)
        tally.contains(f"lint {arguments}: message", message, done.said)
        tally.equal(f"lint {arguments}: stdout", "", done.text)
        if "sarif" in arguments:
            continue
        done = program.run("lint", *arguments, "-o", "json")
        tally.equal(f"lint {arguments} -o json", code, json.loads(done.text)["error"]["code"])


def choices(program, tally, place):
    path = written(place, "pod.yaml", POD)
    _, only = report(program, tally, path, "--only", MISSING)
    tally.equal("--only", {MISSING}, set(ids(only)))
    _, skip = report(program, tally, path, "--skip", "k8s.manifest")
    tally.true("--skip a family", not any(one.startswith("k8s.manifest.") for one in ids(skip)), "none of it", ids(skip))
    good = written(place, "good.yaml", POD + LOCKS)
    _, quiet = report(program, tally, good)
    _, verbose = report(program, tally, good, "-v")
    tally.true("a good pod: IPC_LOCK", MISSING not in ids(quiet), f"no {MISSING}", ids(quiet))
    tally.true("-v says what is right", any(one["id"] == MISSING and one["verdict"] == "ok" for one in verbose["findings"]), "an ok", ids(verbose))
    tally.contains("-v as text", "√", program.run("lint", "-v", good).text)


def with_annotation(value):
    return POD.replace("  annotations:\n", f"  annotations:\n    railhead.dev/ignore: {value}\n")


def ignored(program, tally, place):
    def told(text):
        return report(program, tally, "-", "--only", MISSING, "--fail-on", "warning", stdin=text.encode())

    done, found = told(with_annotation(f'"{MISSING}: the node has no limit"'))
    tally.equal("ignored: exit code", 0, done.status)
    tally.equal("ignored: its reason", ["the node has no limit"], [one["ignored"] for one in found["findings"]])
    tally.equal("ignored: counted", (0, 1), (found["summary"]["warnings"], found["summary"]["ignored"]))
    for value in (f"|\n      k8s.nad: other\n      {MISSING}: why\n", f'"k8s.nad: a, b; {MISSING}: why"', '"k8s.manifest: why"'):
        tally.equal(f"ignored by {value!r}", [0, ["why"], []], [(one := told(with_annotation(value)))[0].status, [f["ignored"] for f in one[1]["findings"]], one[1]["notes"]])
    for value, said in ((f'"{MISSING}"', "has no reason"), (f'"{MISSING}: "', "has no reason"), ('"k8s.manifest.no-ipc: why"', "there is no check"), ('""', "is empty")):
        done, found = told(with_annotation(value))
        tally.equal(f"not honoured: {value}", (1, [None]), (done.status, [one["ignored"] for one in found["findings"]]))
        tally.contains(f"not honoured: {value}: a note", said, str(found["notes"]))
        tally.equal(f"not honoured: {value}: its line", 7, found["notes"][0]["line"])
        text = program.run("lint", "-", stdin=with_annotation(value).encode()).text
        tally.contains(f"not honoured: {value}: as text", said, text)
    run = sarif(program, tally, "sarif: ignored", "-", "--only", MISSING, stdin=with_annotation(f'"{MISSING}: why"').encode())
    tally.equal("sarif: a suppression", [{"kind": "inSource", "justification": "why"}], run["results"][0].get("suppressions"))
    root = junit(program, tally, "junit: ignored", "-", "--only", MISSING, stdin=with_annotation(f'"{MISSING}: why"').encode())
    tally.equal("junit: skipped", 1, len(root.findall("testsuite/testcase/skipped")))
    text = program.run("lint", "-", stdin=with_annotation(f'"{MISSING}: why"').encode()).text
    tally.contains("text: ignored, with its reason", "because: why", text)
    # On the pod template it holds for that.
    job = "apiVersion: batch/v1\nkind: Job\nmetadata: {name: j}\nspec:\n  template:\n" + "".join("    " + line + "\n" for line in with_annotation(f'"{MISSING}: why"').splitlines()[2:])
    _, found = told(job)
    tally.equal("ignored by the pod template", ["why"], [one["ignored"] for one in found["findings"]])


def templates(program, tally, place):
    for text, mark, line, column in ((POD.replace("registry.example/train:1", "{{ .Values.image }}"), "{{ .Values.image }}", 12, 12),
                                     (POD.replace("  annotations:", "  {{- if .Values.rdma }}\n  annotations:"), "{{- if .Values.rdma }}", 6, 3),
                                     (POD.replace("train:1", "train:{{ .Values.tag }}"), "{{ .Values.tag }}", 12, 35),
                                     (POD.replace("spec:\n", "spec:\n  {% if rdma %}\n"), "{% if rdma %}", 9, 3),
                                     (POD.replace("name: train\n", "name: {{ name }}\n"), "{{ name }}", 4, 9)):
        done, found = report(program, tally, "-", stdin=text.encode())
        tally.equal(f"{mark}: exit code", 2, done.status)
        problem = found["problems"][0] if found["problems"] else {}
        tally.equal(f"{mark}: its place", (True, line, column), (problem.get("template"), problem.get("line"), problem.get("column")))
        tally.contains(f"{mark}: named", f"'{mark}'", problem.get("message", ""))
        tally.contains(f"{mark}: what to do", "helm template CHART | railhead lint -", program.run("lint", "-", stdin=text.encode()).text)
    for text in (POD + '    args: ["{{ .Values.x }}"]\n', POD + "    args:\n    - |\n      docker ps --format {{ .Values.x }}\n      {% raw %}\n",
                 POD + "    args: ['--format={{.Name}}', --other={{.Name}}]  # {{ .Values.x }}\n".replace("--other={{.Name}}", "x"),
                 POD + "    args:\n    - --go-template={{.metadata.name}}\n", POD + "# {{ .Values.x }}\n"):
        done, found = report(program, tally, "-", stdin=text.encode())
        tally.equal(f"no template: {text[len(POD):]!r}", [], found["problems"])


def folders(program, tally, place):
    root = place / "folder"
    for name in ("b/two.yml", "a.yaml", "c.json", "b/notes.txt", ".git/x.yaml", "..data/x.yaml"):
        text = json.dumps({"apiVersion": "v1", "kind": "Service", "metadata": {"name": "x"}}) if name.endswith("json") else POD
        written(root, name, text)
    _, found = report(program, tally, root)
    tally.equal("a folder's files, in order", [f"{root}/a.yaml", f"{root}/b/two.yml", f"{root}/c.json"], [one["file"] for one in found["files"]])
    _, same = report(program, tally, "-f", root / "a.yaml", "-f", root / "b")
    tally.equal("-f, more than once", 2, len(same["files"]))
    (root / "b" / "again").symlink_to(root)
    done = program.run("lint", root)
    tally.equal("a circle of links: exit code", 2, done.status)
    tally.contains("a circle of links", "a link to a folder that it stands in", done.said)
    (root / "b" / "again").unlink()
    os.mkfifo(root / "b" / "pipe.yaml")
    done = program.run("lint", root, limit=20)
    tally.contains("a pipe in a folder", "it is no file", done.said)
    (root / "b" / "pipe.yaml").unlink()
    (root / "b" / "gone.yaml").symlink_to("nowhere")
    tally.contains("a link to nothing", "gone.yaml", program.run("lint", root).said)
    empty = place / "empty"
    empty.mkdir()
    done = program.run("lint", empty)
    tally.equal("a folder without manifests: exit code", 2, done.status)
    tally.contains("a folder without manifests", "no *.yaml, *.yml or *.json", done.said)


def streams(program, tally, place):
    """A pipe is read twice, packed files and UTF-16 are read as they are."""
    path = written(place, "mix.yaml", MIX)
    wanted = ids(report(program, tally, path)[1])
    for operand in ("-", "/dev/fd/0"):  # the second is what a shell makes of <(helm template .)
        with subprocess.Popen(["cat", str(path)], stdout=subprocess.PIPE) as cat:
            done = subprocess.run([program.binary, "lint", "-o", "json", operand], stdin=cat.stdout, capture_output=True, timeout=60, check=False,
                                  env=program.environment({}))
        tally.equal(f"a pipe as {operand}", wanted, ids(json.loads(done.stdout)))
    _, found = report(program, tally, written(place, "mix.gz", gzip.compress(MIX.encode())))
    tally.equal("packed", wanted, ids(found))
    for name, data in (("utf16", b"\xff\xfe" + MIX.encode("utf-16-le")), ("mark", b"\xef\xbb\xbf" + MIX.encode()), ("crlf", MIX.replace("\n", "\r\n").encode())):
        _, found = report(program, tally, written(place, f"{name}.yaml", data))
        tally.equal(f"lint of {name}", wanted, ids(found))
        tally.equal(f"lint of {name}: problems", [], found["problems"])
    text = program.run("lint", written(place, "cut.gz", gzip.compress(MIX.encode())[:60]))
    tally.equal("a packed file that is cut: exit code", 2, text.status)


def context(program, tally, place):
    """What other documents and files define counts, whatever their order; what is of them is said there, once."""
    first = written(place, "context/1.yaml", POD)
    second = written(place, "context/2.yaml", NETWORK)
    for order in ((first, second), (second, first)):
        _, found = report(program, tally, *order)
        routes = [one for one in found["findings"] if one["id"] == "k8s.nad.default-route"]
        tally.equal(f"{[path.name for path in order]}: a fault of the network, once, in its file", [str(second)], [one["file"] for one in routes])
    many = "".join("---\n" + NETWORK.replace("rail1", f"rail{n}") for n in range(300))
    _, found = report(program, tally, "-", "--only", "k8s.nad.default-route", stdin=(many + "---\n" + POD).encode())
    tally.equal("many networks", 300, len(found["findings"]))


def hostile(program, tally, place):
    """A broken document is said with its place and does not stop the others."""
    cases = {
        "a tab": ("kind: Pod\nspec:\n\tb: 2\n", 3, "tab"),
        "a key that is there twice": ("kind: Pod\nspec: 1\nkind: Pod\n", 3, f"stands in line {POD.count(chr(10)) + 2} already"),
        "a NUL": ("kind: Pod\nname: a\0b\n", 2, "0x00"),
        "no UTF-8": (b"kind: Pod\nname: \xff\n", 2, "0xff"),
        "too many levels": ("a: " + "[" * 70 + "]" * 70 + "\n", 1, "64 levels"),
        "an alias without its anchor": ("kind: Pod\na: *none\n", 2, "anchor"),
        "an open quote": ('kind: Pod\na: "b\n', None, ""),
    }
    for name, (text, line, said) in cases.items():
        data = text if isinstance(text, bytes) else text.encode()
        done, found = report(program, tally, "-", stdin=POD.encode() + b"---\n" + data + b"---\n" + POD.encode())
        tally.equal(f"{name}: exit code", 2, done.status)
        tally.equal(f"{name}: the others are judged", (1, 2), (len(found["problems"]), found["summary"]["objects"]))
        problem = found["problems"][0] if found["problems"] else {}
        if line:
            tally.equal(f"{name}: its line", POD.count("\n") + 1 + line, problem.get("line"))
        tally.contains(f"{name}: what is said", said, problem.get("message", ""))
    for name, text in (("an empty text", b""), ("comments alone", b"# one\n\n# two\n"), ("marks alone", b"---\n---\n...\n"), ("another text", b"just words\n"),
                       ("values of a chart", b"image: x\nreplicas: 2\n")):
        done = program.run("lint", "-", stdin=text)
        tally.equal(f"{name}: exit code", 2, done.status)
        tally.contains(f"{name}: what is said", "no object of Kubernetes", done.said)
    huge = POD.replace("torchrun, train.py", '"' + "x" * (8 << 20) + '"')
    done, found = report(program, tally, "-", stdin=huge.encode())
    tally.true("a huge scalar", MISSING in ids(found), MISSING, ids(found))
    tally.true("a huge scalar: memory", done.peak < program.most_memory, f"less than {program.most_memory}", done.peak)
    done = program.run("lint", "-", stdin=b"a: " + b"x" * (65 << 20))
    tally.equal("a document of more than 64 MiB: exit code", 2, done.status)
    tally.contains("a document of more than 64 MiB", "stdin:1: the document that begins here is larger than 64 MiB", done.said)
    bomb = "a: &a [x, x]\n" + "".join(f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)) + "kind: Pod\n"
    tally.true("aliases of aliases", program.run("lint", "-", stdin=bomb.encode(), limit=20).seconds < 10, "in time", "late")
    listed = "apiVersion: v1\nkind: List\nitems:\n" + "".join("- " + POD.replace("\n", "\n  ").rstrip(" ") for _ in range(3))
    _, found = report(program, tally, "-", "--only", MISSING, stdin=listed.encode())
    whole = {"apiVersion": "v1", "kind": "List", "items": [
        {"apiVersion": "k8s.cni.cncf.io/v1", "kind": "NetworkAttachmentDefinition", "metadata": {"name": "rail1"},
         "spec": {"config": json.dumps({"type": "sriov", "ipam": {"type": "whereabouts", "routes": [{"dst": "0.0.0.0/0"}]}})}}] + [
        {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": f"p{n}"}, "spec": {"containers": [
            {"name": "main", "resources": {"limits": {"rdma/hca": 1}}}]}} for n in range(3)]}
    for indent in (None, 1):
        _, one = report(program, tally, "-", "--only", f"{MISSING},k8s.nad.default-route", stdin=json.dumps(whole, indent=indent).encode())
        tally.equal(f"a List of JSON, indent {indent}", ["k8s.nad.default-route"] + [MISSING] * 3, ids(one))
        tally.equal(f"a List of JSON, indent {indent}: whose", ["NetworkAttachmentDefinition/rail1", "Pod/p0", "Pod/p1", "Pod/p2"], [f["object"] for f in one["findings"]])
    tally.equal("a List: each of its items", [3, 3], [found["summary"]["objects"], len({one["line"] for one in found["findings"]})])


def table(program, tally, place):
    def row(text, *arguments):
        return report(program, tally, "-", *arguments, stdin=text.encode())[1]["pods"][0]

    pod = row(POD)
    tally.equal("table: a pod", ("yes", "openshift.io/rail1: 1", "none", "trainer", "64 MiB (default)", ["rail1"]),
                tuple(pod[key] for key in ("rdma", "rdma_by", "memlock", "service_account", "shm", "networks")))
    tally.true("table: its findings are counted", pod["errors"] + pod["warnings"] > 0, "some", pod)
    good = row(POD + LOCKS)
    tally.equal("table: a good pod", ("IPC_LOCK", "memory, 64Gi"), (good["memlock"], good["shm"]))
    off = row(SOCKETS)
    kept = row(SOCKETS.replace('value: "1"', "value: 'true'"))
    tally.equal("table: a word that NCCL reads as 0 turns nothing off", "no", kept["rdma"])
    script = row(POD.replace("command: [torchrun, train.py]", 'command: [sh, -c, "export NCCL_IB_DISABLE=1; torchrun train.py"]'))
    tally.equal("table: turned off in a script", ("off", "NCCL_IB_DISABLE=1"), (script["rdma"], script["rdma_by"]))
    job = row("apiVersion: trainer.kubeflow.org/v1alpha1\nkind: TrainJob\nmetadata: {name: t}\nspec:\n  trainer: {resourcesPerNode: {limits: {nvidia.com/gpu: 8}}}\n")
    tally.equal("table: what a TrainJob's runtime says is not known", ["unknown"] * 3, [job[key] for key in ("memlock", "service_account", "shm")])
    tally.equal("table: RDMA is off", ("off", "NCCL_IB_DISABLE=1", "default", []), tuple(off[key] for key in ("rdma", "rdma_by", "service_account", "networks")))
    for more, way in (("    securityContext: {privileged: true}\n", "privileged"),
                      ("    securityContext: {runAsUser: 1000, capabilities: {add: [IPC_LOCK]}}\n", "IPC_LOCK, inert: user 1000"),
                      ("    securityContext: {capabilities: {add: [SYS_RESOURCE]}}\n", "SYS_RESOURCE, unused"),
                      ('    args: ["ulimit -l unlimited && exec train"]\n    securityContext: {capabilities: {add: [SYS_RESOURCE]}}\n', "SYS_RESOURCE + ulimit"),
                      ('    args: ["ulimit -l unlimited && exec train"]\n', "ulimit, without SYS_RESOURCE"),
                      ("    args: [railhead, exec, --, train]\n    securityContext: {capabilities: {add: [CAP_SYS_RESOURCE]}}\n", "SYS_RESOURCE + launcher"),
                      ("  hostUsers: false\n".replace("  ", "  "), "none")):
        tally.equal(f"table: {way}", way, row(POD.replace("    command: [torchrun, train.py]\n", "") + more)["memlock"])
    for annotation, way in (("ulimits.noderesource.dev/container.main: '[{type: memlock, hard: 68719476736, soft: 1}]'", "NRI annotation: 64 GiB"),
                            ("memlock.railhead.dev/pod: unlimited", "NRI annotation: unlimited"),
                            ("memlock.railhead.dev/container.main: much", "none"),
                            ("memlock.railhead.dev/container.other: unlimited", "none")):
        nri = POD.replace("  annotations:\n", f"  annotations:\n    {annotation}\n")
        tally.equal(f"table: {annotation}", way, row(nri)["memlock"])
