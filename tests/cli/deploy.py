"""`deploy` with a stand-in for oc: images that are built, answers that make no sense, and calls that never end. What a real API server
and real nodes say is tests/cluster's."""
import json
import os
import pathlib
import subprocess
import sys
import sysconfig
import time

STAND_IN = pathlib.Path(__file__).resolve().parents[1] / "fakes/kubectl_builds.py"
SECONDS = 60
JOB = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: vision, namespace: lake}
spec:
  cluster: {platform: openshift, fabric: sriov-roce, gpusPerNode: 1, createNamespace: false, rails: [{network: rail-a, resource: openshift.io/rail_a}]}
  build: {git: 'https://git.example/vision.git'}
  mode: tcp
  nodes: 2
  command: [torchrun, train.py]
"""


class Cluster:
    def __init__(self, program, tally, place, name, **plan):
        self.tally, self.name = tally, name
        self.folder = place / name
        (self.folder / "bin").mkdir(parents=True)
        (self.folder / "bin/oc").symlink_to(STAND_IN)
        (self.folder / "plan.json").write_text(json.dumps(plan))
        self.file = self.folder / "railhead.yaml"
        self.file.write_text(JOB)
        self.binary = program.binary
        self.seconds = 0.0

    def run(self, *words, timeout=SECONDS):
        libraries = ":".join([sysconfig.get_paths()["purelib"], sysconfig.get_paths()["platlib"], *sys.path])
        environ = {"PATH": f"{self.folder}/bin:/usr/bin:/bin", "HOME": str(self.folder), "CLUSTER": str(self.folder), "LIBRARIES": libraries,
                   "ASAN_OPTIONS": os.environ.get("ASAN_OPTIONS", "")}
        start = time.monotonic()
        done = subprocess.run([self.binary, *map(str, words)], capture_output=True, text=True, timeout=timeout, env=environ)
        self.seconds = time.monotonic() - start
        return done

    def deploy(self, what, code, *parts, words=()):
        done = self.run("deploy", self.file, "--no-preflight", *words)  # the stand-in has no nodes
        said = done.stdout + done.stderr
        self.tally.true(f"{self.name}: {what}", done.returncode == code and all(part in said for part in parts), f"exit code {code} and {parts}",
                        f"{done.returncode} {said}")
        return said

    def calls(self):
        return (self.folder / "calls").read_text().splitlines()

    def started(self):
        return json.loads((self.folder / "state.json").read_text())["started"]


def builds(program, tally, place):
    one = Cluster(program, tally, place, "triggered", builds=[["New", "Running", "Complete"]])
    one.deploy("a build of its own", 0, "build vision-1 of the image runs", "vision-1-build: step 99", "all 2 pods are ready", words=["--no-preflight", "--no-verify"])
    tally.lacks("triggered: nothing is started besides", "instantiate", "\n".join(one.calls()))
    said = one.deploy("again", 0, "unchanged  buildconfig vision", "all 2 pods are ready", words=["--no-preflight", "--no-verify"])
    tally.lacks("triggered: again: nothing is built", "of the image runs", said)
    tally.equal("triggered: one build in all", 1, one.started())
    one = Cluster(program, tally, place, "untriggered", trigger=False, builds=[["Pending", "Running", "Complete"]])
    one.deploy("a build is started", 0, "build vision-1 of the image runs", words=["--no-preflight", "--no-verify"])
    tally.contains("untriggered: by its API", "create --raw /apis/build.openshift.io/v1/namespaces/lake/buildconfigs/vision/instantiate", "\n".join(one.calls()))
    one = Cluster(program, tally, place, "broken", builds=[["Running", "Failed"], ["Running", "Complete"]])
    said = one.deploy("a build that fails", 3, "build vision-1 of the image ended as Failed", "the assemble step failed", "  vision-1-build: step 99",
                      "oc logs -n lake vision-1-build", words=["--no-preflight", "--no-verify"])
    cause = said[said.index("ended as Failed"):]
    tally.equal("broken: the last lines of its log", 20, cause.count("vision-1-build: step"))
    one.deploy("mended, it is built anew", 0, "build vision-2 of the image runs", "all 2 pods are ready", words=["--no-preflight", "--no-verify"])


def odd(program, tally, place):
    one = Cluster(program, tally, place, "odd", builds=[["Complete"]], odd="statefulsets/vision")
    said = one.deploy("an answer that is no JSON", 3, "cannot read statefulset vision", "no JSON", words=["--no-preflight", "--no-verify"])
    tally.lacks("odd: and does not reach the terminal", "\x1b", said)
    one = Cluster(program, tally, place, "hangs", builds=[["Complete"]], hangs="serviceaccounts/vision")
    one.deploy("a call that never ends", 4, "no answer within the time limit", "--request-timeout", words=["--request-timeout", "1s", "--no-preflight", "--no-verify"])
    tally.true("hangs: costs its own time limit", one.seconds < 20, "a few seconds", one.seconds)


def choice(program, tally, place):
    one = Cluster(program, tally, place, "choice", builds=[["Complete"]])
    (one.folder / "bin/kubectl").write_text("#!/bin/sh\nexit 99\n")
    (one.folder / "bin/kubectl").chmod(0o755)
    one.deploy("oc comes before kubectl", 0, "all 2 pods are ready", words=["--no-preflight", "--no-verify"])
    one.deploy("unless another is named", 3, "exit status 99", words=["--kubectl", "kubectl", "--no-preflight", "--no-verify"])
    one.deploy("one that is not there", 2, "none/kubectl is not there", words=["--kubectl", "none/kubectl", "--no-preflight", "--no-verify"])
    calls = "\n".join(one.calls())
    one.deploy("the context is passed on", 0, words=["--context", "lab", "--no-preflight", "--no-verify"])
    tally.true("choice: in every call", one.calls() != calls, "calls", one.calls())


def test(program, tally, place):
    builds(program, tally, place)
    odd(program, tally, place)
    choice(program, tally, place)
