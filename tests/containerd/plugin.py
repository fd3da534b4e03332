"""`railhead nri` as a node's administrator runs it, and what its log says: a JSON object a line."""
import json
import pathlib
import signal
import time

import processes

SECONDS = 15


class Plugin:
    """`policy`: the text of a policy file, or none for the default one. Its log goes on where the last one's of that name ended."""

    def __init__(self, binary, socket, folder, policy=None, flags=(), name="nri"):
        self.folder, self.name = pathlib.Path(folder), name
        self.policy = self.folder / f"{name}.yaml"
        self._log = self.folder / f"{name}.log"
        self._seen = self._log.stat().st_size if self._log.exists() else 0
        command = [binary, "nri", "--socket", socket, "--log", "all", *(() if "--metrics" in flags else ("--metrics", "off")), *flags]
        if policy is not None:
            self.policy.write_text(policy)
            command += ["--policy", self.policy]
        self.process = processes.start(self.folder, name, command)

    def events(self, *names):
        """Those that were logged since this plugin began."""
        with self._log.open("rb") as log:
            log.seek(self._seen)
            lines = log.read().decode().splitlines()
        found = [json.loads(line) for line in lines if line.startswith("{") and line.endswith("}")]
        return [each for each in found if not names or each.get("event") in names]

    def text(self):
        with self._log.open("rb") as log:
            log.seek(self._seen)
            return log.read().decode()

    def until(self, name, count=1, seconds=SECONDS):
        """All events of the name, once there are so many."""
        end = time.monotonic() + seconds
        while len(found := self.events(name)) < count and time.monotonic() < end and self.process.poll() is None:
            time.sleep(0.01)
        return found

    def is_ready(self, count=1):
        """Whether it got so far that creations come to it, for the count-th time."""
        return len(self.until("connected", count)) >= count

    def decision(self, pod, container="main"):
        """What it decided on the container."""
        end = time.monotonic() + SECONDS
        while time.monotonic() < end:
            for each in self.events("decision"):
                if (each["pod"], each["container"]) == (pod, container):
                    return each
            time.sleep(0.01)
        return {}

    def reload(self, policy):
        self.policy.write_text(policy)
        self.process.send_signal(signal.SIGHUP)

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        """Gives its exit code."""
        processes.stop(self.process)
        return self.process.returncode

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
