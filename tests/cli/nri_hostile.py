"""Whoever sits on the runtime's socket, or on the HTTP port, and means ill: nothing crashes, hangs or grows it."""
import concurrent.futures
import contextlib
import os
import random
import socket
import struct
import threading
import time

from nri_program import MIB, Plugin, status_of, within
from nri_runtime import PLUGIN, REQUEST, RUNTIME, container, frame, number, pod, request, response, text

PATIENCE = 10  # seconds that the plugin waits for the rest


def most_resident(program):
    return (700 if program.sanitized else 12) * MIB


class Slow:
    """Peers that stall are given up after ten seconds: they are judged at the end of the module."""

    def __init__(self, program, tally, place):
        self.program, self.tally, self.place = program, tally, place
        self.results = {}
        self.threads = [threading.Thread(target=self._run, args=one, daemon=True) for one in
                        (("silent", self._silent), ("half", self._half), ("crawling", self._crawling), ("deaf", self._deaf), ("unsynchronized", self._unsynchronized))]
        for thread in self.threads:
            thread.start()

    def _run(self, name, play):
        try:
            with Plugin(self.program, self.tally, self.place / name) as plugin:
                start = time.monotonic()
                closed = play(plugin)
                said = within(3, lambda: plugin.lines("unreachable") or plugin.lines("disconnected"))
                self.results[name] = (closed, time.monotonic() - start, str(said), plugin.get("/healthz")[0], plugin.resident())
        except Exception as problem:  # noqa: BLE001  (judged in the main thread)
            self.results[name] = (False, 0, repr(problem), 0, 0)

    @staticmethod
    def _silent(plugin):
        """Takes the connection and says nothing."""
        return plugin.accept().is_closed(limit=15)

    @staticmethod
    def _unsynchronized(plugin):
        peer = plugin.accept()
        peer.registered()
        peer.configured()
        return peer.is_closed(limit=15)

    @staticmethod
    def _half(plugin):
        """Ready, then a frame without its end."""
        peer = plugin.accept().ready()
        peer.send(frame(PLUGIN, request(5, "CreateContainer", b"x" * 1000))[:500])
        return peer.is_closed(limit=15)

    @staticmethod
    def _crawling(plugin):
        """The same, a byte at a time: it goes on, but a message never ends."""
        peer = plugin.accept().ready()
        peer.send(struct.pack(">II", PLUGIN, 1 << 20) + struct.pack(">IIBB", (1 << 20) - 10, 5, REQUEST, 0))
        with contextlib.suppress(OSError):
            until = time.monotonic() + 15
            while time.monotonic() < until:
                peer.send(b"\0")
                time.sleep(0.05)
        return peer.is_closed(limit=1)

    @staticmethod
    def _deaf(plugin):
        """Calls and does not read: what waits for it has a bound, and so has the time."""
        peer = plugin.accept().ready()
        call = text(1, pod()) + text(2, container(device=True))
        peer.socket.settimeout(15)
        with contextlib.suppress(OSError):
            for stream in range(5, 1_000_000, 2):
                peer.send(frame(PLUGIN, request(stream, "CreateContainer", call)))
        return True  # sending failed: the plugin closed it

    def judge(self):
        for thread in self.threads:
            thread.join(30)
        wants = {"silent": "RegisterPlugin", "unsynchronized": "Synchronize", "half": "in the middle of a message", "crawling": "in the middle of a message", "deaf": "not read"}
        for name, part in wants.items():
            closed, seconds, said, health, resident = self.results.get(name, (False, 0, "no result", 0, 0))
            self.tally.true(f"nri, {name} peer", closed and part in said, f"closed, and {part!r} said", (closed, said))
            self.tally.true(f"nri, {name} peer: patience", name == "deaf" or PATIENCE - 0.5 < seconds < PATIENCE + 4, "about 10 s", seconds)
            self.tally.equal(f"nri, {name} peer: healthz", 200, health)
            self.tally.true(f"nri, {name} peer: memory", resident < most_resident(self.program) + (8 * MIB if name == "deaf" else 0), "12 MiB", resident)


def wrong_bytes():
    """name -> what is sent at once to a plugin that has sent its registration."""
    ready = frame(RUNTIME, response(1)) + frame(PLUGIN, request(1, "Configure", text(2, "x"))) + frame(PLUGIN, request(3, "Synchronize"))
    noise = random.Random(7).randbytes(70000)
    return {
        "closes at once": b"",
        "garbage": noise,
        "HTTP": b"HTTP/1.1 400 Bad Request\r\n\r\n",
        "zeros": bytes(100000),
        "all ones": b"\xff" * 100000,
        "frame of 4 GiB": struct.pack(">II", PLUGIN, 0xFFFFFFFF),
        "frame of connection 0": frame(0, b"x"),
        "frame of connection 9": frame(9, b"x"),
        "message of 4 GiB": frame(PLUGIN, struct.pack(">IIBB", 0xFFFFFFFF, 1, 1, 0)),
        "message of 5 MiB": frame(PLUGIN, struct.pack(">IIBB", 5 << 20, 1, 1, 0)),
        "message of a type that is not": frame(PLUGIN, struct.pack(">IIBB", 0, 1, 77, 0)),
        "even stream": frame(PLUGIN, request(2, "Configure")),
        "stream 0": frame(PLUGIN, request(0, "Configure")),
        "answer to nothing": frame(RUNTIME, response(99)),
        "answer twice": frame(RUNTIME, response(1)) * 2,
        "answer on the other connection": frame(PLUGIN, response(1)),
        "call on the other connection": frame(RUNTIME, request(1, "Configure")),
        "refusal": frame(RUNTIME, response(1, status=number(1, 2) + text(2, "plugins are not\x1b[2J wanted\n"))),
        "another API": frame(RUNTIME, response(1, status=number(1, 12) + text(2, "unknown service"))),
        "create before configure": frame(RUNTIME, response(1)) + frame(PLUGIN, request(1, "CreateContainer")),
        "the same stream again": ready + frame(PLUGIN, request(3, "CreateContainer")),
        "no protobuf": ready + frame(PLUGIN, request(5, "CreateContainer", b"\x0a\xff\xff\xff\xff\x7f")),
        "no protobuf in the envelope": ready + frame(PLUGIN, struct.pack(">IIBB", 4, 5, 1, 0) + b"\xff\xff\xff\xff"),
        "group without end": ready + frame(PLUGIN, request(5, "CreateContainer", b"\x0b" * 5000)),
        "nested deep": ready + frame(PLUGIN, request(5, "CreateContainer", nested(3000))),
    }


def nested(depth):
    inner = b""
    for _ in range(depth):
        inner = text(2, inner or b"x")
    return inner


def met(program, tally, place, data):
    """A peer that sends `data`, then a good one: (the first connection was closed, the good one was served, what was logged)."""
    with Plugin(program, tally, place) as plugin:
        peer = plugin.accept()
        peer.socket.settimeout(5)
        with contextlib.suppress(OSError):
            peer.send(data)
            peer.socket.shutdown(socket.SHUT_WR)
        closed = peer.is_closed()
        served = plugin.accept().ready().create(pod(), container(device=True))[1]
        longest = max(map(len, plugin.said().splitlines()))
        return closed, served and plugin.get("/healthz"), plugin.resident() < most_resident(program), longest < 16384, plugin.stop()


def peers(program, tally, place):
    """One each, beside each other: a try after a failed one waits."""
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        runs = {name: pool.submit(met, program, tally, place / name.replace(" ", "-"), data) for name, data in wrong_bytes().items()}
    for name, run in runs.items():
        tally.equal(f"nri, {name}: closed, the next one served, memory, line, exit code", (True, (200, "ok\n"), True, True, 0), run.exception() or run.result())
    with Plugin(program, tally, place / "endless") as plugin:
        endless(program, tally, plugin)
        tally.equal("nri, after huge messages", 1, len(plugin.accept().ready().create(pod(), container(device=True))[1]))


def endless(program, tally, plugin):
    """Messages as large as may be, one after the other, and a synchronisation that never ends."""
    peer = plugin.accept()
    peer.registered()
    peer.configured()
    names = [container(name="n" * 2000, device=True, id_=f"{i}") for i in range(500)]
    for _ in range(8):
        peer.stream += 2
        peer.send(frame(PLUGIN, request(peer.stream, "Synchronize", b"".join(text(2, one) for one in names) + number(3, 1))))
        peer.message(PLUGIN)
    huge = text(1, pod(annotations={f"key{i}": "v" * 1000 for i in range(2000)}, labels={f"k{i}": "v" for i in range(20000)})) + text(2, container(device=True))
    with contextlib.suppress(OSError):
        peer.synchronized()
        peer.call("CreateContainer", huge)
    tally.true("nri, huge messages: lives", plugin.is_running(), "a plugin that runs", plugin.said()[-2000:])
    tally.true("nri, huge messages: peak", status_of(plugin.child.pid, "VmHWM") < most_resident(program) + 32 * MIB, "44 MiB", status_of(plugin.child.pid, "VmHWM"))
    peer.close()


def http(program, tally, place):
    with Plugin(program, tally, place) as plugin:
        peer = plugin.accept().ready()
        for data, status in ((b"GET /metrics HTTP/1.0\r\n\r\n", 200), (b"GET /metrics?x=1 HTTP/1.1\r\nHost: x\r\n\r\n", 200), (b"GET /healthz HTTP/1.1\n\n", 200), (b"HEAD /healthz HTTP/1.1\r\n\r\n", 405),
                             (b"POST /metrics HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", 405), (b"GET / HTTP/1.1\r\n\r\n", 404), (b"GET /../etc/passwd HTTP/1.1\r\n\r\n", 404), (b"hello\r\n\r\n", 400),
                             (b"GET /healthz\r\n\r\n", 400), (b"GET healthz HTTP/1.1\r\n\r\n", 400), (b"GET /healthz HTTP/2.0\r\n\r\n", 400), (b"\x16\x03\x01\x02\x00", 400), (b"\0" * 5000, 400),
                             (b"GET /healthz HTTP/1.1\r\n" + b"A: " + b"x" * 8000, 431), (b"G" * 9000, 431), (b"\r\n", 400)):
            answer = plugin.raw(data)
            tally.true(f"nri, HTTP {data[:40]}", answer is not None and answer.startswith(b"HTTP/1.1 %d " % status), status, answer and answer[:200])
        tally.equal("nri, HTTP: half a request, then the end", None, plugin.raw(b"GET /hea", finish=True))
        page = plugin.raw(b"GET /metrics HTTP/1.1\r\n\r\n").decode()
        head, _, body = page.partition("\r\n\r\n")
        tally.true("nri, HTTP: head", "Content-Type: text/plain; version=0.0.4" in head and f"Content-Length: {len(body)}" in head, "type and length", head)
        crowd(plugin, tally, peer)
        tally.true("nri, HTTP: memory", plugin.resident() < most_resident(program), "12 MiB", plugin.resident())


def crowd(plugin, tally, peer):
    """Clients that say nothing: they are dropped after two seconds, and keep neither another client nor a container waiting."""
    with contextlib.ExitStack() as stack:
        idle = [stack.enter_context(socket.create_connection(("127.0.0.1", plugin.port), timeout=6)) for _ in range(60)]
        for one in idle[::2]:
            with contextlib.suppress(OSError):
                one.sendall(b"GET /metr")
        start = time.monotonic()
        tally.equal("nri, HTTP: among 60 that are silent", 200, plugin.get("/healthz")[0])
        tally.equal("nri, HTTP: a container meanwhile", 1, len(peer.create(pod(), container(device=True))[1]))
        tally.true("nri, HTTP: at once", time.monotonic() - start < 1, "under 1 s", time.monotonic() - start)
        open_now = len(os.listdir(f"/proc/{plugin.child.pid}/fd"))
        tally.true("nri, HTTP: clients at a time", open_now <= 20, "8 and a few others", open_now)
        with contextlib.suppress(ConnectionError):
            idle[-1].recv(1)
        tally.true("nri, HTTP: a silent one is dropped", 1 < time.monotonic() - start < 4, "after 2 s", time.monotonic() - start)
