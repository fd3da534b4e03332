"""explain: logs of a job in all the ways they are pasted; what it prints word for word, its JSON, its exit codes, its bounds."""
import gzip
import json
import os
import signal
import struct
import subprocess
import time

from goldens import compare
from program import neutral

HEAD = "trainer-{n}:31{n}:355 [0] "
GOOD = """trainer-{n}:31{n}:355 [0] NCCL INFO Bootstrap : Using eth0:10.20.0.{n}<0>
trainer-{n}:31{n}:355 [0] NCCL INFO NET/IB : Using [0]mlx5_2:1/RoCE [1]mlx5_3:1/RoCE [RO]; OOB eth0:10.20.0.{n}<0>
trainer-{n}:31{n}:355 [0] NCCL INFO Using network IB
trainer-{n}:31{n}:355 [0] NCCL INFO comm 0x7f00 rank {n} nranks 4 cudaDev 0 nvmlDev 0 busId 1b000 commId 0x1 - Init START
trainer-{n}:31{n}:355 [0] NCCL INFO Channel 00/0 : {n}[0] -> 3[0] [send] via NET/IB/0/GDRDMA
"""
TCP = """trainer-3:313:355 [0] transport/net_ib.cc:149 NCCL WARN NET/IB : Unable to open device mlx5_2
trainer-3:313:355 [0] NCCL INFO NET/IB : No device found.
trainer-3:313:355 [0] NCCL INFO NET/Socket : Using [0]eth0:10.20.0.3<0>
trainer-3:313:355 [0] NCCL INFO Using network Socket
trainer-3:313:355 [0] NCCL INFO comm 0x7f00 rank 3 nranks 4 cudaDev 0 nvmlDev 0 busId 1b000 commId 0x1 - Init START
"""
BROKEN = """trainer-0:310:377 [0] transport/net_ib.cc:1318 NCCL WARN NET/IB : Got completion from peer 10.20.0.3<4123> with error 12, opcode 1, len 0, vendor err 129
trainer-1:311:378 [0] misc/socket.cc:49 NCCL WARN socketProgress: Connection closed by remote peer trainer-0<4100>
trainer-1:311:378 [0] transport/net_ib.cc:1318 NCCL WARN NET/IB : Got completion from peer 10.20.0.0<4124> with error 5, opcode 1, len 0, vendor err 249
"""
WELL = "".join(GOOD.format(n=n) for n in range(4))
ODD = "NCCL version 2.21.5+cuda12.4\n" + "".join(GOOD.format(n=n) for n in range(3)) + TCP + BROKEN


def test(program, tally, place):
    for name, text, status in (("well", WELL, 0), ("odd", ODD, 1), ("nothing", "Dear all,\nit does not work.\n", 3)):
        path = place / f"{name}.log"
        path.write_text(text)
        done = program.run("explain", path)
        shown = done.text.replace(str(place), "DIR")
        compare(tally, f"explain-{name}.txt", shown)
        tally.equal(f"explain {name}: exit code", status, done.status)
        tally.equal(f"explain {name}: stderr", "", done.said)
        done, _ = program.json("explain", path)
        tally.equal(f"explain {name}: exit code with -o json", status, done.status)
        compare(tally, f"explain-{name}.json", neutral(done.text).replace(str(place), "DIR"))
    order(program, tally)
    pasted(program, tally)
    packed(program, tally, place)
    together(program, tally, place)
    folded(program, tally)
    follow_pipe(program, tally)
    follow_file(program, tally, place)
    between(program, tally)
    lone(program, tally)
    bounds(program, tally)


def findings(report):
    return [finding["id"] for finding in report["findings"] if finding["verdict"] == "violated"]


def order(program, tally):
    _, report = program.json("explain", "-", stdin=ODD.encode())
    found = findings(report)
    tally.equal("the first cause is first", "nccl.ib.open-failed", found[0])
    for consequence in ("wc.flushed", "nccl.socket.connect-failed"):
        tally.true(f"{consequence} follows its cause", found.index("wc.retry-exceeded") < found.index(consequence), "after wc.retry-exceeded", found)
    tally.equal("transport", {}, report["conclusions"])
    _, report = program.json("explain", "-", stdin=WELL.encode())
    tally.equal("all well: transport and use", {"transport": "roce", "rdma_used": True}, report["conclusions"])
    tally.equal("all well: nothing violated", [], findings(report))


def pasted(program, tally):
    """The same text in what terminals, mails, issues and launchers make of it gives the same findings."""
    _, plain = program.json("explain", "-", stdin=ODD.encode())
    ways = {
        "CRLF": ODD.replace("\n", "\r\n"),
        "a byte order mark": "\ufeff" + ODD,
        "colours": "".join(f"\x1b[32m{line}\x1b[0m\n" for line in ODD.splitlines()),
        "quotes": "".join(f"> > {line}\n" for line in ODD.splitlines()),
        "a Markdown fence": "It hangs:\n```text\n" + ODD + "```\n",
        "mpirun": "".join(f"[1,{number % 4}]<stdout>:{line}\n" for number, line in enumerate(ODD.splitlines())),
        "kubectl": "".join(f"[pod/job-0/trainer] 2026-03-04T05:06:07.123456789Z {line}\n" for line in ODD.splitlines()),
        "torchrun": "".join(f"[trainer{number % 4}]:{line}\n" for number, line in enumerate(ODD.splitlines())),
        "no newline at its end": ODD.rstrip("\n"),
    }
    for name, text in ways.items():
        _, report = program.json("explain", "-", stdin=text.encode())
        tally.equal(f"pasted with {name}: findings", findings(plain), findings(report))
        tally.equal(f"pasted with {name}: conclusions", plain["conclusions"], report["conclusions"])
        hosts = [(rank["host"], rank["rank"], rank["channels"]) for rank in report["log"]["ranks"]]
        tally.equal(f"pasted with {name}: ranks", [(rank["host"], rank["rank"], rank["channels"]) for rank in plain["log"]["ranks"]], hosts)


def zstd(text, zeros=0):
    """A Zstandard frame (RFC 8878) of raw blocks, and `zeros` blocks of 128 KiB that repeat a NUL."""
    blocks = [(0, len(text[at : at + 100_000]), text[at : at + 100_000]) for at in range(0, len(text), 100_000)] + [(1, 1 << 17, b"\0")] * zeros
    head = [struct.pack("<I", (kind << 1) | (size << 3) | (number == len(blocks) - 1))[:3] for number, (kind, size, _) in enumerate(blocks)]
    return b"\x28\xb5\x2f\xfd\x00\x58" + b"".join(start + data for start, (_, _, data) in zip(head, blocks))


def packed(program, tally, place):
    """Packed files and UTF-16 come to the same; of a damaged one counts what could be read, and it is said that there was more."""
    _, plain = program.json("explain", "-", stdin=ODD.encode())
    ways = {
        "gzip": gzip.compress(ODD.encode()),
        "gzip of two members": gzip.compress(ODD[:700].encode()) + gzip.compress(ODD[700:].encode()),
        "zstd": zstd(ODD.encode()),
        "UTF-16 LE": b"\xff\xfe" + ODD.encode("utf-16-le"),
        "UTF-16 BE": b"\xfe\xff" + ODD.encode("utf-16-be"),
        "gzip of UTF-16": gzip.compress(b"\xff\xfe" + ODD.encode("utf-16-le")),
    }
    for name, data in ways.items():
        path = place / "packed.bin"
        path.write_bytes(data)
        for how, (_, report) in (("a file", program.json("explain", path)), ("stdin", program.json("explain", "-", stdin=data))):
            tally.equal(f"{name} as {how}: findings", findings(plain), findings(report))
            tally.equal(f"{name} as {how}: lines", plain["inputs"][0]["lines"], report["inputs"][0]["lines"])
            tally.equal(f"{name} as {how}: nothing unread", None, report["inputs"][0]["unread"])
    long = WELL + "".join(f"step {n * 7919}\n" for n in range(20000))
    whole = {"gzip": gzip.compress(long.encode()), "zstd": zstd(long.encode())}
    for name, data in whole.items():
        done, report = program.json("explain", "-", stdin=data[: len(data) * 3 // 4])
        tally.equal(f"{name} cut off: exit code", 4, done.status)
        tally.equal(f"{name} cut off: what was read counts", True, report["conclusions"].get("rdma_used"))
        tally.true(f"{name} cut off: said", "cut off" in report["inputs"][0]["unread"], "cut off", report["inputs"][0])
        shown = program.run("explain", "-", stdin=data[: len(data) * 3 // 4])
        tally.equal(f"{name} cut off: one message", 1, shown.text.count("could not be read"))
    bad = gzip.compress(ODD.encode()) + b"\x01garbage"
    done, report = program.json("explain", "-", stdin=bad)
    tally.equal("garbage behind gzip: exit code of what was read", 1, done.status)
    tally.true("garbage behind gzip: said", "damaged" in report["inputs"][0]["unread"], "damaged", report["inputs"][0])
    for name, bomb in (("gzip", gzip.compress(bytes(200_000_000), 9)), ("zstd", zstd(WELL.encode(), 1500))):
        done = program.run("explain", "-", stdin=bomb)
        tally.true(f"{name} of 200 MB of zeros: memory", done.peak < program.most_memory, f"under {program.most_memory >> 20} MiB", done.peak >> 20)
        tally.true(f"{name} of 200 MB of zeros: time", done.seconds < program.most_seconds, f"under {program.most_seconds} s", done.seconds)


def together(program, tally, place):
    """Files given together are one case."""
    paths = []
    for n in range(2):
        paths.append(place / f"rank{n}.log")
        paths[-1].write_text(GOOD.format(n=n))
    notes = place / "notes.txt"
    notes.write_text("what we did\n")
    _, report = program.json("explain", *paths, notes)
    tally.equal("inputs", ["NCCL log", "NCCL log", "unrecognised"], [one["kind"] for one in report["inputs"]])
    tally.equal("ranks of two files", [0, 1], [rank["rank"] for rank in report["log"]["ranks"]])


TIMEOUT = "[Rank 1] Watchdog caught collective operation timeout: WorkNCCL(SeqNum=9, OpType=ALLREDUCE) ran for 600021 milliseconds before timing out.\n"


def folded(program, tally):
    """What follows from the first cause stands below it in a line each; alone it is not taken for the cause."""
    _, report = program.json("explain", "-", stdin=(TIMEOUT + ODD).encode())
    first = findings(report)[0]
    follows = {finding["id"]: finding["consequence_of"] for finding in report["findings"] if "consequence_of" in finding}
    tally.equal("consequences", {"nccl.collective-timeout": first, "wc.flushed": first, "nccl.socket.connect-failed": first}, follows)
    text = program.run("explain", "-", stdin=(TIMEOUT + ODD).encode()).text
    tally.equal("consequences in the text", 3, text.count("    followed by: "))
    tally.true("they stand below the cause", text.index(f"({first})") < text.index("followed by:"), "below", text)
    done, report = program.json("explain", "-", stdin=TIMEOUT.encode())
    tally.equal("a consequence alone: exit code", 1, done.status)
    tally.equal("a consequence alone follows from nothing known", [], [finding for finding in report["findings"] if "consequence_of" in finding])
    text = program.run("explain", "-", stdin=TIMEOUT.encode()).text
    tally.true("a consequence alone is called one", "its cause is in none of these texts" in text, "so said", text)
    tally.true("what holds no line of NCCL's is not called its log", "error messages" in text, "error messages", text)


class Following:
    """railhead explain --follow -o json, and the objects that it has printed."""

    def __init__(self, program, where, **more):
        self.process = subprocess.Popen([program.binary, "explain", "--follow", "-o", "json", where], stdout=subprocess.PIPE, **more)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.text = b""

    def objects(self):
        self.text += self.process.stdout.read() or b""
        return [json.loads(line) for line in self.text.splitlines() if line.endswith(b"}")]

    def wait_for(self, count, seconds=60):
        end = time.monotonic() + seconds
        while len(self.objects()) < count and time.monotonic() < end:
            time.sleep(0.05)
        return self.objects()

    def finish(self):
        status = self.process.wait(timeout=60)
        return status, self.objects()


def follow_pipe(program, tally):
    following = Following(program, "-", stdin=subprocess.PIPE)
    pipe = following.process.stdin
    pipe.write(b"loading the model\n")
    pipe.flush()
    time.sleep(1)
    tally.equal("follow: nothing is said before it is certain", [], following.objects())
    pipe.write(WELL.encode())
    pipe.flush()
    said = following.wait_for(1)
    tally.equal("follow: said when it is certain", [(True, False)], [(one["conclusions"].get("rdma_used"), one["final"]) for one in said])
    pipe.write(WELL.encode())
    pipe.flush()
    time.sleep(1.5)
    tally.equal("follow: not said again while it is the same", 1, len(following.objects()))
    pipe.write(BROKEN.encode())
    pipe.flush()
    said = following.wait_for(2)
    tally.true("follow: said again when it changes", len(said) == 2 and "wc.retry-exceeded" in findings(said[-1]), "wc.retry-exceeded", said[-1:])
    pipe.close()
    status, said = following.finish()
    tally.equal("follow: exit code at the end of a pipe", 1, status)
    tally.equal("follow: the last is called so", [False, False, True], [one["final"] for one in said])


def follow_file(program, tally, place):
    path = place / "growing.log"
    path.write_text(WELL)
    following = Following(program, path)
    tally.equal("follow a file: what is there", True, following.wait_for(1)[-1]["conclusions"].get("rdma_used"))
    os.replace(path, place / "growing.log.1")
    path.write_text("begun anew\n")
    time.sleep(0.6)
    with path.open("a") as log:
        log.write(BROKEN)
    said = following.wait_for(2)
    tally.true("follow a file: goes on after it was replaced", "wc.retry-exceeded" in findings(said[-1]), "wc.retry-exceeded", findings(said[-1]))
    os.truncate(path, 0)
    time.sleep(0.6)
    with path.open("a") as log:
        log.write(TIMEOUT)
    said = following.wait_for(3)
    tally.true("follow a file: goes on after it was cut back", "nccl.collective-timeout" in findings(said[-1]), "nccl.collective-timeout", findings(said[-1]))
    before = os.times().children_user + os.times().children_system
    time.sleep(1)
    following.process.send_signal(signal.SIGTERM)
    status, said = following.finish()
    spent = os.times().children_user + os.times().children_system - before
    tally.equal("follow a file: exit code after SIGTERM", 1, status)
    tally.true("follow a file: a last report after SIGTERM", said[-1]["final"], "final", said[-1]["final"])
    tally.true("follow a file: it sleeps", spent < 1 or program.sanitized, "under a second of CPU time in all", spent)
    missing = program.run("explain", "--follow", place / "none.log")
    tally.equal("follow: a file that is not there", 2, missing.status)
    several = program.run("explain", "--follow", path, path)
    tally.equal("follow: several files", 2, several.status)


def between(program, tally):
    """Settings are found behind any number of lines that say nothing, which are alike but for their numbers."""
    steps = "".join(f"[rank{n % 8}]: step {n}/5000 | loss {n / 7:.3f}\n" for n in range(5000))
    _, report = program.json("explain", "-", stdin=(WELL + steps + "NCCL_IB_GID_INDX=3\n" + steps).encode())
    tally.true("settings behind a training loop", "env.unknown-nccl-var" in findings(report), "env.unknown-nccl-var", findings(report))
    tally.equal("the loop is not recognised", 10000, report["inputs"][0]["unrecognised_lines"])


def lone(program, tally):
    """A number alone is the limit where it is all there is, and nothing in a log."""
    _, report = program.json("explain", "-", stdin=b"8192\n")
    tally.equal("a number alone", 8192, report["conclusions"].get("memlock_kb"))
    _, report = program.json("explain", "-", stdin=(WELL + "8192\n").encode())
    tally.equal("a number in a log", None, report["conclusions"].get("memlock_kb"))


def bounds(program, tally):
    hostile = {
        "a line of 100 MB": b"x" * 100_000_000 + b"\n" + WELL.encode(),
        "a long line of NCCL's": b"node:1:2 [0] NCCL INFO NET/IB : Using " + b"[0]mlx5_0:1/IB " * 1_000_000 + b"\n",
        "NULs": b"\0" * 1_000_000 + WELL.encode() + b"\0",
        "no UTF-8": bytes(range(128, 256)) * 1000 + b"\n" + WELL.encode(),
        "many ranks": b"".join(b"n%d:1:2 [0] NCCL INFO Using network IB\n" % number for number in range(100_000)),
        "many faults": b"".join(b"n%d:1:2 [0] net.cc:1 NCCL WARN Call to ibv_reg_mr failed with error Bad address\n" % number for number in range(50_000)),
        "escapes that do not end": b"\x1b[" * 500_000 + b"\n" + WELL.encode(),
        "brackets": b"[" * 500_000 + b"] NCCL INFO x\n",
        "closing brackets": b"]" * 500_000 + b" NCCL INFO x\n",
    }
    for name, text in hostile.items():
        done = program.run("explain", "-", stdin=text)
        tally.true(f"{name}: memory", done.peak < program.most_memory, f"under {program.most_memory >> 20} MiB", done.peak >> 20)
        tally.true(f"{name}: time", done.seconds < program.most_seconds, f"under {program.most_seconds} s", done.seconds)
        tally.true(f"{name}: an answer", done.status in (0, 1, 3) and done.out, "one", done.said)
    for cut in range(0, len(ODD), 97):
        program.json("explain", "-", stdin=ODD[:cut].encode())
