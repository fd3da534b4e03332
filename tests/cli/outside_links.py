"""Links that lead out of the root, by absolute names and by dots, stay inside; with openat2(2) and on kernels without it."""
import ctypes
import platform
import struct

import trees

MARK = "content-from-outside-the-root"
NUMBERS = {"x86_64": 437, "aarch64": 437, "ppc64le": 437, "s390x": 437}
READ_IN_TREE = ["proc/modules", "proc/cmdline", "proc/sys/kernel/osrelease", "sys/class/infiniband/mlx5_0/fw_ver", "sys/class/infiniband/mlx5_0/board_id",
                "sys/class/infiniband/mlx5_0/hca_type", "sys/class/infiniband/mlx5_0/node_guid", "sys/class/infiniband/mlx5_0/ports/1/rate",
                "sys/class/infiniband/mlx5_0/ports/1/state", "sys/class/infiniband/mlx5_0/ports/1/gids/0", "sys/class/infiniband/mlx5_0/ports/1/gid_attrs/ndevs/0",
                "sys/class/infiniband/mlx5_0/ports/1/gid_attrs/types/0", "proc/self/environ", "etc/ld.so.conf", "proc/self/mountinfo", "proc/self/cgroup"]


def without_openat2():
    """Has the kernel answer ENOSYS to openat2, as before 5.6, by a seccomp filter of four instructions (linux/filter.h)."""
    number = NUMBERS[platform.machine()]
    code = b"".join(struct.pack("HBBI", *line) for line in (
        (0x20, 0, 0, 0),  # load the number of the call
        (0x15, 0, 1, number),  # openat2?
        (0x06, 0, 0, 0x00050000 | 38),  # then ENOSYS
        (0x06, 0, 0, 0x7FFF0000)))  # else go on

    class Filter(ctypes.Structure):
        _fields_ = [("length", ctypes.c_ushort), ("code", ctypes.c_char_p)]

    program = Filter(4, code)
    libc = ctypes.CDLL(None, use_errno=True)

    def prepare():
        if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, ctypes.byref(program), 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl")

    return prepare


def tree(root, outside, target):
    """A sound tree in which the file or folder of each place is a link to `target`, which lies outside."""
    trees.process(root)
    trees.device(root, "mlx5_0")
    trees.device(root, "mlx5_1")
    for i, path in enumerate(READ_IN_TREE):
        trees.put(root, path)
        (root / path).unlink()
        depth = len(path.split("/")) + 30
        (root / path).symlink_to(target if i % 2 else "../" * depth + target.lstrip("/"))
    folders = {"sys/class/infiniband/evil": outside / "device", "sys/class/net": outside / "net", "usr": outside / "usr", "sys/module": outside / "module"}
    for path, place in folders.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).symlink_to(place)


def test(program, tally, place):
    outside = place / "outside"
    trees.put(outside, "secret", f"{MARK}\nPCIDEVICE_X={MARK}\n{MARK} 1 0 - Live 0x0\n")
    trees.put(outside, "device/fw_ver", MARK)
    trees.put(outside, "device/ports/1/state", "4: ACTIVE " + MARK)
    trees.put(outside, f"net/{MARK}/mtu", "1500\n")
    trees.put(outside, f"usr/lib/libibverbs/lib{MARK}-rdmav34.so", "")
    trees.put(outside, f"module/{MARK}/version", "1")
    ways = {"openat2": None}
    if platform.machine() in NUMBERS:
        ways["no openat2"] = without_openat2()
    else:
        tally.skip("links without openat2", f"its number on {platform.machine()} is not listed here")
    for name, target in {"a file outside": str(outside / "secret"), "/etc/passwd": "/etc/passwd"}.items():
        root = place / name.replace("/", "_")
        tree(root, outside, target)
        for way, prepare in ways.items():
            look(program, tally, f"links to {name}, {way}", root, prepare)
    inside(program, tally, place, ways)


def look(program, tally, what, root, prepare):
    with open("/etc/passwd") as file:
        first = file.readline().strip()
    for command in (["doctor", "-o", "json"], ["doctor"], ["snapshot"]):
        done = program.run(*command, "--root", root, prepare=prepare)
        words = f"{what}: {' '.join(command)}"
        tally.true(f"{words}: exit code", done.status in (0, 1, 3), "0, 1 or 3", f"{done.status} {done.said}")
        # The names of the targets may be told; what lies there may not.
        tally.lacks(words, MARK, done.text)
        tally.lacks(words, first, done.text)


def inside(program, tally, place, ways):
    """Absolute links mean the root of the tree, as they do on the machine it was taken from."""
    root = place / "absolute"
    trees.process(root)
    trees.put(root, "real/release", "7.7.7\n")
    trees.put(root, "proc/sys/kernel/hostname", "node")
    (root / "proc/sys/kernel/osrelease").symlink_to("/real/release")
    for way, prepare in ways.items():
        _, found = program.json("doctor", "--root", root, prepare=prepare)
        if found:
            tally.equal(f"an absolute link inside, {way}", "7.7.7", found["facts"]["kernel"]["release"])
