"""inject and uninject as commands: word for word, streams and files, exit codes, nothing half-written."""
import os
import stat

from goldens import compare

TRAIN = """# the trainer of team-a
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: train   # by hand
  namespace: team-a
spec:
  serviceName: train
  replicas: 2
  selector:
    matchLabels: {app: train}
  template:
    metadata:
      labels: {app: train}
      annotations:
        k8s.v1.cni.cncf.io/networks: storage
    spec:
      containers:
      - name: trainer
        image: registry.example/train:1
        command: ["torchrun", 'train.py']  # start
        resources:
          limits:
            nvidia.com/gpu: 4
            memory: 256Gi
      - name: metrics
        image: registry.example/metrics:1
"""
SERVICE = """---
apiVersion: v1
kind: Service
metadata: {name: train, namespace: team-a}
spec:
  clusterIP: None
  selector: {app: train}
"""
POD = '{"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "one"}, "spec": {"containers": [{"name": "a", "resources": {"limits": {"nvidia.com/gpu": "1"}}}]}}'
RAILS = ["--network", "rail1=example.com/rail1", "--network", "rails/rail2=example.com/rail2"]
PROFILE = """apiVersion: railhead.dev/v1alpha1
kind: ClusterProfile
metadata: {name: prod}
spec:
  rails:
  - {network: rail1, resource: example.com/rail1}
  - {network: rail2, namespace: rails, resource: example.com/rail2}
  serviceAccount: trainer
"""
SHARED = """apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: a, namespace: team-a}
spec:
  image: registry.example/train:1
  command: [torchrun]
  cluster:
    fabric: FABRIC
    rails: [RAILS]
    memlock: MEMLOCK
    launcherImage: registry.example/railhead:9
"""


def test(program, tally, place):
    stream = place / "train.yaml"
    stream.write_text(TRAIN + SERVICE)
    done = program.run("inject", stream, *RAILS, "--service-account", "trainer", "--launcher")
    compare(tally, "inject.yaml", done.text)
    compare(tally, "inject.txt", done.said.replace(str(place), "DIR"))
    tally.equal("inject: exit code", 0, done.status)
    back = program.run("uninject", "-", stdin=done.out)
    tally.true("uninject gives every byte back", back.out == stream.read_bytes(), TRAIN + SERVICE, back.text)
    again = program.run("inject", "-", *RAILS, "--service-account", "trainer", "--launcher", stdin=done.out)
    tally.true("a second inject adds nothing", again.out == done.out, done.text, again.text)
    refused(program, tally, place)
    profile(program, tally, place, stream)
    files(program, tally, place)
    broken(program, tally, place)
    edited(program, tally, place, done.text)


def refused(program, tally, place):
    path = place / "user.yaml"
    path.write_text(TRAIN.replace("    spec:\n", "    spec:\n      securityContext: {runAsUser: 1000}\n"))
    done = program.run("inject", path)
    compare(tally, "inject-refused.txt", done.said.replace(str(place), "DIR"))
    tally.equal("what cannot be added: exit code", 1, done.status)
    tally.true("what can be added is, all the same", "railhead-shm" in done.text, "/dev/shm", done.text)


def profile(program, tally, place, stream):
    path = place / "profile.yaml"
    path.write_text(PROFILE)
    by_profile = program.run("inject", stream, "--profile", path)
    by_options = program.run("inject", stream, *RAILS, "--service-account", "trainer")
    tally.true("a profile is as good as its options", by_profile.out == by_options.out, by_options.text, by_profile.text)
    over = program.run("inject", stream, "--profile", path, "--network", "other")
    tally.true("options win over the profile", "storage, other" in over.text and "rail1" not in over.text, "other alone", over.text)
    shared(program, tally, path, stream)
    wrong_profiles(program, tally, path, stream)


def shared(program, tally, path, stream):
    """Devices for many pods, and each way to pin memory, of the cluster in a TrainingJob."""
    for fabric, rails, memlock, options in (
            ("shared-infiniband", "{resource: rdma/hca}, {resource: rdma/hca}", "{via: sys-resource}", ["--resource", "rdma/hca", "--memlock-via", "sys-resource", "--launcher-image", "registry.example/railhead:9"]),
            ("macvlan-roce", "{network: a, resource: rdma/hca}, {network: b, resource: rdma/hca}", "{via: nri, size: 2Gi}", ["--resource", "rdma/hca", "--network", "a", "--network", "b", "--memlock-via", "nri", "--memlock-size", "2Gi"])):
        path.write_text(SHARED.replace("FABRIC", fabric).replace("RAILS", rails).replace("MEMLOCK", memlock))
        by_profile = program.run("inject", stream, "--profile", path)
        by_options = program.run("inject", stream, *options)
        tally.equal(f"profile of {fabric}: exit code", 0, by_profile.status)
        tally.same_text(f"profile of {fabric}: as its options", by_options.text, by_profile.text)


def wrong_profiles(program, tally, path, stream):
    for text, parts in ((PROFILE.replace("serviceAccount: trainer", "memlock: {via: magic}"), ['profile.yaml:8:18: spec.memlock.via: expected']),
                        (PROFILE.replace("serviceAccount", "serviceAcount").replace("rail1, resource", "Rail 1, resource"), ["profile.yaml:6:15: spec.rails[0].network", "profile.yaml:8:3: spec.serviceAcount", "(did you mean serviceAccount?)"]),
                        (PROFILE.replace("metadata: {name: prod}\n", ""), ["metadata: missing"]),
                        (TRAIN, ["profile.yaml:3:7: expected kind ClusterProfile or TrainingJob"]),
                        (SHARED[:SHARED.index("  cluster:")], ["profile.yaml: expected a ClusterProfile"])):
        path.write_text(text)
        done = program.run("inject", stream, "--profile", path)
        tally.equal(f"{parts}: exit code", (2, ""), (done.status, done.text))
        for part in parts:
            tally.contains("a wrong profile: place and words", part, done.said)


def files(program, tally, place):
    folder = place / "manifests"
    folder.mkdir()
    train, other = folder / "a-train.yaml", folder / "b-other.yaml"
    train.write_text(TRAIN)
    train.chmod(0o640)
    other.write_text("kind: Service\nmetadata: {name: other}")
    before = os.stat(other)
    joined = program.run("inject", folder, *RAILS)
    tally.true("files behind each other are documents", "\n---\nkind: Service\nmetadata: {name: other}" in joined.text, "a mark", joined.text)
    done = program.run("inject", "-i", folder, *RAILS)
    tally.equal("-i: stdout", "", done.text)
    tally.true("-i replaces what has changed", "railhead.dev/injected" in train.read_text(), "the record", train.read_text())
    tally.equal("-i keeps the mode", 0o640, stat.S_IMODE(os.stat(train).st_mode))
    tally.equal("-i does not touch the others", (before.st_ino, before.st_mtime_ns), (os.stat(other).st_ino, os.stat(other).st_mtime_ns))
    program.run("uninject", "-i", folder)
    tally.equal("uninject -i", TRAIN, train.read_text())
    link = place / "link.yaml"
    link.symlink_to(train)
    program.run("inject", "-i", link, *RAILS)
    tally.true("-i goes through a link", link.is_symlink() and "railhead.dev/injected" in train.read_text(), "the file behind it", train.read_text())
    out = place / "out"
    done = program.run("inject", "-", "--output-dir", out, stdin=(TRAIN + SERVICE + "---\n" + POD + "\n").encode())
    tally.equal("--output-dir", ["pod-one.yaml", "service-train.yaml", "statefulset-train.yaml"], sorted(os.listdir(out)))
    done = program.run("inject", "-i", "-", stdin=TRAIN.encode())
    tally.equal("-i of stdin: exit code", 2, done.status)


def broken(program, tally, place):
    path = place / "broken.yaml"
    path.write_text(TRAIN + "---\nkind: Pod\nkind: Pod\n")
    done = program.run("inject", path)
    tally.equal("a broken document: exit code", 2, done.status)
    tally.equal("a broken document: nothing is written", "", done.text)
    tally.true("a broken document: both lines", "broken.yaml:30:1: expected each key once; 'kind' stands in line 29 already" in done.said, "its place", done.said)
    kept = path.read_text()
    program.run("inject", "-i", path)
    tally.equal("a broken document: the file stays", kept, path.read_text())
    for words, part in ((["--container", "nobody"], "no pod in these manifests has a container by the name of nobody"),
                        (["--network", "Rail 1"], "is not [NAMESPACE/]NAME[=DOMAIN/RESOURCE]"),
                        (["--resource", "gpu"], "is not DOMAIN/RESOURCE[=N]"),
                        (["--shm", "much"], "is not auto, none or a size"),
                        (["--memlock-via", "magic"], "ipc-lock")):
        done = program.run("inject", "-", *words, stdin=TRAIN.encode())
        tally.equal(f"{words}: exit code", 2, done.status)
        tally.true(f"{words}: words", part in done.said, part, done.said)
        tally.equal(f"{words}: stdout", "", done.text)


def edited(program, tally, place, text):
    path = place / "edited.yaml"
    path.write_text(text.replace("example.com/rail1: \"1\"\n            example.com/rail2", "example.com/rail1: \"2\"\n            example.com/rail2"))
    done = program.run("uninject", path)
    compare(tally, "uninject-edited.txt", done.said.replace(str(place), "DIR"))
    tally.equal("edited since: exit code", 4, done.status)
    tally.true("edited since: the edit stays", 'example.com/rail1: "2"' in done.text and "railhead-install" not in done.text, "the rest is gone", done.text)
