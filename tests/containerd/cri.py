"""A client of the CRI, runtime.v1: what a kubelet asks of a runtime, each message written by hand (the numbers are those of the
public api.proto)."""
import contextlib
import itertools
import json
import os
import pathlib
import re
import time

# Else a fork waits for calls of all threads; what is forked here becomes another program at once.
os.environ["GRPC_ENABLE_FORK_SUPPORT"] = "0"

import grpc  # noqa: E402

from bed.messages import field, number, values  # noqa: E402

SECONDS = 60
# Each channel has a connection of its own: grpc waits for seconds before it tries one again that was lost.
OPTIONS = [("grpc.use_local_subchannel_pool", 1)]
# NamespaceMode; the machine's network needs no CNI.
CONTAINER, NODE = 1, 2
RUNNING, EXITED = 1, 2


class Refused(Exception):
    """What the runtime said."""


class Runtime:
    """One socket; its calls may come from several threads. `cgroup` is where the pods' are, `logs` a folder."""

    def __init__(self, socket, image, cgroup, logs):
        self.image, self.cgroup, self.logs = image, cgroup, pathlib.Path(logs)
        self.logs.mkdir(exist_ok=True)
        self._socket = socket
        self._connect()
        self._names = itertools.count()  # next() of it is atomic

    def _connect(self):
        self._channel = grpc.insecure_channel(f"unix://{self._socket}", options=OPTIONS)

    def call(self, name, message=b"", seconds=SECONDS):
        method = self._channel.unary_unary(f"/runtime.v1.RuntimeService/{name}", request_serializer=bytes, response_deserializer=bytes)
        try:
            return list(values(method(message, timeout=seconds)))
        except grpc.RpcError as problem:
            if problem.code() == grpc.StatusCode.UNAVAILABLE:
                self._connect()
            raise Refused(f"{name}: {problem.code().name}: {problem.details()}") from problem

    def is_there(self):
        try:
            return bool(self.call("Version", seconds=1))
        except Refused:
            return False

    @contextlib.contextmanager
    def pod(self, space="team", labels=None, annotations=None, handler=""):
        """A pod for as long as the block runs; whatever is in it ends with it."""
        pod = Pod(self, f"pod-{next(self._names)}", space, labels or {}, annotations or {}, handler)
        try:
            yield pod
        finally:
            pod.remove()

    def pods(self):
        """The ids of those that are there."""
        return [dict(values(each))[1].decode() for place, each in self.call("ListPodSandbox") if place == 1]

    def remove(self, pod):
        self.call("StopPodSandbox", field(1, pod))
        self.call("RemovePodSandbox", field(1, pod))


class Pod:
    def __init__(self, runtime, name, space, labels, annotations, handler):
        self.runtime, self.name, self.space = runtime, name, space
        metadata = field(1, name) + field(2, f"{name}-uid") + field(3, space)
        linux = field(1, runtime.cgroup) + field(2, field(1, _namespaces()))
        self._config = field(1, metadata) + field(3, str(runtime.logs)) + _texts(6, labels) + _texts(7, annotations) + field(8, linux)
        self.id = dict(runtime.call("RunPodSandbox", field(1, self._config) + field(2, handler)))[1].decode()

    def create(self, name="main", command=("sleep", "1000"), devices=None, user=None, annotations=None, mounts=None):
        """A container that is not started yet. `devices` and `mounts`: {path in the container: path on the machine}."""
        security = field(3, _namespaces()) + (field(5, number(1, user)) + field(12, number(1, user)) if user else b"")
        config = (field(1, field(1, name)) + field(2, field(1, self.runtime.image)) + b"".join(field(3, word) for word in command) +
                  b"".join(field(7, field(1, inside) + field(2, str(outside)) + number(3, 1)) for inside, outside in (mounts or {}).items()) +
                  b"".join(field(8, field(1, inside) + field(2, str(outside)) + field(3, "rw")) for inside, outside in (devices or {}).items()) +
                  _texts(9, self._labels(name)) + _texts(10, annotations or {}) + field(11, f"{self.name}-{name}.log") +
                  field(15, field(2, security)))
        made = self.runtime.call("CreateContainer", field(1, self.id) + field(2, config) + field(3, self._config))
        return Container(self, name, dict(made)[1].decode())

    def _labels(self, container):
        """As a kubelet gives them to a container; those of the pod are the pod's alone."""
        return {"io.kubernetes.container.name": container, "io.kubernetes.pod.name": self.name, "io.kubernetes.pod.namespace": self.space,
                "io.kubernetes.pod.uid": f"{self.name}-uid"}

    def start(self, *arguments, **more):
        """A container that runs."""
        container = self.create(*arguments, **more)
        container.start()
        return container

    def remove(self):
        self.runtime.remove(self.id)


class Container:
    def __init__(self, pod, name, identity):
        self.pod, self.name, self.id = pod, name, identity

    def start(self):
        self.pod.runtime.call("StartContainer", field(1, self.id))

    def state(self):
        return dict(values(dict(self._status(verbose=False))[1])).get(3, 0)

    def information(self):
        """What the runtime tells of it to the curious: `pid`, `runtimeSpec` and more."""
        entry = next(content for place, content in self._status(verbose=True) if place == 2)
        return json.loads(dict(values(entry))[2])

    def specified(self):
        """{"RLIMIT_MEMLOCK": (soft, hard), ...} of what runc is told; it need not run."""
        return {each["type"]: (each["soft"], each["hard"]) for each in self.information()["runtimeSpec"]["process"].get("rlimits", [])}

    def limits(self):
        """{"Max locked memory": (soft, hard), ...} as texts, of its first process."""
        return limits_of(self.information()["pid"])

    def said(self):
        """Its output, once it ended."""
        end, pause = time.monotonic() + SECONDS, 0.01
        while self.state() != EXITED:
            if time.monotonic() > end:
                raise Refused(f"{self.name} does not end")
            time.sleep(pause)
            pause = min(2 * pause, 0.5)
        lines = (self.pod.runtime.logs / f"{self.pod.name}-{self.name}.log").read_text().splitlines()
        return "\n".join(line.split(" ", 3)[3] for line in lines)  # after time, stream and a letter

    def _status(self, verbose):
        return self.pod.runtime.call("ContainerStatus", field(1, self.id) + number(2, verbose))


def limits_of(pid):
    """Whoever it belongs to: prlimit(2) is only for one's own."""
    lines = pathlib.Path(f"/proc/{pid}/limits").read_text().splitlines()[1:]
    return {words[0]: (words[1], words[2]) for words in (re.split(r"\s{2,}", line) for line in lines)}


def _namespaces():
    return number(1, NODE) + number(2, CONTAINER)


def _texts(place, entries):
    return b"".join(field(place, field(1, key) + (field(2, value) or b"\x12\x00")) for key, value in entries.items())
