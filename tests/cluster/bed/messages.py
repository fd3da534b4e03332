"""The messages of a kubelet's device plugin API, v1beta1, as protobuf writes them: all their fields are texts and messages, each with
its number, its length and itself. Other services' have numbers too (`number`, `values`)."""

READ_ONLY = b"\x18\x01"  # field 3 of a mount, the one that is a truth


def field(number, value):
    """`value`: text, or a message that is written already; an empty one is left out, as protobuf does."""
    content = value.encode() if isinstance(value, str) else value
    return bytes([number << 3 | 2]) + _varint(len(content)) + content if content else b""


def number(place, value):
    """A number, truth or enumeration; zero is left out."""
    return bytes([place << 3]) + _varint(value) if value else b""


def fields(message):
    """(number, content) of each; raises ValueError where one is no text or message."""
    for place, content in values(message):
        if isinstance(content, int):
            raise ValueError(f"field {place} is neither text nor message")
        yield place, content


def values(message):
    """(number, content) of each: bytes of a text or message, an int of a number; raises ValueError where one is something else."""
    at = 0
    while at < len(message):
        tag, at = _varint_at(message, at)
        content, at = _varint_at(message, at)
        if tag & 7 == 2:
            content, at = message[at:at + content], at + content
        elif tag & 7 != 0:
            raise ValueError(f"field {tag >> 3} is neither text, message nor number")
        yield tag >> 3, content


def register_request(endpoint, resource):
    return field(1, "v1beta1") + field(2, endpoint) + field(3, resource)


def devices(health):
    """ListAndWatchResponse of {id: whether it is healthy}."""
    return b"".join(field(1, field(1, name) + field(2, "Healthy" if good else "Unhealthy")) for name, good in health.items())


def asked_for(message):
    """The ids for each container of an AllocateRequest."""
    return [[content.decode() for number, content in fields(container) if number == 1] for number, container in fields(message) if number == 1]


def container_response(environ, nodes, mounts):
    """`nodes` and `mounts`: {path in the container: path on the node}; device nodes to read and write, folders to read."""
    variables = b"".join(field(1, field(1, name) + field(2, value)) for name, value in environ.items())
    folders = b"".join(field(2, field(1, inside) + field(2, outside) + READ_ONLY) for inside, outside in mounts.items())
    return variables + folders + b"".join(field(3, field(1, inside) + field(2, outside) + field(3, "rw")) for inside, outside in nodes.items())


def _varint(number):
    text = bytearray()
    while number > 0x7F:
        text.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes([*text, number])


def _varint_at(message, at):
    number = shift = 0
    while True:
        byte = message[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at
