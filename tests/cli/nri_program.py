"""`railhead nri` while it runs: its log, its pages, its memory, its end."""
import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "fakes"))

import nri_runtime  # noqa: E402  (the path above has to be set first)
from nri_runtime import within  # noqa: E402

MIB = 1 << 20


def status_of(pid, field):
    """A size of /proc/PID/status, in bytes."""
    with open(f"/proc/{pid}/status", "rb") as status:
        return int(re.search(field.encode() + rb":\s*(\d+) kB", status.read())[1]) * 1024


class Plugin:
    """Runs until it is closed. Its socket, log and policy lie in `folder`."""

    def __init__(self, program, tally, folder, *options, metrics=True, env=None, listen=True):
        folder.mkdir(parents=True, exist_ok=True)
        self.program, self.tally, self.folder = program, tally, folder
        self.runtime = nri_runtime.Runtime(folder / "nri.sock")
        if listen:
            self.runtime.listen()
        self.log_path = folder / "log"
        words = ["nri", "--socket", str(folder / "nri.sock"), *(["--metrics", "127.0.0.1:0"] if metrics else []), *map(str, options)]
        with open(self.log_path, "wb") as log:
            self.child = subprocess.Popen([program.binary, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=log, env=program.environment(env))
        self.port = None
        if metrics:
            self.port = int(self.event("started")["metrics"].rpartition(":")[2])

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()
        self.runtime.stop()

    def said(self):
        return self.log_path.read_bytes().decode(errors="replace")

    def lines(self, event=None):
        """The log; `stop` sees to it that each line is a JSON object."""
        found = []
        for line in self.said().splitlines():
            with contextlib.suppress(ValueError):
                found.append(json.loads(line))
        return [line for line in found if event in (None, line.get("event"))]

    def event(self, name, count=1, limit=10):
        """The last line of that event, once there are `count`."""
        lines = within(limit, lambda: len(found := self.lines(name)) >= count and found)
        if not lines:
            raise AssertionError(f"no {count} lines of event {name}: {self.said()[-1500:]}")
        return lines[-1]

    def accept(self, **options):
        return self.runtime.accept(**options)

    def raw(self, data, limit=5, finish=False):
        """What the HTTP port answers to the bytes; None where it just closes."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=limit) as connection:
            try:
                connection.sendall(data)
                if finish:
                    connection.shutdown(socket.SHUT_WR)
                got = b""
                while more := connection.recv(65536):
                    got += more
            except ConnectionError:
                return None
        return got or None

    def get(self, path, limit=5):
        """(status, body)"""
        answer = self.raw(f"GET {path} HTTP/1.1\r\nHost: here\r\n\r\n".encode(), limit)
        head, _, body = (answer or b"").decode().partition("\r\n\r\n")
        return (int(head.split()[1]) if head else 0), body

    def metric(self, series):
        """The value of a series; None where it is not there."""
        found = re.search(f"^{re.escape(series)} (.*)$", self.get("/metrics")[1], re.M)
        return float(found[1]) if found else None

    def resident(self):
        return status_of(self.child.pid, "VmRSS")

    def is_running(self):
        return self.child.poll() is None

    def stop(self, sent=signal.SIGTERM, limit=10):
        """Ends it; its exit code, and what holds for every end."""
        if self.child.stdout.closed:
            return self.child.returncode
        if self.child.poll() is None:
            self.child.send_signal(sent)
        try:
            status = self.child.wait(limit)
        except subprocess.TimeoutExpired:
            self.child.kill()
            status = self.child.wait()
            self.tally.fail("nri: SIGTERM", f"an end within {limit} s", "none")
        with self.child.stdout as out:
            self.tally.equal("nri: stdout", b"", out.read())
        self.tally.lacks("nri: the log", "Sanitizer", self.said())
        wrong = [line for line in self.said().splitlines() if not line.startswith('{"time":"2') or not line.endswith("}")]
        self.tally.equal("nri: lines of the log that are no JSON object", [], wrong)
        self.tally.equal("nri: the same, by a parser", len(self.said().splitlines()), len(self.lines()))
        return status

    def reload(self, text):
        """Puts the policy in place as kubelet and editors do, and sends SIGHUP; the line about it."""
        before = len(self.lines("reload"))
        staged = self.folder / "policy.new"
        staged.write_text(text)
        os.replace(staged, self.folder / "policy.yaml")
        self.child.send_signal(signal.SIGHUP)
        return self.event("reload", before + 1)
