"""`deploy` and `undeploy` before a real API server without nodes, so without preflight, which misses them: what is applied, what is left alone, who is asked, and every way in
which a cluster says no."""
import json
import re
import shlex
import signal
import subprocess
import threading
import time

import jsonschema

from bed import access, webhook
from programs import run

SECONDS = 120
JOB = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {{name: {name}, namespace: {space}}}
spec:
  cluster:
    fabric: shared-infiniband
    gpusPerNode: 0
    createNamespace: false
    rails: [{{resource: rdma/hca}}]
    launcherImage: registry.example/railhead:1
  image: registry.example/{image}:1
  nodes: 2
{more}
"""
SLEEP = "  command: [sleep, infinity]"


class Deployment:
    """One job in a namespace of its own, and what railhead says of it."""

    def __init__(self, tally, railhead, kubectl, server, place, space):
        self.tally, self.railhead, self.kubectl, self.server, self.place, self.space = tally, railhead, kubectl, server, place, space
        self.what = f"deploy, {kubectl.name}"
        (place / "bin").mkdir(exist_ok=True)
        program = place / "bin/kubectl"
        if not program.exists():
            program.symlink_to(kubectl.program)
        self.environ = {"HOME": str(place), "KUBECONFIG": str(server.kubeconfig), "PATH": f"{place}/bin:/usr/bin:/bin"}
        done = kubectl.run("apply", "--server-side", "-f", "-", text=access.listed(access.space(space)))
        tally.true(f"{self.what}: namespace {space}", done.returncode == 0, "accepted", done.stderr)

    def written(self, name="train", image="job", more=SLEEP):
        path = self.place / f"{self.space}-{name}.yaml"
        path.write_text(JOB.format(name=name, space=self.space, image=image, more=more))
        return path

    def run(self, *words, user=None):
        words = [*words, "--no-preflight"] if words[0] == "deploy" else words
        environ = {**self.environ, "KUBECONFIG": str(user.kubeconfig)} if user else self.environ
        return subprocess.run([self.railhead.binary, *map(str, words)], capture_output=True, text=True, timeout=SECONDS, env=environ)

    def expect(self, what, code, done, *parts):
        """The exit code, and every part in what was said."""
        said = done.stdout + done.stderr
        self.tally.true(f"{self.what}: {what}", done.returncode == code and all(part in said for part in parts),
                        f"exit code {code} and {parts}", f"{done.returncode} {said}")
        return said

    def objects(self):
        """{kind/name: resourceVersion} of everything in the namespace that a job may have."""
        kinds = "serviceaccounts,services,statefulsets.apps,configmaps,persistentvolumeclaims,pods,jobs.batch"
        found = json.loads(self.kubectl.run("get", kinds, "-n", self.space, "-o", "json").stdout)["items"]
        return {f"{each['kind']}/{each['metadata']['name']}": each["metadata"]["resourceVersion"] for each in found}

    def schema(self, command):
        return json.loads(self.run("schema", command).stdout)

    def valid(self, what, command, done):
        answer = json.loads(done.stdout)
        faults = [fault.message for fault in jsonschema.Draft202012Validator(self.schema(command)).iter_errors(answer)]
        self.tally.equal(f"{self.what}: {what} by its schema", [], faults)
        return answer


def results(said):
    """{title: what became of it} of the lines on stderr."""
    return {title: did for did, title in re.findall(r"^  (created|changed|unchanged|left|unread|accepted) +(\S+ \S+?):?(?: |$)", said, re.MULTILINE)}


def twice(one):
    """The first run makes it, the second changes nothing, and both say what is missing."""
    path = one.written()
    one.expect("client dry run needs no cluster", 0, subprocess.run(
        [one.railhead.binary, "deploy", str(path), "--dry-run=client"], capture_output=True, text=True, timeout=SECONDS,
        env={"PATH": "/nowhere", "HOME": str(one.place)}), f"statefulset train in {one.space}")
    said = one.expect("server dry run", 0, one.run("deploy", path, "--dry-run=server"), "Nothing was changed")
    one.tally.equal(f"{one.what}: what the server would take", {"accepted"}, set(results(said).values()))
    one.tally.equal(f"{one.what}: a dry run makes nothing", {}, one.objects())
    first = one.expect("no pods ever", 4, one.run("deploy", path, "--timeout", "2s"), "2 of 2 pods not there yet", "railhead undeploy")
    wanted = {"serviceaccount train", "service train", "statefulset train"}
    one.tally.equal(f"{one.what}: made", {name: "created" for name in wanted}, results(first))
    before = one.objects()
    again = one.expect("again", 0, one.run("deploy", path, "--no-wait"), "applied, not waited for")
    one.tally.equal(f"{one.what}: again", {name: "unchanged" for name in wanted}, results(again))
    one.tally.equal(f"{one.what}: a second run changes nothing", before, one.objects())
    one.expect("nothing differs", 0, one.run("deploy", path, "--diff"), "has all of it already")
    other = one.written(more="  command: [sleep, '7']")
    one.expect("a difference", 1, one.run("deploy", other, "--diff"), '+        - "7"')
    one.tally.equal(f"{one.what}: --diff changes nothing", before, one.objects())
    answer = one.valid("-o json", "deploy", one.run("deploy", other, "-o", "json", "--timeout", "1s"))
    one.tally.equal(f"{one.what}: -o json", ("timed-out", ["unchanged", "unchanged", "changed"]),
                    (answer["jobs"][0]["waited"]["end"], sorted((each["result"] for each in answer["objects"]), reverse=True)))


def own_and_others(one):
    """Leftovers go with --prune alone; undeploy takes what is the job's, and keeps data."""
    one.kubectl.run("create", "configmap", "other", "-n", one.space)
    path = one.written("kept", more="  script: |\n    sleep 9\n  volumes: [{name: data, mountPath: /data, size: 1Gi}]")
    one.expect("a job with a script", 0, one.run("deploy", path, "--no-wait"))
    claim = next((name for name in one.objects() if name.startswith("PersistentVolumeClaim/")), None)
    one.tally.true(f"{one.what}: a claim", claim, "one", one.objects())
    path = one.written("kept", more="  command: [sleep, '9']\n  volumes: [{name: data, mountPath: /data, size: 1Gi}]")
    said = one.expect("what is left over is told", 0, one.run("deploy", path, "--no-wait"), "--prune deletes", "configmap kept")
    one.tally.lacks(f"{one.what}: others' objects are not told", "other", said)
    one.tally.true(f"{one.what}: and stays", any(name.startswith("ConfigMap/kept") for name in one.objects()), "there", one.objects())
    answer = one.valid("pruned", "deploy", one.run("deploy", path, "--no-wait", "--prune", "-o", "json"))
    one.tally.true(f"{one.what}: pruned", [each["deleted"] for each in answer["jobs"][0]["pruned"]] == [True], "one", answer["jobs"][0])
    one.tally.true(f"{one.what}: only that", not any(name.startswith("ConfigMap/kept") for name in one.objects()) and "ConfigMap/other" in one.objects(),
                   "other alone", one.objects())
    everything = one.objects()
    one.expect("what would go", 0, one.run("undeploy", path, "--dry-run"), "would be deleted", "kept with its data")
    one.tally.equal(f"{one.what}: and nothing did", everything, one.objects())
    one.expect("undeployed", 0, one.run("undeploy", "--job", "kept", "-n", one.space), "3 objects deleted, 1 kept")
    one.tally.equal(f"{one.what}: left", {name for name in everything if "kept" not in name or name == claim}, set(one.objects()))
    answer = one.valid("undeploy -o json", "undeploy", one.run("undeploy", path, "--volumes", "-o", "json"))
    one.tally.equal(f"{one.what}: the claim goes with --volumes", [True], [each["deleted"] for each in answer["jobs"][0]["objects"]])
    one.expect("nothing left to delete", 0, one.run("undeploy", path, "--volumes"), "nothing of it was there")


def conflicts(one):
    """Fields and objects that are somebody else's."""
    path = one.written("shared")
    one.expect("before a conflict", 0, one.run("deploy", path, "--no-wait"))
    mine = json.loads(one.kubectl.run("get", "statefulset", "shared", "-n", one.space, "-o", "json").stdout)
    theirs = {"apiVersion": "apps/v1", "kind": "StatefulSet", "metadata": {"name": "shared", "namespace": one.space}, "spec": {"replicas": 5}}
    done = one.kubectl.run("apply", "--server-side", "--field-manager=scaler", "--force-conflicts", "--validate=false", "-f", "-", text=json.dumps(theirs))
    one.tally.true(f"{one.what}: another manager", done.returncode == 0, "accepted", done.stderr)
    one.expect("a conflict", 3, one.run("deploy", path, "--no-wait"), "cannot apply statefulset shared", ".spec.replicas by scaler", "--force-conflicts",
               "What was applied stays")
    one.expect("taken over", 0, one.run("deploy", path, "--no-wait", "--force-conflicts"), "changed    statefulset shared")
    now = json.loads(one.kubectl.run("get", "statefulset", "shared", "-n", one.space, "-o", "json").stdout)
    one.tally.equal(f"{one.what}: as it was", mine["spec"]["replicas"], now["spec"]["replicas"])
    one.kubectl.run("create", "service", "clusterip", "taken", "--tcp=80", "-n", one.space)
    before = one.objects()["Service/taken"]
    path = one.written("taken")
    one.expect("somebody else's", 3, one.run("deploy", path, "--no-wait"), "service taken is there already, and is not of this job", "--adopt")
    one.tally.equal(f"{one.what}: which stays as it is", (before, None), (one.objects()["Service/taken"], one.objects().get("StatefulSet/taken")))
    rigid = one.written("rigid")
    one.expect("a job", 0, one.run("deploy", rigid, "--no-wait"))
    rigid.write_text(rigid.read_text().replace("nodes: 2", "nodes: 1\n  kind: pod"))
    one.expect("of another kind, beside what is left of the first", 0, one.run("deploy", rigid, "--no-wait"), "statefulset rigid", "--prune")
    rigid.write_text(rigid.read_text().replace(SLEEP, "  command: [sleep, '8']"))
    one.expect("a field that cannot be changed", 2, one.run("deploy", rigid, "--no-wait"), "'railhead undeploy FILE'")


def refused(one):
    """Each right taken away in turn: what is missing is named, with the command that grants it."""
    dev = access.User(one.server, "dev")
    gone = access.User(one.server, "gone")
    path = one.written("rights")
    one.expect("a token that nobody knows", 3, one.run("deploy", path, "--no-wait", user=gone), "Log in anew")
    one.expect("no rights at all", 3, one.run("deploy", path, "--no-wait", user=dev), "dev may not")
    full = access.granted(one.space)
    one.kubectl.run("apply", "--server-side", "-f", "-", text=access.listed(*full))
    one.expect("all that it takes", 4, one.run("deploy", path, "--timeout", "1s", user=dev), "not there yet")
    one.run("undeploy", path)
    refusals = 0
    for resource, verb in (("serviceaccounts", "patch"), ("services", "patch"), ("statefulsets", "patch"), ("pods", "list"), ("statefulsets", "get")):
        role, binding = json.loads(json.dumps(full))
        for rule in role["rules"]:
            if resource in rule["resources"]:
                rest = [each for each in rule["resources"] if each != resource]
                narrowed = {**rule, "resources": [resource], "verbs": [each for each in rule["verbs"] if each != verb]}
                rule["resources"] = rest
                role["rules"] = [each for each in [*role["rules"], narrowed] if each["resources"]]
                break
        one.kubectl.run("apply", "--server-side", "--force-conflicts", "-f", "-", text=access.listed(role, binding))
        said = one.expect(f"without {verb} of {resource}", 3, one.run("deploy", path, "--timeout", "1s", user=dev), f"dev may not {verb} {resource}",
                          f"--verb={verb}")
        refusals += f"create role {verb}-{resource}" in said
        one.run("undeploy", path)
    one.tally.equal(f"{one.what}: commands that grant", 5, refusals)
    admin = one.written("asks-admin").read_text().replace("createNamespace: false", "createNamespace: true").replace(f"namespace: {one.space}", "namespace: not-there")
    path.write_text(admin)
    said = one.expect("what needs an admin, and is not there", 3, one.run("deploy", path, "--no-wait", "--no-preflight", user=dev), "unread     namespace not-there",
                      "railhead render FILE --for admin", "cannot read serviceaccount")
    path = one.written("rights")
    path.write_text(path.read_text().replace("createNamespace: false", "createNamespace: true"))
    one.kubectl.run("apply", "--server-side", "--force-conflicts", "-f", "-", text=access.listed(*full))
    one.expect("what needs an admin, is there, and may not be read", 0, one.run("deploy", path, "--no-wait", "--no-preflight", user=dev), f"unread     namespace {one.space}")


def admission(one):
    """What admission says reaches the user word for word."""
    one.kubectl.run("label", "namespace", one.space, f"webhook={webhook.DENIES}", "--overwrite")
    path = one.written("asked")
    path.write_text(path.read_text().replace("nodes: 2", "nodes: 1\n  kind: pod"))
    with webhook.serving(one.server.folder) as configuration:
        one.kubectl.run("apply", "-f", "-", text=access.listed(configuration))
        end = time.monotonic() + 20
        while (done := one.run("deploy", path, "--dry-run=server")).returncode == 0 and time.monotonic() < end:
            time.sleep(0.2)
        one.expect("a webhook denies", 3, done, webhook.WORDS, "cannot apply pod asked")
        one.kubectl.run("label", "namespace", one.space, f"webhook={webhook.SLOW}", "--overwrite")
        time.sleep(1)
        one.expect("a webhook is too slow", 4, one.run("deploy", path, "--dry-run=server"), "failed calling webhook")
        one.kubectl.run("delete", "validatingwebhookconfiguration", "tests")


def started(one, *words):
    return subprocess.Popen([one.railhead.binary, *map(str, words), "--no-preflight"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=one.environ)


def interrupted(one):
    """Ctrl-C leaves things as they are and says how to go on; a server that goes away is waited for."""
    path = one.written("stopped")
    process = started(one, "deploy", path, "--timeout", "60s")
    end = time.monotonic() + 20
    while "StatefulSet/stopped" not in one.objects() and time.monotonic() < end:
        time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    one.expect("Ctrl-C", 4, subprocess.CompletedProcess([], process.returncode, out, err), f"railhead deploy {shlex.quote(str(path))}", f"railhead undeploy {shlex.quote(str(path))}")
    one.tally.true(f"{one.what}: and all stays", "StatefulSet/stopped" in one.objects(), "there", one.objects())


def killed(one):
    """The API server dies in the middle and comes back: deploy goes on, and says so."""
    path = one.written("survivor")
    process = started(one, "deploy", path, "--timeout", "60s")
    lines = []
    reader = threading.Thread(target=lambda: lines.extend(process.stderr), daemon=True)
    reader.start()
    end = time.monotonic() + 20
    while not any("serviceaccount survivor" in line for line in lines) and time.monotonic() < end:
        time.sleep(0.02)
    one.server.kill()
    time.sleep(2)
    one.server.revive()
    end = time.monotonic() + 40
    while "StatefulSet/survivor" not in one.objects() and time.monotonic() < end:
        time.sleep(0.5)
    one.tally.true(f"{one.what}: a killed API server is waited for", "StatefulSet/survivor" in one.objects() and any("does not answer" in line for line in lines),
                   "applied in the end", "".join(lines))
    one.server.kill()
    end = time.monotonic() + 20
    while sum("does not answer" in line for line in lines) < 2 and time.monotonic() < end:
        time.sleep(0.1)
    one.server.revive()
    end = time.monotonic() + 20
    while not any("answers again" in line for line in lines) and time.monotonic() < end:
        time.sleep(0.1)
    one.tally.true(f"{one.what}: so is one that is killed while pods are waited for", any("answers again" in line for line in lines), "said", "".join(lines))
    process.send_signal(signal.SIGINT)
    process.wait(20)


def skewed(one):
    """Clocks of nodes and of this machine may be years apart: what is new is told by what was there before, not by the time on it."""
    def event(name, when, message):
        return {"apiVersion": "v1", "kind": "Event", "metadata": {"name": name, "namespace": one.space}, "type": "Warning", "reason": "FailedCreate",
                "message": message, "involvedObject": {"kind": "StatefulSet", "name": "skewed", "namespace": one.space}, "lastTimestamp": when}
    path = one.written("skewed")
    one.kubectl.run("apply", "-f", "-", text=access.listed(event("skewed.1", "2031-01-01T00:00:00Z", "of an earlier run")))
    process = started(one, "deploy", path, "--timeout", "6s")
    end = time.monotonic() + 20
    while "StatefulSet/skewed" not in one.objects() and time.monotonic() < end:
        time.sleep(0.1)
    one.kubectl.run("apply", "-f", "-", text=access.listed(event("skewed.2", "2001-01-01T00:00:00Z", "of this one")))
    out, err = process.communicate(timeout=30)
    one.expect("a warning from long ago that is new", 4, subprocess.CompletedProcess([], process.returncode, out, err), "FailedCreate: of this one")
    one.tally.lacks(f"{one.what}: one from the future that was there", "of an earlier run", out + err)


def unreachable(one):
    path = one.written("nowhere")
    nowhere = one.place / "nowhere.kubeconfig"
    nowhere.write_text(one.server.kubeconfig.read_text().replace(f":{one.server.port}", ":1"))
    start = time.monotonic()
    one.expect("nobody listens there", 3, subprocess.run([one.railhead.binary, "deploy", str(path)], capture_output=True, text=True, timeout=SECONDS,
                                                         env={**one.environ, "KUBECONFIG": str(nowhere)}), "was refused", "cluster-info")
    one.tally.true(f"{one.what}: which is said at once", time.monotonic() - start < 20, "a few seconds", time.monotonic() - start)
    strange = one.place / "strange"
    run("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=strange", "-days", "2", "-keyout", f"{strange}.key", "-out", f"{strange}.crt")
    nowhere.write_text(one.server.kubeconfig.read_text().replace(str(one.server.authority), f"{strange}.crt"))
    one.expect("a certificate of somebody else", 3, subprocess.run([one.railhead.binary, "deploy", str(path)], capture_output=True, text=True, timeout=SECONDS,
                                                                   env={**one.environ, "KUBECONFIG": str(nowhere)}), "x509", "certificate-authority")
    one.expect("no configuration", 2, subprocess.run([one.railhead.binary, "deploy", str(path)], capture_output=True, text=True, timeout=SECONDS,
                                                     env={**one.environ, "KUBECONFIG": "/none"}), "get-contexts")
    one.expect("no such context", 2, one.run("deploy", path, "--context", "none"), "get-contexts")
    one.expect("no kubectl", 2, subprocess.run([one.railhead.binary, "deploy", str(path)], capture_output=True, text=True, timeout=SECONDS,
                                               env={**one.environ, "PATH": "/nowhere"}), "neither oc nor kubectl")


def check(tally, railhead, kubectl, server, place):
    def one(name):
        return Deployment(tally, railhead, kubectl, server, place, f"{name}-{'old' if 'Debian' in kubectl.name else 'new'}")
    twice(one("twice"))
    own_and_others(one("own"))
    conflicts(one("conflicts"))
    refused(one("refused"))
    admission(one("admission"))
    interrupted(one("interrupted"))
    unreachable(one("unreachable"))
    skewed(one("skewed"))
    killed(one("killed"))
