"""railhead nri against a scripted runtime: what containers get, what is logged and counted, and how it lives through restarts."""
import json
import pathlib
import signal
import socket
import subprocess
import time

import nri_hostile
from nri_program import Plugin
from nri_runtime import CREATE_CONTAINER, MARK, UNLIMITED, container, pod

UNLIMITED_MEMLOCK = [("RLIMIT_MEMLOCK", UNLIMITED, UNLIMITED)]
POLICY = """apiVersion: railhead.dev/v1alpha1
kind: MemlockPolicy
spec:
  rules:
    - name: %s
      match: {namespaces: [team-a]}
      memlock: {soft: %s, hard: %s}
"""


def test(program, tally, place):
    slow = nri_hostile.Slow(program, tally, place / "slow")
    try:
        for part in (limits, audit, reloads, restarts, missed, unreachable, notify, ends, log_not_read, starts_that_fail, nri_hostile.peers, nri_hostile.http):
            part(program, tally, place / part.__name__)
    finally:
        slow.judge()  # ends them too


def limits(program, tally, place):
    """Register, configure, synchronise in chunks, create."""
    with Plugin(program, tally, place, "--name", "memlock", "--index", "07", "--log", "all") as plugin:
        peer = plugin.accept()
        tally.equal("nri: registers as", ("memlock", "07"), peer.registered())
        tally.equal("nri: asks for", CREATE_CONTAINER, peer.configured())
        peer.synchronized([pod()], [container(name=f"old{i}") for i in range(25)], chunk=10)
        connected = plugin.event("connected")
        tally.equal("nri: connected", ("scripted", "v2.1.9", 2000, 25, 0), tuple(connected[key] for key in ("runtime", "version", "request_timeout_ms", "containers", "missed")))
        tally.equal("nri: with a device", ({MARK: "rdma"}, UNLIMITED_MEMLOCK), peer.create(pod(), container(device=True)))
        tally.equal("nri: without one", ({MARK: "none"}, []), peer.create(pod(), container(name="side")))
        tally.equal("nri: in frames of 7 bytes", UNLIMITED_MEMLOCK, peer.create(pod(), container(device=True), piece=7)[1])
        asks = pod(annotations={"memlock.railhead.dev/container.train": "64Mi:1Gi"})
        tally.equal("nri: by annotation", [("RLIMIT_MEMLOCK", 64 << 20, 1 << 30)], peer.create(asks, container(device=True))[1])
        wrong = pod(name='bad"\\\n\x1b[2J', annotations={"memlock.railhead.dev/pod": "lots"})
        tally.equal("nri: a bad annotation fails open", UNLIMITED_MEMLOCK, peer.create(wrong, container(device=True))[1])
        decisions = [line for line in plugin.lines("decision")] if plugin.event("decision", 5) else []
        tally.equal("nri: outcomes", ["set", "kept", "set", "set", "refused"], [line["outcome"] for line in decisions])
        first = decisions[0]
        expected = {"namespace": "team-a", "pod": "train-0", "container": "train", "container_id": "id-train-0-train", "rule": "rdma", "outcome": "set", "level": "info", "audit": False,
                    "limits": [{"type": "RLIMIT_MEMLOCK", "soft": "unlimited", "hard": "unlimited"}]}
        tally.equal("nri: a decision's line", expected, {key: first[key] for key in expected})
        tally.true("nri: its time", first["duration_us"] > 0 and len(first["time"]) == 24 and first["time"].endswith("Z") and first["reasons"], "RFC 3339 in ms, reasons", first)
        tally.equal("nri: a hostile name", 'bad"\\??[2J', decisions[-1]["pod"])
        metrics(plugin, tally)
        tally.equal("nri: healthz, readyz", [(200, "ok\n"), (200, "ok\n")], [plugin.get("/healthz"), plugin.get("/readyz")])
        tally.equal("nri: after SIGTERM", 0, plugin.stop())
        tally.equal("nri: its last line", "stopped", plugin.lines()[-1]["event"])


def metrics(plugin, tally):
    page = plugin.get("/metrics")[1]
    for series, value in (('railhead_nri_decisions_total{rule="rdma",outcome="set"}', "3"), ('railhead_nri_decisions_total{rule="rdma",outcome="refused"}', "1"),
                          ('railhead_nri_decisions_total{rule="none",outcome="kept"}', "1"), ('railhead_nri_decision_seconds_bucket{le="+Inf"}', "5"),
                          ("railhead_nri_decision_seconds_count", "5"), ("railhead_nri_connects_total", "1"), ("railhead_nri_disconnects_total", "0"), ("railhead_nri_connected", "1"),
                          ("railhead_nri_policy_generation", "1"), ("railhead_nri_policy_reload_errors_total", "0"), ("railhead_nri_missed_total", "0"), ("railhead_nri_audit", "0")):
        tally.contains(f"nri: metrics, {series}", f"\n{series} {value}\n", page)
    tally.true("nri: metrics, memory", plugin.metric("process_resident_memory_bytes") > 1 << 20, "bytes", page)
    for line in page.splitlines():
        tally.true("nri: metrics, a line", line.startswith("# ") or len(line.rsplit(" ", 1)) == 2 and float(line.rsplit(" ", 1)[1]) >= 0, "a comment or a sample", line)


def audit(program, tally, place):
    with Plugin(program, tally, place, "--audit") as plugin:
        peer = plugin.accept().ready([pod()], [container(device=True, name="old")])
        tally.equal("nri --audit: changes nothing", ({}, []), peer.create(pod(), container(device=True)))
        line = plugin.event("decision")
        tally.equal("nri --audit: says what it would do", ("set", True, "unlimited"), (line["outcome"], line["audit"], line["limits"][0]["hard"]))
        tally.equal("nri --audit: metrics", [1, 1, 0], [plugin.metric(one) for one in ("railhead_nri_audit", 'railhead_nri_decisions_total{rule="rdma",outcome="set"}', "railhead_nri_missed_total")])


def reloads(program, tally, place):
    place.mkdir(parents=True)
    (place / "policy.yaml").write_text(POLICY % ("first", "1Gi", "1Gi"))
    with Plugin(program, tally, place, "--policy", place / "policy.yaml") as plugin:
        peer = plugin.accept().ready()
        gib = 1 << 30
        tally.equal("nri: by its policy", ({MARK: "first"}, [("RLIMIT_MEMLOCK", gib, gib)]), peer.create())
        good = plugin.reload(POLICY % ("second", "2Gi", "3Gi"))
        tally.equal("nri: reload", ("info", 2, 1), tuple(good[key] for key in ("level", "generation", "rules")))
        tally.equal("nri: by the new one, in the same session", [("RLIMIT_MEMLOCK", 2 * gib, 3 * gib)], peer.create()[1])
        page = plugin.get("/metrics")[1]
        tally.true("nri: the old rule's counts are gone", 'rule="second"' in page and 'rule="first"' not in page, "second alone", page)
        bad = plugin.reload(POLICY % ("third", "lots", "3Gi"))
        tally.equal("nri: a bad policy", ("error", 2), (bad["level"], bad["generation"]))
        tally.contains("nri: says where", "policy.yaml:7:", " ".join(bad["errors"]))
        tally.equal("nri: the one before stays", [("RLIMIT_MEMLOCK", 2 * gib, 3 * gib)], peer.create()[1])
        (place / "policy.yaml").unlink()
        plugin.child.send_signal(signal.SIGHUP)
        tally.contains("nri: a policy that is gone", "No such file", str(plugin.event("reload", 3)))
        tally.equal("nri: reloads counted", [2, 2], [plugin.metric(one) for one in ("railhead_nri_policy_generation", "railhead_nri_policy_reload_errors_total")])
        tally.equal("nri: still by the second", [("RLIMIT_MEMLOCK", 2 * gib, 3 * gib)], peer.create()[1])


def restarts(program, tally, place):
    """The runtime goes and comes back; what was made meanwhile is told once."""
    with Plugin(program, tally, place) as plugin:
        plugin.accept().ready().create(pod(), container(device=True))
        known = []
        for number in range(1, 4):
            plugin.runtime.stop()
            tally.equal(f"nri: {number}. restart: within its grace", 200, plugin.get("/readyz")[0])
            known.append(container(name=f"lost{number}", device=True))
            marked = container(name=f"made{number}", device=True, annotations={MARK: "rdma"})
            plugin.runtime.listen()
            start = time.monotonic()
            peer = plugin.accept()
            tally.true(f"nri: {number}. restart: it is back soon", time.monotonic() - start < 2, "under 2 s", time.monotonic() - start)
            peer.ready([pod()], [*known, marked, container(name="plain")])
            tally.equal(f"nri: {number}. restart: goes on", UNLIMITED_MEMLOCK, peer.create(pod(), container(device=True))[1])
            tally.equal(f"nri: {number}. restart: missed", f"lost{number}", plugin.event("missed", number)["container"])
            peer.close()
        plugin.event("disconnected", 3)
        tally.equal("nri: missed ones are told once", ["lost1", "lost2", "lost3"], [line["container"] for line in plugin.lines("missed")])
        tally.equal("nri: restarts counted", [4, 4, 3, 0], [plugin.metric(f"railhead_nri_{one}") for one in ("connects_total", "disconnects_total", "missed_total", "connected")])


def missed(program, tally, place):
    """The first start: a line each for twenty, and a count."""
    with Plugin(program, tally, place) as plugin:
        plugin.accept().ready([pod()], [container(name=f"old{i}", device=True) for i in range(50)], chunk=7)
        plugin.event("connected")
        lines = plugin.lines("missed")
        tally.equal("nri: lines about missed ones", (21, 30), (len(lines), lines[-1].get("more")))
        tally.true("nri: say what to do", "restart its pod" in str(lines[0]) and lines[0]["outcome"] == "missed" and lines[0]["level"] == "warn", "the pod to be restarted", lines[0])
        tally.equal("nri: missed ones counted", 50, plugin.metric("railhead_nri_missed_total"))


def unreachable(program, tally, place):
    """No socket, then one that nobody listens on, then a runtime: each trouble is said once."""
    with Plugin(program, tally, place, listen=False) as plugin:
        plugin.event("unreachable")
        time.sleep(1.0)
        lines = plugin.lines("unreachable")
        tally.equal("nri: no socket, lines", 1, len(lines))
        for part in ("No such file", "disable = false", '[plugins.\\"io.containerd.nri.v1.nri\\"]', "enable_nri = true", "[crio.nri]"):
            tally.contains("nri: no socket", part, plugin.said())
        tally.equal("nri: alive, within its grace", [200, 200], [plugin.get("/healthz")[0], plugin.get("/readyz")[0]])
        tally.contains("nri: readyz says why", "No such file", plugin.get("/readyz")[1])
        plugin.runtime.listen()
        plugin.runtime.stop()
        tally.contains("nri: nobody listens", "refused", str(plugin.event("unreachable", 2)))
        plugin.runtime.listen()
        plugin.accept().ready()
        plugin.event("connected")
        tally.equal("nri: lines in all", 2, len(plugin.lines("unreachable")))


class Systemd:
    """$NOTIFY_SOCKET."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind(address)

    def until(self, wanted, limit=5):
        """The datagrams up to one that holds `wanted`."""
        got, end = [], time.monotonic() + limit
        try:
            while not got or wanted not in got[-1]:
                self.socket.settimeout(max(end - time.monotonic(), 0.001))
                got.append(self.socket.recv(4096).decode())
        except TimeoutError:
            got.append("(no more)")
        return got


def notify(program, tally, place):
    place.mkdir(parents=True)
    systemd = Systemd(str(place / "notify"))
    with Plugin(program, tally, place, env={"NOTIFY_SOCKET": str(place / "notify"), "WATCHDOG_USEC": "300000"}) as plugin:
        peer = plugin.accept()
        peer.registered()
        peer.configured()
        before = systemd.until("READY=1", limit=0.5)
        tally.true("nri: not ready before it is", before[-1] == "(no more)" and before.count("WATCHDOG=1") >= 2, "pings alone", before)
        peer.synchronized()
        tally.equal("nri: ready", "READY=1\nSTATUS=connected", systemd.until("READY=1")[-1])
        plugin.child.send_signal(signal.SIGHUP)
        reload = systemd.until("RELOADING=1")[-1]
        tally.true("nri: reloading", abs(int(reload.partition("MONOTONIC_USEC=")[2]) / 1e6 - time.monotonic()) < 5, "now by the monotonic clock", reload)
        tally.equal("nri: reloaded", "READY=1", systemd.until("READY=1")[-1])
        peer.close()
        tally.contains("nri: status", "STATUS=not connected: ", systemd.until("STATUS=")[-1])
        plugin.child.send_signal(signal.SIGTERM)
        tally.contains("nri: stopping", "STOPPING=1", systemd.until("STOPPING=1")[-1])
    abstract = f"\0railhead-nri-{place.stat().st_ino}"
    systemd = Systemd(abstract)
    with Plugin(program, tally, place / "abstract", listen=False, env={"NOTIFY_SOCKET": "@" + abstract[1:], "WATCHDOG_USEC": "1000", "WATCHDOG_PID": "1"}):
        tally.equal("nri: ready without a runtime; no pings for another process", 1, len(got := systemd.until("READY=1")))
        tally.contains("nri: and says so", "STATUS=not connected: cannot reach a runtime", got[-1])


def ends(program, tally, place):
    for name, sent in (("SIGTERM", signal.SIGTERM), ("SIGINT", signal.SIGINT)):
        with Plugin(program, tally, place / name) as plugin:
            peer = plugin.accept().ready()
            start = time.monotonic()
            tally.equal(f"nri: after {name}", 0, plugin.stop(sent))
            tally.true(f"nri: after {name}: at once", time.monotonic() - start < (5 if program.sanitized else 1), "under 1 s", time.monotonic() - start)
            tally.true(f"nri: after {name}: the connection is closed", peer.is_closed(), "an end of the stream", "none")


def log_not_read(program, tally, place):
    """Who reads the log stops: containers are served all the same, and what is lost is counted."""
    place.mkdir(parents=True)
    reader, writer = socket.socketpair()
    command = [program.binary, "nri", "--socket", str(place / "nri.sock"), "--metrics", "127.0.0.1:0"]
    with Plugin(program, tally, place) as plugin:
        plugin.stop()
        plugin.runtime.listen()
        plugin.child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=writer, env=program.environment(None))
        writer.close()
        started = json.loads(reader.recv(65536).partition(b"\n")[0])
        plugin.port = int(started["metrics"].rpartition(":")[2])
        peer = plugin.accept().ready()
        for _ in range(1500):
            peer.create(pod(), container(device=True))
        tally.true("nri: a log that nobody reads", plugin.metric("railhead_nri_log_lines_dropped_total") > 100, "dropped lines", plugin.metric("railhead_nri_log_lines_dropped_total"))
        reader.close()
        tally.equal("nri: a log that is closed", UNLIMITED_MEMLOCK, peer.create(pod(), container(device=True))[1])


def starts_that_fail(program, tally, place):
    place.mkdir(parents=True)
    (place / "bad.yaml").write_text(POLICY % ("one", "lots", "1Gi"))
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen(1)
        port = taken.getsockname()[1]
        for options, code, parts in ((["--policy", place / "bad.yaml"], 2, ["bad.yaml:7:", "lots"]), (["--policy", place / "absent"], 2, ["absent", "No such file"]),
                                     (["--policy", place], 2, ["no regular file"]), (["--policy", "/dev/zero"], 2, ["no regular file"]), (["--metrics", f"127.0.0.1:{port}"], 3, [str(port), "in use", "--metrics"]),
                                     (["--metrics", "localhost:1"], 2, ["localhost:1", "ADDRESS:PORT"]), (["--metrics", "127.0.0.1:65536"], 2, ["65536"]), (["--metrics", "203.0.113.9:9465"], 3, ["203.0.113.9"]),
                                     (["--index", "7"], 2, ["--index", "two digits"]), (["--name", "a b"], 2, ["--name", "a b"]), (["--socket", "/" + "x" * 200], 2, ["--socket", "107"]), (["--log", "some"], 2, ["some", "changes"]),
                                     (["stray"], 2, ["stray"]), (["--audit", "check", "-f", place / "absent"], 2, ["--audit", "before"])):
            done = program.run("nri", *options, limit=20)
            tally.equal(f"nri {options}: exit code", code, done.status)
            for part in parts:
                tally.contains(f"nri {options}", part, done.said)
    with Plugin(program, tally, place / "off", "--metrics", "off", metrics=False) as plugin:
        peer = plugin.accept().ready()
        tally.equal("nri --metrics off", "off", plugin.event("started")["metrics"])
        sockets = [str(one.readlink()) for one in pathlib.Path(f"/proc/{plugin.child.pid}/fd").iterdir() if str(one.readlink()).startswith("socket:")]
        tally.equal("nri --metrics off: the runtime's is its only socket", 1, len(sockets))
        tally.equal("nri --metrics off: works", 1, len(peer.create(pod(), container(device=True))[1]))
        tally.equal("nri: no threads", "1", pathlib.Path(f"/proc/{plugin.child.pid}/status").read_text().partition("Threads:\t")[2].split("\n")[0])
