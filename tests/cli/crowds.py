"""Very many of everything: ten thousand devices, interfaces, PCI functions, GIDs, modules, mounts."""
import hostile_trees
import trees

MANY = 10_000


def devices(root):
    trees.process(root)
    top = root / "sys/class/infiniband"
    for i in range(MANY):
        port = top / f"mlx5_{i}/ports/1"
        port.mkdir(parents=True)
        (port / "state").write_text("4: ACTIVE\n")
        (port / "link_layer").write_text("InfiniBand\n" if i % 2 else "Ethernet\n")


def interfaces(root):
    trees.process(root)
    trees.device(root, "mlx5_0")
    top = root / "sys/class/net"
    for i in range(MANY):
        (top / f"eth{i}").mkdir(parents=True)
        (top / f"eth{i}/mtu").write_text("1500\n")


def functions(root):
    trees.process(root)
    trees.device(root, "mlx5_0")
    top = root / "sys/bus/pci/devices"
    for i in range(MANY):
        place = top / f"{i // 256 // 32:04x}:{i // 32 % 256:02x}:{i % 32:02x}.0"
        place.mkdir(parents=True)
        (place / "vendor").write_text("0x15b3\n" if i % 2 else "0x10de\n")
        (place / "device").write_text("0x101d\n")
        (place / "class").write_text("0x020700\n" if i % 2 else "0x030200\n")


def table(root):
    trees.process(root)
    for port in range(1, 5):
        for i in range(MANY // 4):
            trees.put(root, f"sys/class/infiniband/mlx5_0/ports/{port}/gids/{i}", f"0000:0000:0000:0000:0000:ffff:0a00:{i:04x}\n")
    for port in range(5, 2000):
        trees.put(root, f"sys/class/infiniband/mlx5_0/ports/{port}/state", "4: ACTIVE\n")


def nodes(root):
    trees.process(root)
    trees.device(root, "mlx5_0")
    for i in range(MANY):
        trees.put(root, f"dev/infiniband/uverbs{i}")
    for i in range(MANY):
        (root / f"sys/devices/system/node/node{i}").mkdir(parents=True)


CROWDS = (devices, interfaces, functions, table, nodes)


def test(program, tally, place):
    for build in CROWDS:
        root = place / build.__name__
        build(root)
        hostile_trees.examine(program, tally, f"ten thousand {build.__name__}", root)
