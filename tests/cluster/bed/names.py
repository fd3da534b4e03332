"""Names in the bed: the addresses of services and of the pods behind them, as a cluster's DNS gives them (RFC 1035, A records alone)."""
import contextlib
import socket
import struct
import threading

DOMAIN = ["svc", "cluster", "local"]
NO_SUCH_NAME, A, INTERNET = 3, 1, 1
PORT, SECONDS = 53, 5
HEADER = struct.Struct("!6H")


@contextlib.contextmanager
def served(server, address):
    """Answers on port 53 of the address; `server` is asked for the endpoints each time."""
    ended = threading.Event()
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as listening:
        listening.bind((address, PORT))
        listening.settimeout(0.2)
        thread = threading.Thread(target=_serve, args=(server, listening, ended), daemon=True)
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


def addresses(server, labels):
    """Of POD.SERVICE.SPACE.svc.cluster.local, or of a service; None where there is no such name."""
    if labels[-3:] != DOMAIN or len(labels) not in (5, 6):
        return None
    *pod, service, space = labels[:-3]
    found = server.object(f"/api/v1/namespaces/{space}/endpoints/{service}") or {}
    those = [each for subset in found.get("subsets") or [] for each in subset.get("addresses") or []]
    return [each["ip"] for each in those if not pod or each.get("hostname") == pod[0]] or None


def _serve(server, listening, ended):
    while not ended.is_set():
        with contextlib.suppress(OSError, struct.error, IndexError, UnicodeDecodeError):
            query, asker = listening.recvfrom(512)
            listening.sendto(_answer(server, query), asker)


def _answer(server, query):
    number, flags, *_ = HEADER.unpack_from(query)
    labels, at = [], HEADER.size
    while length := query[at]:
        labels.append(query[at + 1:at + 1 + length].decode("ascii").lower())
        at += 1 + length
    kind, _ = struct.unpack_from("!2H", query, at + 1)
    found = addresses(server, labels)
    records = [struct.pack("!HHHIH4s", 0xC000 | HEADER.size, A, INTERNET, SECONDS, 4, socket.inet_aton(each))
               for each in found or () if kind == A]
    # A response, with authority, and recursion where it was asked for.
    flags = 0x8480 | flags & 0x0100 | (0 if found else NO_SUCH_NAME)
    return HEADER.pack(number, flags, 1, len(records), 0, 0) + query[HEADER.size:at + 5] + b"".join(records)
