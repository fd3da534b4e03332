"""A container runtime as far as NRI goes: the socket, the multiplexer, ttrpc and the messages of protobuf, written out by hand so
that what is on the wire is known byte for byte and can be made wrong in any way."""
import os
import pathlib
import socket
import struct
import time

UNLIMITED = (1 << 64) - 1
PLUGIN, RUNTIME = 1, 2  # connections: who is called on them
REQUEST, RESPONSE = 1, 2
SERVICE = b"nri.pkg.api.v1alpha1.Plugin"
CREATE_CONTAINER = 1 << 3  # of the event mask
MARK = "memlock.railhead.dev/decided"


# protobuf: what is written.
def varint(value):
    out = bytearray()
    while value > 0x7F:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    out.append(value)
    return bytes(out)


def number(field, value):
    return varint(field << 3) + varint(value) if value else b""


def text(field, value):
    value = value.encode() if isinstance(value, str) else value
    return varint(field << 3 | 2) + varint(len(value)) + value if value else b""


def entries(field, values):
    return b"".join(text(field, text(1, key) + text(2, value)) for key, value in (values or {}).items())


# protobuf: what is read.
def fields(message):
    """[(field, value)]: numbers as int, the rest as bytes."""
    found, at = [], 0

    def taken():
        nonlocal at
        value = shift = 0
        while True:
            byte = message[at]
            at += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while at < len(message):
        key = taken()
        if key & 7 == 0:
            found.append((key >> 3, taken()))
        elif key & 7 == 2:
            length = taken()
            found.append((key >> 3, message[at:at + length]))
            at += length
        else:
            raise ValueError(f"wire type {key & 7}")
    return found


def of(message, field, default=None):
    return next((value for number_, value in fields(message) if number_ == field), default)


def all_of(message, field):
    return [value for number_, value in fields(message) if number_ == field]


# NRI's messages.
def pod(name="train-0", namespace="team-a", labels=None, annotations=None, handler=""):
    return (text(1, f"sandbox-{name}") + text(2, name) + text(3, f"uid-{name}") + text(4, namespace) + entries(5, labels) + entries(6, annotations) + text(7, handler))


def container(name="train", pod_name="train-0", id_=None, device=False, labels=None, annotations=None, rlimits=(), namespace="team-a"):
    labels = labels if labels is not None else {"io.kubernetes.pod.name": pod_name, "io.kubernetes.pod.namespace": namespace, "io.kubernetes.container.name": name}
    node = text(1, "/dev/infiniband/uverbs0") + text(2, "c") + number(3, 231) + number(4, 192)
    linux = text(2, node) if device else b""
    return (text(1, id_ or f"id-{pod_name}-{name}") + text(2, f"sandbox-{pod_name}") + text(3, name) + entries(5, labels) + entries(6, annotations) +
            (text(11, linux) if device else b"") + b"".join(text(13, text(1, kind) + number(2, hard) + number(3, soft)) for kind, soft, hard in rlimits))


def adjusted(response):
    """(annotations, [(type, soft, hard)]) of a CreateContainerResponse."""
    adjust = of(response, 1, b"")
    notes = {of(entry, 1, b"").decode(): of(entry, 2, b"").decode() for entry in all_of(adjust, 2)}
    return notes, [(of(limit, 1, b"").decode(), of(limit, 3, 0), of(limit, 2, 0)) for limit in all_of(adjust, 7)]


# The envelope.
def request(stream, method, payload=b"", service=SERVICE):
    body = text(1, service) + text(2, method) + text(3, payload) + number(4, 2_000_000_000)
    return struct.pack(">IIBB", len(body), stream, REQUEST, 0) + body


def response(stream, payload=b"", status=b""):
    body = text(1, status) + text(2, payload)
    return struct.pack(">IIBB", len(body), stream, RESPONSE, 0) + body


def frame(connection, payload):
    return struct.pack(">II", connection, len(payload)) + payload


class Gone(Exception):
    """The plugin closed the connection."""


class Peer:
    """One connection of a plugin, as the runtime holds it."""

    def __init__(self, connection, limit=10):
        self.socket = connection
        self.socket.settimeout(limit)
        self.buffered = {PLUGIN: b"", RUNTIME: b""}
        self.stream = -1

    def send(self, data):
        self.socket.sendall(data)

    def exactly(self, count):
        data = b""
        while len(data) < count:
            try:
                more = self.socket.recv(count - len(data))
            except ConnectionResetError:
                more = b""
            if not more:
                raise Gone
            data += more
        return data

    def message(self, connection):
        """(stream, type, payload) of the next message on the connection."""
        while True:
            have = self.buffered[connection]
            if len(have) >= 10:
                length, stream, kind, _ = struct.unpack(">IIBB", have[:10])
                if len(have) >= 10 + length:
                    self.buffered[connection] = have[10 + length:]
                    return stream, kind, have[10:10 + length]
            which, length = struct.unpack(">II", self.exactly(8))
            self.buffered[which] += self.exactly(length)

    def call(self, method, payload=b"", piece=None):
        """The response's payload, or RuntimeError with its status' message. `piece`: the message in frames of so many bytes."""
        self.stream += 2
        message = request(self.stream, method, payload)
        self.send(b"".join(frame(PLUGIN, message[at:at + piece]) for at in range(0, len(message), piece)) if piece else frame(PLUGIN, message))
        stream, kind, body = self.message(PLUGIN)
        if (stream, kind) != (self.stream, RESPONSE):
            raise ValueError(f"stream {stream}, type {kind} in place of the response to {self.stream}")
        status = of(body, 1)
        if status and of(status, 1, 0):
            raise RuntimeError(of(status, 2, b"").decode())
        return of(body, 2, b"")

    def registered(self):
        """Takes the registration: (name, index)."""
        stream, kind, body = self.message(RUNTIME)
        if kind != REQUEST or of(body, 2) != b"RegisterPlugin":
            raise ValueError(f"no registration: {body!r}")
        self.send(frame(RUNTIME, response(stream)))
        return of(of(body, 3), 1).decode(), of(of(body, 3), 2).decode()

    def configured(self):
        """The event mask that the plugin answers with."""
        return of(self.call("Configure", text(2, "scripted") + text(3, "v2.1.9") + number(4, 5000) + number(5, 2000)), 2, 0)

    def synchronized(self, pods=(), containers=(), chunk=1000):
        parts = [containers[at:at + chunk] for at in range(0, len(containers), chunk)] or [[]]
        for index, part in enumerate(parts):
            first = b"".join(text(1, one) for one in pods) if index == 0 else b""
            self.call("Synchronize", first + b"".join(text(2, one) for one in part) + number(3, int(index + 1 < len(parts))))

    def ready(self, pods=(), containers=(), chunk=1000):
        self.registered()
        self.configured()
        self.synchronized(pods, containers, chunk)
        return self

    def create(self, a_pod=None, a_container=None, piece=None):
        """What the plugin adjusts."""
        return adjusted(self.call("CreateContainer", text(1, a_pod or pod()) + text(2, a_container or container()), piece))

    def is_closed(self, limit=3):
        """The plugin closes the connection within so many seconds."""
        self.socket.settimeout(limit)
        try:
            while self.socket.recv(65536):
                pass
        except ConnectionResetError:
            pass
        except TimeoutError:
            return False
        return True

    def close(self):
        self.socket.close()


class Runtime:
    """The socket. It can go and come back, as that of a runtime that restarts."""

    def __init__(self, path):
        self.path = pathlib.Path(path)
        self.socket = None

    def listen(self):
        self.path.unlink(missing_ok=True)
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.socket.bind(os.fspath(self.path))
        self.socket.listen(8)
        return self

    def accept(self, limit=10):
        self.socket.settimeout(limit)
        connection, _ = self.socket.accept()
        return Peer(connection)

    def stop(self):
        """As a runtime that ends: its socket stays behind."""
        if self.socket:
            self.socket.close()
            self.socket = None


def within(seconds, holds, step=0.01):
    """Waits until `holds()` is true; its last value."""
    until = time.monotonic() + seconds
    while not (value := holds()) and time.monotonic() < until:
        time.sleep(step)
    return value
