"""Very many of everything: devices, interfaces, PCI functions, GIDs, device nodes. Time and memory grow with them, not faster."""
import shutil

import hostile_trees
import trees
from program import MIB


def devices(root, many):
    trees.process(root)
    top = root / "sys/class/infiniband"
    for i in range(many):
        port = top / f"mlx5_{i}/ports/1"
        port.mkdir(parents=True)
        (port / "state").write_text("4: ACTIVE\n")
        (port / "link_layer").write_text("InfiniBand\n" if i % 2 else "Ethernet\n")


def interfaces(root, many):
    trees.process(root)
    trees.device(root, "mlx5_0")
    top = root / "sys/class/net"
    for i in range(many):
        (top / f"eth{i}").mkdir(parents=True)
        (top / f"eth{i}/mtu").write_text("1500\n")


def functions(root, many):
    trees.process(root)
    trees.device(root, "mlx5_0")
    top = root / "sys/bus/pci/devices"
    for i in range(many):
        place = top / f"{i // 256 // 32:04x}:{i // 32 % 256:02x}:{i % 32:02x}.0"
        place.mkdir(parents=True)
        (place / "vendor").write_text("0x15b3\n" if i % 2 else "0x10de\n")
        (place / "device").write_text("0x101d\n")
        (place / "class").write_text("0x020700\n" if i % 2 else "0x030200\n")


def table(root, many):
    trees.process(root)
    for port in range(1, 5):
        for i in range(many // 4):
            trees.put(root, f"sys/class/infiniband/mlx5_0/ports/{port}/gids/{i}", f"0000:0000:0000:0000:0000:ffff:0a00:{i:04x}\n")
    for port in range(5, many // 10):
        trees.put(root, f"sys/class/infiniband/mlx5_0/ports/{port}/state", "4: ACTIVE\n")


def nodes(root, many):
    trees.process(root)
    trees.device(root, "mlx5_0")
    for i in range(many):
        trees.put(root, f"dev/infiniband/uverbs{i}")
        (root / f"sys/devices/system/node/node{i}").mkdir(parents=True)


CROWDS = {devices: 500, interfaces: 2000, functions: 1000, table: 4000, nodes: 2000}


def test(program, tally, place):
    for build, many in CROWDS.items():
        many //= 10 if program.sanitized else 1
        root = place / build.__name__
        build(root, many)
        hostile_trees.examine(program, tally, f"{many} {build.__name__}", root)
        shutil.rmtree(root)
    if program.sanitized:
        tally.skip("ten thousand devices", "too slow with a sanitizer; 50 were looked at")
        return
    devices(place / "crowd", 10_000)
    for options, memory in (([], 200), (["-o", "json"], 600)):  # the JSON is 70 MB
        done = program.run("doctor", "--root", place / "crowd", *options)
        hostile_trees.bounded(program, tally, f"doctor {' '.join(options)} of ten thousand devices", done, memory=memory * MIB)
