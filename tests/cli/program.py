"""Runs the program: with a time limit, its peak memory measured, its JSON held against its own schema."""
import dataclasses
import json
import os
import re
import shlex
import signal
import subprocess
import tempfile
import time

import jsonschema

MIB = 1 << 20
NOBODY = 65534
TIME = re.compile(r'"time": "[^"]*"')
VERSION = re.compile(r'"version": "[^"]*"')


@dataclasses.dataclass
class Done:
    status: int  # minus the signal's number when one ended it
    out: bytes
    err: bytes
    seconds: float
    cpu: float  # seconds of its own, without the system's and other processes'
    peak: int  # bytes
    late: bool  # it did not end within the limit and was killed

    @property
    def text(self):
        return self.out.decode(errors="replace")

    @property
    def said(self):
        """stderr as text."""
        return self.err.decode(errors="replace")


def neutral(text):
    """JSON output without what differs between two equal runs."""
    return VERSION.sub('"version": "0.0.0"', TIME.sub('"time": "2000-01-01T00:00:00Z"', text))


def resident(pid):
    """The most memory a process has held since its exec, in bytes (VmHWM of proc(5)); 0 when it is gone."""
    try:
        with open(f"/proc/{pid}/status", "rb") as status:
            found = re.search(rb"VmHWM:\s*(\d+) kB", status.read())
    except OSError:
        return 0
    return int(found[1]) * 1024 if found else 0


class Program:
    def __init__(self, binary, tally, sanitized):
        self.binary, self.tally, self.sanitized = str(binary), tally, sanitized
        self.most_memory = (800 if sanitized else 200) * MIB
        self.most_seconds = 60 if sanitized else 10
        self._schemas = {}

    def environment(self, more):
        own = {"PATH": os.environ.get("PATH", "/usr/bin:/bin"), "LC_ALL": "C.UTF-8"}
        own.update({name: os.environ[name] for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "LSAN_OPTIONS") if name in os.environ})
        return {**own, **(more or {})}

    def run(self, *arguments, env=None, stdin=b"", limit=100, uid=None, prepare=None, stdout=None):
        """`stdout` takes a file the output goes to instead; `prepare` runs in the child before the program starts."""
        command = [self.binary, *map(str, arguments)]
        with tempfile.TemporaryFile() as given, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            given.write(stdin)
            given.seek(0)
            user = {} if uid is None else {"user": uid, "group": uid, "extra_groups": []}
            start = time.monotonic()
            child = subprocess.Popen(command, stdin=given, stdout=stdout or out, stderr=err, env=self.environment(env), preexec_fn=prepare,
                                     start_new_session=True, **user)
            status, cpu, peak, late = self._wait(child, start + limit)
            seconds = time.monotonic() - start
            out.seek(0)
            err.seek(0)
            done = Done(status, out.read(), err.read(), seconds, cpu, peak, late)
        self._sound(command, done, limit)
        return done

    @staticmethod
    def _wait(child, deadline):
        """Looks at the child's memory every other millisecond: ru_maxrss would hold that of this process before exec, too."""
        late, peak = False, 0
        while True:
            pid, status, usage = os.wait4(child.pid, os.WNOHANG)
            if pid:
                child.returncode = os.waitstatus_to_exitcode(status)
                return child.returncode, usage.ru_utime, peak, late
            peak = max(peak, resident(child.pid))
            if not late and time.monotonic() > deadline:
                late = True
                os.killpg(child.pid, signal.SIGKILL)
            time.sleep(0.002)

    def _sound(self, command, done, limit):
        """What holds for every run, whatever it is about."""
        words = shlex.join(["railhead", *command[1:]])
        if done.late:
            self.tally.fail(words, f"an end within {limit} s", "none: it was killed")
        elif done.status < 0 or done.status > 4:
            self.tally.fail(words, "an exit code of 0 to 4", f"{done.status}; stderr: {done.said}")
        if b"Sanitizer" in done.err or b"runtime error:" in done.err:
            self.tally.fail(words, "no complaint of a sanitizer", done.said)

    def json(self, *arguments, **options):
        """Runs with -o json; gives what was done and the one object, None where stdout holds anything else."""
        done = self.run(*arguments, "-o", "json", **options)
        return done, self.parsed(" ".join(map(str, arguments)), arguments[0] if arguments else "", done)

    def parsed(self, what, command, done):
        try:
            found = json.loads(done.out.decode())
            jsonschema.validate(found, self.schema(command if command in ("doctor", "checks", "env", "explain", "memlock", "node", "scc", "discover", "networks", "verify", "nri") else "doctor"))
        except (ValueError, jsonschema.ValidationError) as problem:
            self.tally.fail(what, "one JSON object by the schema on stdout", f"{str(problem)[:600]}; exit {done.status}: {done.text[:300]}{done.said[:300]}")
            return None
        self.tally.true(f"{what}: schema", isinstance(found, dict), "an object", found)
        self.tally.true(f"{what}: stderr with -o json", not done.err, "nothing", done.said)
        return found

    def schema(self, command):
        if command not in self._schemas:
            self._schemas[command] = json.loads(self.run("schema", command).out)
        return self._schemas[command]
