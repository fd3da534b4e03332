"""explain: logs of a job in all the ways they are pasted; what it prints word for word, its JSON, its exit codes, its bounds."""
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
    together(program, tally, place)
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
