"""`deploy` and `undeploy` on real nodes: pods come up, fail and go, and what keeps them is told."""
import json
import pathlib
import subprocess

import jsonschema

from . import access, webhook

SECONDS = 150
JOB = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {{name: {name}, namespace: {space}}}
spec:
  cluster: {{fabric: shared-infiniband, gpusPerNode: 0, createNamespace: false, rails: [{{resource: rdma/hca}}], launcherImage: railhead:tests, imagePullPolicy: IfNotPresent}}
  image: {image}
  mode: {mode}
  kind: {kind}
  nodes: {nodes}
  command: {command}
  resources: {{cpu: 50m, memory: 64Mi}}
"""


class Deployments:
    def __init__(self, tally, railhead, kubectl, bed):
        self.tally, self.railhead, self.kubectl, self.folder = tally, railhead, kubectl, bed.folder
        (self.folder / "bin").mkdir(exist_ok=True)
        (self.folder / "bin/kubectl").symlink_to(kubectl.program)
        self.environ = {**kubectl.environ, "PATH": f"{self.folder}/bin:/usr/bin:/bin"}

    def written(self, name, space=access.SPACE, image="railhead:tests", mode="tcp", kind="statefulset", nodes=1, command="[sleep, '1000']"):
        path = self.folder / f"deploy-{name}.yaml"
        path.write_text(JOB.format(name=name, space=space, image=image, mode=mode, kind=kind, nodes=nodes, command=command))
        return path

    def run(self, *words, place=None):
        return subprocess.run([str(pathlib.Path(self.railhead.binary).resolve()), *map(str, words)], capture_output=True, text=True, timeout=SECONDS, env=self.environ, cwd=place)

    def expect(self, what, code, done, *parts):
        said = done.stdout + done.stderr
        self.tally.true(f"deploy: {what}", done.returncode == code and all(part in said for part in parts), f"exit code {code} and {parts}",
                        f"{done.returncode} {said}")
        return said

    def quick_end(self, name):
        """This kubelet takes its time to delete a pod."""
        self.kubectl.run("delete", "pods", "-n", access.SPACE, "-l", f"app.kubernetes.io/instance={name}", "--force", "--grace-period=0")


def verified(one, file):
    """Each pod is asked by a program that runs in it, before a real runtime."""
    for words in (("verify", "up", "-n", access.SPACE), ("verify", "-l", "app.kubernetes.io/instance=up", "-n", access.SPACE)):
        answer = json.loads(one.run(*words, "-o", "json", "--interval", "0").stdout)
        one.tally.equal(f"{words[0]} {words[1]}: pods that answer", [("up-0", None), ("up-1", None)], sorted((each["name"], each["why"]) for each in answer["pods"]))
        one.tally.equal(f"{words[0]} {words[1]}: a row for each", 2, len(answer["ranks"]))
    folder = one.folder / "snapshots"
    one.run("verify", "up", "-n", access.SPACE, "--save", folder, "--interval", "0")
    said = one.run("doctor", "--from", folder / "up-0.txtar", "-o", "json")
    one.tally.equal("verify --save: doctor takes it", ["mlx5_0"], json.loads(said.stdout)["verdict"]["usable_devices"])
    one.kubectl.run("delete", "pod", "up-1", "-n", access.SPACE, "--force", "--grace-period=0")
    answer = json.loads(one.run("verify", "up", "-n", access.SPACE, "-o", "json", "--interval", "0").stdout)
    one.tally.true("verify: a pod that is deleted has a row, whatever became of it", {"up-0", "up-1"} <= {each["name"] for each in answer["pods"]}, "both", answer["pods"])


def check(one):
    tally, kubectl = one.tally, one.kubectl
    ready = one.written("up", mode="rdma", nodes=2)
    one.expect("preflight of it", 0, one.run("preflight", ready), "2 pods: room for", "the job can start, with RDMA on 1 rail")
    one.expect("two pods with devices", 0, one.run("deploy", ready, "--timeout", "90s"), "up in team: all 2 pods are ready", "created    statefulset up")
    again = one.run("deploy", ready, "--timeout", "30s", "-o", "json")
    answer = json.loads(again.stdout)
    faults = [fault.message for fault in jsonschema.Draft202012Validator(json.loads(one.run("schema", "deploy").stdout)).iter_errors(answer)]
    tally.equal("deploy: -o json by its schema", [], faults)
    tally.equal("deploy: a second run changes nothing", ({"unchanged"}, "ready", [True, True]), (
        {each["result"] for each in answer["objects"]}, answer["jobs"][0]["waited"]["end"], [each["ready"] for each in answer["jobs"][0]["waited"]["pods"]]))
    job = one.written("hello", kind="pod", command="[echo, all is well]")
    said = one.run("deploy", job, "--timeout", "60s", "--logs")
    one.expect("a pod that ends", 0, said, "it has ended, and did well")
    tally.contains("deploy: its log follows on stdout", "all is well", said.stdout)
    one.expect("one that fails", 1, one.run("deploy", one.written("fails", kind="pod", command="[sh, -c, 'exit 3']"), "--timeout", "60s"), "it does not run",
               "fails: Failed: Error", "exit code 3")
    one.expect("an image that is not there", 4, one.run("deploy", one.written("absent", image="railhead:absent"), "--timeout", "8s"), "absent-0: Pending", "railhead:absent")
    one.expect("more devices than there are", 4, one.run("deploy", one.written("many", mode="rdma", nodes=4), "--timeout", "8s", "--no-preflight"), "Unschedulable", "Insufficient rdma/hca")
    one.expect("which preflight knows", 1, one.run("deploy", one.written("many", mode="rdma", nodes=4)), "nothing was applied", "rdma/hca free of")
    quota = access.quota(access.SPACE, pods="0")
    kubectl.run("apply", "-f", "-", text=access.listed(quota))
    one.expect("a quota", 4, one.run("deploy", one.written("quota"), "--timeout", "8s", "--no-preflight"), "statefulset quota: FailedCreate", "exceeded quota")
    kubectl.run("delete", "quota", "most", "-n", access.SPACE)
    one.expect("a webhook of pods", 4, one.run("deploy", one.written("denied", space="asked"), "--timeout", "8s", "--no-preflight"), "statefulset denied: FailedCreate", webhook.WORDS)
    for name in ("absent", "many", "quota", "fails"):
        one.expect(f"{name} goes", 0, one.run("undeploy", one.folder / f"deploy-{name}.yaml", "--no-wait"), "deleted")
        one.quick_end(name)
    verified(one, ready)
    one.run("undeploy", ready, "--no-wait")
    one.quick_end("up")
    one.expect("until the pods are gone", 0, one.run("undeploy", ready, "--timeout", "60s"), "nothing of it was there")
