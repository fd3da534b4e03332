"""verify: pods that answer, and all the ways in which they do not; a stand-in for kubectl answers."""
import glob
import json
import os
import pathlib
import signal
import subprocess
import time

import trees
from program import MIB

FAKE = pathlib.Path(__file__).resolve().parent.parent / "fakes/kubectl_pods.py"
RDMA = """NCCL version 2.21.5+cuda12.4
{pod}:31:355 [0] NCCL INFO Bootstrap : Using eth0:10.20.0.{n}<0>
{pod}:31:355 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB eth0:10.20.0.{n}<0>
{pod}:31:355 [0] NCCL INFO Using network IB
{pod}:31:355 [0] NCCL INFO comm 0x7f00 rank {n} nranks {of} cudaDev 0 nvmlDev 0 busId 1b000 commId 0x1 - Init START
{pod}:31:355 [0] NCCL INFO Channel 00/0 : {n}[0] -> 0[0] [send] via NET/IB/0/GDRDMA
"""
TCP = """{pod}:31:355 [0] NCCL INFO NET/IB : No device found.
{pod}:31:355 [0] NCCL INFO NET/Socket : Using [0]eth0:10.20.0.{n}<0>
{pod}:31:355 [0] NCCL INFO Using network Socket
{pod}:31:355 [0] NCCL INFO comm 0x7f00 rank {n} nranks {of} cudaDev 0 nvmlDev 0 busId 1b000 commId 0x1 - Init START
{pod}:31:355 [0] NCCL INFO Channel 00/0 : {n}[0] -> 0[0] [send] via NET/Socket/0
"""
STATUS = "Name:\t{name}\nUid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nVmLck:\t0 kB\nVmPin:\t{pinned} kB\nCapInh:\t0\nCapPrm:\t0\nCapEff:\t0\nCapBnd:\t0\nCapAmb:\t0\nNoNewPrivs:\t0\n"
LIMITS = "Max locked memory         {0}              {0}              bytes     \n"


def machine(root, words=0, uptime="100.00", limit="unlimited", firmware="1.2.3"):
    """An InfiniBand node whose port has moved `words` words each way; its rank may pin without limit, as its launcher left it."""
    trees.process(root)
    trees.device(root, "mlx5_0", fw_ver=firmware, port={"counters/port_xmit_data": str(words), "counters/port_rcv_data": str(words)})
    trees.put(root, "sys/class/infiniband/mlx5_0/device/infiniband_verbs/uverbs0/ibdev", "mlx5_0\n")
    trees.put(root, "proc/uptime", f"{uptime} 50.00\n")
    trees.put(root, "proc/1/status", STATUS.format(name="tini", pinned=0))
    trees.put(root, "proc/1/limits", LIMITS.format("8388608"))
    trees.put(root, "proc/31/status", STATUS.format(name="python3", pinned=2 << 20))
    trees.put(root, "proc/31/limits", LIMITS.format(limit))
    (root / "proc/31/fd").mkdir()
    (root / "proc/31/fd/7").symlink_to("/dev/infiniband/uverbs0")
    (root / "proc/31/fd/8").symlink_to("/etc/passwd")
    trees.put(root, "sys/class/net/eth0/statistics/tx_bytes", "1000\n")
    trees.put(root, "sys/class/net/eth0/statistics/rx_bytes", "1000\n")
    trees.put(root, "sys/class/net/eth0/mtu", "1500\n")
    return root


def pod(name, n, **status):
    return {"metadata": {"name": name, "namespace": "team-a", "labels": {"app.kubernetes.io/instance": "train", "app.kubernetes.io/managed-by": "railhead",
                                                                        "apps.kubernetes.io/pod-index": str(n)},
                         "ownerReferences": [{"kind": "StatefulSet", "name": "train", "controller": True}]},
            "spec": {"nodeName": f"node-{n}", "containers": [{"name": "side"}, {"name": "train", "volumeMounts": [{"mountPath": "/opt/railhead"}]}]},
            "status": {"phase": "Running", "containerStatuses": [{"name": "train", "state": {"running": {}}}], **status}}


class Job:
    """A job of pods train-0.., each an InfiniBand node whose rank uses RDMA, changed by `does` and `status` of each."""

    def __init__(self, program, place, count, does=None, status=None, **more):
        self.program, self.place = program, place
        place.mkdir()
        first, after = machine(place / "tree"), machine(place / "after", words=1 << 30, uptime="102.00")
        self.does = {}
        pods = []
        for n in range(count):
            name = f"train-{n}"
            log = place / f"{name}.log"
            log.write_text((more.get("logs", {}).get(n, RDMA)).format(pod=name, n=n, of=count))
            self.does[name] = {"tree": str(first), "after": str(after), "log": str(log), **(does or {}).get(n, {})}
            pods.append(pod(name, n, **(status or {}).get(n, {})))
        self.write("does.json", self.does)
        self.write("pods.json", pods + more.get("others", []))
        self.write("owners.json", {"train": {"spec": {"replicas": more.get("replicas", count)}}})

    def write(self, name, what):
        (self.place / name).write_text(json.dumps(what))

    @property
    def env(self):
        return {"PODS": str(self.place), "RAILHEAD": self.program.binary}

    def words(self, *words):
        return ["verify", "--kubectl", FAKE, *([] if "--interval" in words else ["--interval", "50ms"]), *words]

    def run(self, *words, **more):
        return self.program.run(*self.words(*words), env=self.env, **more)

    def json(self, *words, **more):
        done = self.program.run(*self.words(*words), "-o", "json", env=self.env, **more)
        return done, self.program.parsed("verify", "verify", done)

    def calls(self):
        return (self.place / "calls").read_text().splitlines()


def row(report, name):
    return next(rank for rank in report["ranks"] if rank["pod"] == name)


def ids(report):
    return {finding["id"] for finding in report["findings"] if finding["verdict"] == "violated"}


def test(program, tally, place):
    good(program, tally, place / "good")
    not_running(program, tally, place / "not-running")
    replaced(program, tally, place / "replaced")
    launcher(program, tally, place / "launcher")
    evicted(program, tally, place / "evicted")
    hanging(program, tally, place / "hanging")
    long_log(program, tally, place / "long-log")
    many(program, tally, place / "many")
    copied(program, tally, place / "copied")
    no_copy(program, tally, place / "no-copy")
    older(program, tally, place / "older")
    sockets(program, tally, place / "sockets")
    silent_logs(program, tally, place / "silent-logs")
    forbidden(program, tally, place / "forbidden")
    hostile(program, tally, place / "hostile")
    choices(program, tally, place / "choices")
    saved(program, tally, place / "saved")
    command(program, tally, place / "command")
    watching(program, tally, place / "watching")
    interrupted(program, tally, place / "interrupted")
    unseen(program, tally, place / "unseen")


def unseen(program, tally, place):
    """Ranks that the log counts and no pod has; and one that was started again, which is one rank."""
    again = RDMA.replace("31:355", "30:355") + RDMA
    job = Job(program, place, 2, logs={0: again.replace("nranks {of}", "nranks 4")})
    done, report = job.json()
    tally.equal("verify unseen: exit code", 4, done.status)
    tally.equal("verify unseen: one row for a rank", [0, 1], [rank["rank"] for rank in report["ranks"]])
    tally.contains("verify unseen: verdict", "of the 4 ranks that the log counts, 2 are seen", report["verdict"]["message"])
    tally.equal("verify unseen: not good", False, report["verdict"]["good"])


def good(program, tally, place):
    job = Job(program, place, 3)
    done, report = job.json()
    tally.equal("verify good: exit code", 0, done.status)
    if not report:
        return
    tally.equal("verify good: ranks in order", [0, 1, 2], [rank["rank"] for rank in report["ranks"]])
    first = row(report, "train-1")
    tally.equal("verify good: verdict of a rank", "RDMA via mlx5_0 with GPUDirect", first["verdict"])
    tally.equal("verify good: proof", ("rdma", "log", True, ["mlx5_0"]), (first["way"], first["proof"], first["gpudirect"], first["hcas"]))
    tally.equal("verify good: the rank's limit, not that of what was run beside it", "unlimited", first["memlock_bytes"])
    tally.equal("verify good: pinned", 2 << 30, first["pinned_bytes"])
    tally.equal("verify good: words of four bytes, both ways", [{"name": "mlx5_0/1", "bytes": 2 * 4 << 30}], first["moved"]["rdma"])
    tally.equal("verify good: by the pod's own clock", 2000, first["moved"]["milliseconds"])
    tally.true("verify good: verdict", report["verdict"] == {"good": True, "message": "All 3 ranks use RDMA."}, "all", report["verdict"])
    tally.lacks("verify good: the limit is not judged by ours", "memlock.low", str(ids(report)))
    text = job.run().text
    for part in ("RDMA via mlx5_0 with GPUDirect", "no limit", "2 GiB", "8 GiB in 2.0 s", "All 3 ranks use RDMA.", "the device's"):
        tally.contains(f"verify good: text has {part}", part, text)
    tally.lacks("verify good: what else is open is not in a call", "passwd", "\n".join(job.calls()))
    (place / "calls").unlink()
    _, report = job.json("--interval", "0")
    tally.equal("verify --interval 0: nothing is said to have moved", None, row(report, "train-0")["moved"])
    tally.equal("verify --interval 0: one reading", 3, sum(call.startswith("exec") for call in job.calls()))


def not_running(program, tally, place):
    waits = {"phase": "Pending", "containerStatuses": [{"name": "train", "state": {"waiting": {"reason": "ImagePullBackOff", "message": "back-off pulling"}}}]}
    evicted_before = {"phase": "Failed", "reason": "Evicted", "message": "The node was low on resource: memory.", "containerStatuses": []}
    job = Job(program, place, 4, status={1: waits, 2: evicted_before}, replicas=6)
    done, report = job.json()
    tally.equal("verify not running: exit code", 4, done.status)
    tally.contains("verify not running: waits", "is Pending (ImagePullBackOff: back-off pulling)", row(report, "train-1")["verdict"])
    tally.contains("verify not running: evicted", "has failed (Evicted: The node was low on resource: memory.)", row(report, "train-2")["verdict"])
    tally.equal("verify not running: of six that are wanted", "missing: there is no such pod", row(report, "train-5")["verdict"])
    tally.equal("verify not running: nobody is lost", 6, len(report["ranks"]))
    tally.contains("verify not running: verdict", "2 of 6 ranks use RDMA; 4 missing", report["verdict"]["message"])


def replaced(program, tally, place):
    """A pod of a Job that was evicted, and the one that the Job made in its place."""
    job_pod = {"phase": "Failed", "reason": "Evicted", "message": "The node was low on resource: memory.", "containerStatuses": []}
    old = pod("train-1-x7k2p", 1, **job_pod)
    job = Job(program, place, 2, others=[old])
    done, report = job.json("train")
    tally.equal("verify replaced: exit code", 0, done.status)
    tally.equal("verify replaced: its pods", ["train-0", "train-1"], [each["name"] for each in report["pods"]])


def launcher(program, tally, place):
    """mpirun's pod: its log tells of all ranks, and it is none."""
    head = pod("train-launcher", 9)
    head["metadata"]["labels"].update({"training.kubeflow.org/job-role": "launcher"})
    del head["metadata"]["labels"]["apps.kubernetes.io/pod-index"], head["metadata"]["ownerReferences"]
    job = Job(program, place, 2, logs={0: "", 1: ""}, others=[head])
    log = place / "launcher.log"
    log.write_text("".join(RDMA.format(pod=f"train-{n}", n=n, of=2) for n in range(2)))
    job.write("does.json", {**job.does, "train-launcher": {"exec": "hangs", "log": str(log)}})
    done, report = job.json("train")
    tally.equal("verify launcher: exit code", 0, done.status)
    tally.equal("verify launcher: ranks", [(0, "train-0", "log"), (1, "train-1", "log")], [(rank["rank"], rank["pod"], rank["proof"]) for rank in report["ranks"]])


def evicted(program, tally, place):
    job = Job(program, place, 3, does={1: {"exec": "dies"}})
    done, report = job.json()
    tally.equal("verify evicted: exit code", 4, done.status)
    missing = row(report, "train-1")
    tally.equal("verify evicted: way", "missing", missing["way"])
    tally.contains("verify evicted: why", "has failed (Evicted: The node was low on resource: memory.), while it was asked", missing["verdict"])
    tally.equal("verify evicted: the others are there", ["rdma", "rdma"], [rank["way"] for rank in report["ranks"] if rank["pod"] != "train-1"])
    job = Job(program, place / "deleted", 2, does={1: {"exec": "dies"}})
    (place / "deleted/train-1.deleted").write_text("")
    _, report = job.json()
    tally.contains("verify deleted: why", "is gone: it was deleted or evicted", row(report, "train-1")["verdict"])


def hanging(program, tally, place):
    job = Job(program, place, 6, does={2: {"exec": "hangs"}})
    done, report = job.json("--pod-timeout", "1500ms", "--at-once", "2")
    tally.equal("verify hanging: exit code", 4, done.status)
    tally.equal("verify hanging: why", "missing: did not answer within 1.5 s", row(report, "train-2")["verdict"])
    tally.equal("verify hanging: the others", 5, sum(rank["way"] == "rdma" for rank in report["ranks"]))
    tally.true("verify hanging: costs its own limit alone", done.seconds < (60 if program.sanitized else 8), "a few seconds", done.seconds)
    tally.equal("verify hanging: it is asked once", 1, sum(call.startswith("exec") and "train-2" in call for call in job.calls()))
    tally.lacks("verify hanging: it is not asked again for its log", "logs -n team-a train-2", "\n".join(job.calls()))


def long_log(program, tally, place):
    late = "train-0:31:355 [0] transport/net_ib.cc:1318 NCCL WARN NET/IB : Got completion from peer 10.20.0.3<4123> with error 12, opcode 1, len 0, vendor err 129\n"
    for name, more in (("bounded", {}), ("deaf", {"deaf": True})):
        job = Job(program, place.parent / f"long-log-{name}", 2, does={0: {"fill": 200 * MIB, "end": late, **more}})
        done, report = job.json()
        tally.equal(f"verify long log, {name}: its beginning", "RDMA via mlx5_0 with GPUDirect", row(report, "train-0")["verdict"])
        if not more:
            tally.contains("verify long log: its end", "wc.retry-exceeded", str(ids(report)))
        tally.contains(f"verify long log, {name}: it is said", "its log is long", str(report["pods"][0]["notes"]))
        tally.true(f"verify long log, {name}: memory", done.peak < program.most_memory // 2, "little", done.peak)


def many(program, tally, place):
    """A thousand pods, in pages; none answers here but by a saved snapshot, and most are not asked at all."""
    waits = {"phase": "Pending", "reason": "Unschedulable", "containerStatuses": []}
    job = Job(program, place, 1000, status={n: waits for n in range(4, 1000)})
    done, report = job.json()
    tally.equal("verify many: all are told", 1000, len(report["pods"]))
    tally.equal("verify many: rows", 1000, len(report["ranks"]))
    tally.equal("verify many: in pages", 2, sum("get --raw /api/v1/namespaces/team-a/pods?" in call for call in job.calls()))
    tally.equal("verify many: natural order", "train-10", report["pods"][10]["name"])
    tally.equal("verify many: exit code", 4, done.status)
    tally.contains("verify many: verdict", "4 of 1000 ranks use RDMA; 996 missing", report["verdict"]["message"])


def copied(program, tally, place):
    before = set(glob.glob("/tmp/railhead-verify-*"))
    job = Job(program, place, 1, does={0: {"exec": "missing"}})
    _, report = job.json()
    tally.equal("verify copied: it answers", True, report["pods"][0]["asked"])
    tally.true("verify copied: its counters were read by the copy", row(report, "train-0")["moved"] is not None, "a second reading", report["ranks"])
    tally.equal("verify copied: the copy is gone", before, set(glob.glob("/tmp/railhead-verify-*")))
    _, report = job.json("--interval", "0")
    tally.equal("verify copied, once: it answers", True, report["pods"][0]["asked"])
    tally.equal("verify copied, once: the copy is gone", before, set(glob.glob("/tmp/railhead-verify-*")))


def no_copy(program, tally, place):
    job = Job(program, place, 3, does={0: {"exec": "missing"}, 1: {"exec": "bare"}, 2: {"exec": "musl"}})
    done, report = job.json("--no-copy")
    tally.equal("verify --no-copy: exit code", 4, done.status)
    tally.contains("verify --no-copy: why", "has no railhead: neither /opt/railhead/railhead nor in PATH", row(report, "train-0")["verdict"])
    tally.lacks("verify --no-copy: nothing is copied", "exec -i", "\n".join(job.calls()))
    _, report = job.json()
    tally.contains("verify bare: why", "no shell to copy it with", row(report, "train-1")["verdict"])
    tally.contains("verify musl: why", "its libc is not glibc", row(report, "train-2")["verdict"])


def older(program, tally, place):
    job = Job(program, place, 2, does={1: {"exec": "old"}})
    done, report = job.json()
    tally.equal("verify older: exit code", 0, done.status)
    tally.contains("verify older: it is said", "its railhead is an older one", str(report["pods"][1]["notes"]))
    tally.equal("verify older: goes on", "RDMA via mlx5_0 with GPUDirect", row(report, "train-1")["verdict"])
    tally.equal("verify older: nothing is said to have moved", None, row(report, "train-1")["moved"])


def sockets(program, tally, place):
    low = machine(place.parent / "low-tree", limit="65536")
    job = Job(program, place, 3, does={2: {"tree": str(low), "after": str(low)}}, logs={2: TCP})
    done, report = job.json()
    tally.equal("verify sockets: exit code", 1, done.status)
    tally.true("verify sockets: why", row(report, "train-2")["verdict"].startswith("sockets, because "), "a cause", row(report, "train-2")["verdict"])
    tally.true("verify sockets: finding", {"nccl.transport.socket-fallback", "memlock.low"} <= ids(report), "both", ids(report))
    tally.contains("verify sockets: verdict", "2 of 3 ranks use RDMA; 1 over sockets", report["verdict"]["message"])
    done, report = job.json("--fail-on", "never")
    tally.equal("verify sockets --fail-on never: exit code", 0, done.status)
    tally.equal("verify sockets --fail-on never: not good all the same", False, report["verdict"]["good"])


def silent_logs(program, tally, place):
    job = Job(program, place, 2, logs={0: "", 1: "epoch 1\n"})
    _, report = job.json()
    tally.equal("verify by counters: proof", ("rdma", "counters", ["mlx5_0/1"]), tuple(row(report, "train-0")[name] for name in ("way", "proof", "hcas")))
    tally.contains("verify by counters: words", "by its counters", row(report, "train-0")["verdict"])
    done, report = job.json("--interval", "0")
    tally.equal("verify without any proof: exit code", 3, done.status)
    tally.contains("verify without any proof: words", "not proved: 2 GiB pinned", row(report, "train-0")["verdict"])


def forbidden(program, tally, place):
    job = Job(program, place, 2, does={0: {"exec": "forbidden"}, 1: {"exec": "forbidden"}})
    done = job.run()
    tally.equal("verify forbidden: exit code", 3, done.status)
    tally.contains("verify forbidden: what", "dev may not create pods/exec in namespace team-a", done.said)
    tally.contains("verify forbidden: the fix", "create role", done.said)
    job.write("does.json", {**job.does, "train-1": {**job.does["train-1"], "exec": "answers"}})
    done, report = job.json()
    tally.equal("verify forbidden in one pod", ("refused", 4), (report["pods"][0]["silence"], done.status))


def hostile(program, tally, place):
    place.mkdir()
    (place / "junk").write_bytes(b"\0\xff" * 5000)
    (place / "endless").write_bytes(b"A Railhead snapshot: x\n" + b"-- root/x --\n" + b"x" * (20 * MIB))
    job = Job(program, place / "job", 3, does={0: {"exec": "saved", "tree": str(place / "junk")}, 1: {"exec": "saved", "tree": str(place / "endless")}})
    done, report = job.json()
    tally.contains("verify junk: why", "gave no snapshot that can be read", row(report, "train-0")["verdict"])
    tally.contains("verify endless: why", "more than 16 MiB", row(report, "train-1")["verdict"])
    tally.equal("verify hostile: the third is there", "rdma", row(report, "train-2")["way"])
    tally.true("verify hostile: memory", done.peak < program.most_memory, "bounded", done.peak)


def choices(program, tally, place):
    other = pod("other-0", 0)
    other["metadata"]["labels"] = {"job-name": "other", "app.kubernetes.io/managed-by": "railhead", "app.kubernetes.io/instance": "second"}
    job = Job(program, place, 2, others=[other])
    done = job.run()
    tally.equal("verify of several jobs: exit code", 2, done.status)
    tally.contains("verify of several jobs: which", "pods of several jobs: second, train", done.said)
    _, report = job.json("train")
    tally.equal("verify JOB: its pods", ["train-0", "train-1"], [each["name"] for each in report["pods"]])
    _, report = job.json("-l", "app.kubernetes.io/instance=train,apps.kubernetes.io/pod-index=1")
    tally.equal("verify -l: its pods", ["train-1"], [each["name"] for each in report["pods"]])
    done = job.run("nobody")
    tally.equal("verify of no pods: exit code", 3, done.status)
    tally.contains("verify of no pods: what", "there are no pods of a job 'nobody' in namespace team-a", done.said)
    tally.equal("verify of both: exit code", 2, job.run("train", "-l", "a=b").status)
    done = job.run("train", "--container", "side")
    tally.contains("verify --container: asks that", "its container 'side' is not running", done.text)


def saved(program, tally, place):
    job = Job(program, place, 2)
    _, report = job.json("--save", place / "kept")
    tally.equal("verify --save: files", ["train-0.txtar", "train-1.txtar"], sorted(os.listdir(place / "kept")))
    tally.equal("verify --save: named", str(place / "kept/train-0.txtar"), report["pods"][0]["saved"])
    done, found = program.json("doctor", "--from", place / "kept/train-0.txtar")
    tally.true("verify --save: doctor --from takes it", found is not None and "mlx5_0" in json.dumps(found["facts"]), "its device", done.said)
    tally.lacks("verify --save: no other open file is in it", "passwd", (place / "kept/train-0.txtar").read_text())
    tally.equal("verify --save: a folder that cannot be", 3, job.run("--save", "/proc/nothing").status)


def command(program, tally, place):
    job = Job(program, place, 1)
    done = job.program.run(*job.words("-o", "json", "--"), "sh", "-c", "echo out; echo err >&2; exit 5", env=job.env)
    report = json.loads(done.out)
    tally.equal("verify -- CMD: its exit code", 5, report["command_exit_code"])
    tally.true("verify -- CMD: its output", "out\n" in done.said and "err\n" in done.said, "both on stderr", done.said)
    tally.true("verify -- CMD: counted around it", report["ranks"][0]["moved"] is not None, "moved", report["ranks"])
    done = job.program.run(*job.words("--"), "/no/such/program", env=job.env)
    tally.contains("verify -- CMD that is not there", "cannot start /no/such/program", done.said)


def watching(program, tally, place):
    job = Job(program, place, 2)
    done = job.run("--watch", "--every", "100ms", "--timeout", "20s", "-o", "json")
    tally.equal("verify --watch: ends when it is good", (0, 1), (done.status, len(done.text.splitlines())))
    tally.equal("verify --watch: the last", True, json.loads(done.text.splitlines()[-1])["final"])
    job = Job(program, place / "bad", 2, does={1: {"exec": "hangs"}})
    done = job.run("--watch", "--every", "100ms", "--timeout", "2s", "--pod-timeout", "300ms", "-o", "json")
    lines = [json.loads(line) for line in done.text.splitlines()]
    tally.equal("verify --watch: time runs out", 4, done.status)
    tally.true("verify --watch: several rounds", len(lines) > 1 and [line["final"] for line in lines].count(True) == 1, "rounds, one final", len(lines))
    tally.equal("verify --timeout without --watch", 2, job.run("--timeout", "2s").status)


def interrupted(program, tally, place):
    """Ctrl-C while a pod hangs and another has a copy: what was taken is told, and no copy stays."""
    before = set(glob.glob("/tmp/railhead-verify-*"))
    job = Job(program, place, 2, does={0: {"exec": "missing"}, 1: {"exec": "hangs"}})
    child = subprocess.Popen([program.binary, *map(str, job.words("-o", "json"))], env=program.environment(job.env), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    deadline = time.monotonic() + 30
    while not set(glob.glob("/tmp/railhead-verify-*")) - before and time.monotonic() < deadline:
        time.sleep(0.05)
    time.sleep(1)
    child.send_signal(signal.SIGINT)
    out, _ = child.communicate(timeout=60)
    report = json.loads(out)
    tally.equal("verify interrupted: exit code", 4, child.returncode)
    tally.contains("verify interrupted: the one that hung", "was not asked", row(report, "train-1")["verdict"])
    tally.equal("verify interrupted: no copy stays", before, set(glob.glob("/tmp/railhead-verify-*")))
