#!/usr/bin/env python3
"""Measures `railhead verify` on a large job, and fails when a bar is missed.

usage: perf/verify.py RAILHEAD [PODS]     how many pods the job has, 200 unless told

Each pod is a node of 16 HCAs (perf/make_tree.py) and has a log of four ranks; three hang. A stand-in for kubectl answers
(tests/fakes/kubectl_pods.py), a process for each call, as kubectl would be. What counts is verify's own CPU time, without that of
the programs it starts, its peak memory, and how many of them run beside each other.
"""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from measure import alone

HERE = pathlib.Path(__file__).resolve().parent
FAKE = HERE.parent / "tests/fakes/kubectl_pods.py"
HANGING = 3
AT_ONCE = 16
LINES = """{pod}:{pid}:355 [{gpu}] NCCL INFO NET/IB : Using [0]mlx5_0:1/IB [1]mlx5_1:1/IB [RO]; OOB eth0:10.20.0.1<0>
{pod}:{pid}:355 [{gpu}] NCCL INFO Using network IB
{pod}:{pid}:355 [{gpu}] NCCL INFO comm 0x7f00 rank {rank} nranks {ranks} cudaDev {gpu} nvmlDev {gpu} busId 1b000 commId 0x1 - Init START
"""
CHANNEL = "{pod}:{pid}:355 [{gpu}] NCCL INFO Channel {n:02}/0 : {rank}[{gpu}] -> 0[0] [send] via NET/IB/0/GDRDMA\n"


def log_of(number, pods):
    text = "NCCL version 2.21.5+cuda12.4\n"
    for gpu in range(4):
        who = {"pod": f"train-{number}", "pid": 31 + gpu, "gpu": gpu, "rank": 4 * number + gpu, "ranks": 4 * pods}
        text += LINES.format(**who) + "".join(CHANNEL.format(n=n, **who) for n in range(32))
    return text + "step 1: loss 2.5\n" * 2000


def make_job(binary, folder, pods):
    subprocess.run([sys.executable, HERE / "make_tree.py", folder / "tree", "typical"], check=True)
    (folder / "tree/proc/uptime").write_text("100.00 1.00\n")
    for name, words in (("full", ["--ranks"]), ("counters", ["--counters"])):
        (folder / name).write_bytes(subprocess.run([binary, "snapshot", "--root", folder / "tree", *words], check=True, stdout=subprocess.PIPE).stdout)
    does, objects = {}, []
    for number in range(pods):
        name = f"train-{number}"
        (folder / f"{name}.log").write_text(log_of(number, pods))
        does[name] = {"exec": "hangs" if number < HANGING else "saved", "tree": str(folder / "full"), "after": str(folder / "counters"), "log": str(folder / f"{name}.log")}
        objects.append({"metadata": {"name": name, "namespace": "team-a", "labels": {"app.kubernetes.io/managed-by": "railhead"}},
                        "spec": {"nodeName": f"node-{number}", "containers": [{"name": "train"}]},
                        "status": {"phase": "Running", "containerStatuses": [{"name": "train", "state": {"running": {}}}]}})
    (folder / "does.json").write_text(json.dumps(does))
    (folder / "pods.json").write_text(json.dumps(objects))


def main():
    binary, pods = str(pathlib.Path(sys.argv[1]).resolve()), int(sys.argv[2]) if len(sys.argv) > 2 else 200
    with tempfile.TemporaryDirectory(prefix="railhead-perf-") as place:
        folder = pathlib.Path(place)
        make_job(binary, folder, pods)
        size = (folder / "full").stat().st_size
        command = [binary, "verify", "--kubectl", FAKE, "--interval", "100ms", "--pod-timeout", "10s", "--at-once", str(AT_ONCE), "-o", "json"]
        cpu, elapsed, peak, most, out = alone(command, {**os.environ, "PODS": place, "RAILHEAD": binary})
        report = json.loads(out)
    told = len({rank["pod"] for rank in report["ranks"]})
    missing = sum(rank["way"] == "missing" for rank in report["ranks"])
    print(f"verify, {pods} pods with snapshots of {size / 1e6:.1f} MB, {HANGING} of them hang: {elapsed:.1f} s elapsed with those of the stand-in")
    bars = [("own CPU time", cpu, "s", cpu < 10 * pods / 200, "under 10 s for 200 pods"), ("peak memory", peak / 1024, "MiB", peak < 512 * 1024, "under 512 MiB"),
            ("beside each other", most, "", most <= AT_ONCE, f"at most {AT_ONCE}"), ("pods told of", told, "", told == pods, f"all {pods}"),
            ("of these missing", missing, "", missing == HANGING, f"the {HANGING} that hang")]
    for what, value, unit, good, bar in bars:
        print(f"    {what:<20} {value:8.2f} {unit:<4} {bar:<24} {'ok' if good else 'MISSED'}")
    return 0 if all(good for *_, good, _ in bars) else 1


if __name__ == "__main__":
    sys.exit(main())
