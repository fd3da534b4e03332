"""Trees that no kernel would show: doctor and snapshot end soon, with a sensible exit code, sound JSON and little memory."""
import os
import re

import trees
from program import MIB, NOBODY

STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def bounded(program, tally, what, done, codes=(0, 1, 3), memory=None):
    memory = memory or program.most_memory
    tally.true(f"{what}: exit code", done.status in codes, f"one of {codes}", f"{done.status} {done.said}")
    tally.true(f"{what}: time", done.cpu < program.most_seconds, f"under {program.most_seconds} s", f"{done.cpu:.1f} s of {done.seconds:.1f} s")
    tally.true(f"{what}: memory", done.peak < memory, f"under {memory // MIB} MiB", f"{done.peak // MIB} MiB")


def harmless(tally, what, text):
    found = STEERING.search(text)
    tally.true(f"{what}: nothing steers the terminal", not found, "text alone", found and ascii(text[max(0, found.start() - 60):found.end() + 20]))


def examine(program, tally, what, root, uid=None):
    """Every command that reads a tree; gives doctor's JSON."""
    done, found = program.json("doctor", "--root", root, uid=uid)
    bounded(program, tally, f"doctor -o json of {what}", done)
    done = program.run("doctor", "--root", root, uid=uid)
    bounded(program, tally, f"doctor of {what}", done)
    harmless(tally, f"doctor of {what}", done.out.decode(errors="surrogateescape"))
    tally.true(f"doctor of {what}: UTF-8", is_utf8(done.out), "UTF-8", done.out[:200])
    done = program.run("snapshot", "--root", root, uid=uid)
    bounded(program, tally, f"snapshot of {what}", done, codes=(0,))
    return found


def is_utf8(data):
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def test(program, tally, place):
    for name, build in trees.HOSTILE.items():
        root = place / name
        root.mkdir()
        build(root)
        examine(program, tally, f"tree '{name}'", root)
    a_line_of_its_own(program, tally, place)
    denied(program, tally, place)
    device_nodes(program, tally, place)


def a_line_of_its_own(program, tally, place):
    """A name with a newline in it must not be able to say that all is well."""
    text = program.run("doctor", "--root", place / "odd_bytes").text
    tally.true("a name with a newline", not any(line.startswith("\u221a all is well") for line in text.splitlines()), "no line of its own", text)


def denied(program, tally, place):
    """Files and folders that may not be read are not known, not absent."""
    root = place / "denied"
    trees.process(root)
    trees.device(root, "mlx5_0")
    trees.device(root, "mlx5_1")
    closed = ["proc/modules", "proc/self/limits", "sys/class/infiniband/mlx5_0/ports/1/state", "sys/class/infiniband/mlx5_0/ports/1/gids",
              "sys/class/infiniband/mlx5_1", "proc/cmdline"]
    for path in closed:
        (root / path).chmod(0)
    user = NOBODY if os.geteuid() == 0 else None
    found = examine(program, tally, "a tree with EACCES", root, uid=user)
    if found:
        port = found["facts"]["rdma"]["devices"][0]["ports"][0]
        tally.equal("a port whose state may not be read", "denied", port["state"].get("missing") if isinstance(port["state"], dict) else port["state"])
    (root / "sys/class/infiniband").chmod(0)
    done, found = program.json("doctor", "--root", root, uid=user)
    tally.equal("no list of devices: exit code", 3, done.status)
    if found:
        tally.equal("no list of devices: verdict", (None, "unknown"), (found["verdict"]["rdma"], found["verdict"]["transport"]))
    root.chmod(0)
    done, found = program.json("doctor", "--root", root / ".", uid=user)
    tally.equal("a root that may not be entered: exit code", 3, done.status)
    for path in (root, root / "sys/class/infiniband", *(root / path for path in closed)):
        path.chmod(0o755)


def device_nodes(program, tally, place):
    """Devices lying about in a tree are never read: /dev/zero would not end, others have effects."""
    root = place / "nodes"
    trees.process(root)
    trees.device(root, "mlx5_0")
    paths = ["proc/modules", "proc/cmdline", "sys/class/infiniband/mlx5_0/ports/1/state", "sys/class/infiniband/mlx5_0/ports/1/gids/0", "etc/ld.so.conf"]
    try:
        for path in paths:
            trees.put(root, path)
            (root / path).unlink()
            os.mknod(root / path, 0o020666, os.makedev(1, 5))
        with open(root / paths[0], "rb") as zero:
            zero.read(1)
    except PermissionError as problem:
        tally.skip("device nodes in a tree", str(problem))
        return
    examine(program, tally, "a tree of /dev/zero", root)
