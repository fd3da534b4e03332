"""Trees of machines with InfiniBand or RoCE devices as a kernel shows them, tables of 256 GIDs and counters included, for the plugin's
tests and its benchmark. The device nodes are copies of /dev/null: they open. They need root."""
import os
import pathlib
import stat

GIDS = 256


def put(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n")


def device(root, number, roce):
    name = f"mlx5_{number}"
    function = root / f"sys/devices/pci0000:{number + 16:02x}/0000:{number + 16:02x}:00.0"
    folder = function / f"infiniband/{name}"
    put(folder / "node_type", "1: CA")
    put(folder / "fw_ver", "28.40.1000")
    (folder / "device").symlink_to("../..")
    port = folder / "ports/1"
    for file, text in {"state": "4: ACTIVE", "phys_state": "5: LinkUp", "rate": "400 Gb/sec (4X NDR)", "link_layer": "InfiniBand", "lid": "0x10",
                       "sm_lid": "0x1"}.items():
        put(port / file, text)
    local, ipv4 = f"fe80:0000:0000:0000:0200:00ff:fe00:{number:04x}", f"0000:0000:0000:0000:0000:ffff:0a{number:02x}:0005"
    gids = [local, local, ipv4, ipv4] if roce else [local]
    for index in range(GIDS):
        put(port / f"gids/{index}", gids[index] if index < len(gids) else ":".join(["0000"] * 8))
    for index in range(len(gids)):
        put(port / f"gid_attrs/types/{index}", "RoCE v2" if index % 2 else "IB/RoCE v1")
        if roce:
            put(port / f"gid_attrs/ndevs/{index}", f"net{number}")
    if roce:
        put(port / "link_layer", "Ethernet")
        put(function / f"net/net{number}/mtu", "9000")
        link(root / f"sys/class/net/net{number}", function / f"net/net{number}")
    for counter in ("port_rcv_data", "port_xmit_data", "symbol_error"):
        put(port / f"counters/{counter}", "0")
    link(root / f"sys/class/infiniband/{name}", folder)
    put(function / f"infiniband_verbs/uverbs{number}/ibdev", name)
    link(root / f"sys/class/infiniband_verbs/uverbs{number}", function / f"infiniband_verbs/uverbs{number}")
    nodes = root / "dev/infiniband"
    nodes.mkdir(parents=True, exist_ok=True)
    os.mknod(nodes / f"uverbs{number}", 0o666 | stat.S_IFCHR, os.makedev(1, 3))


def link(path, target):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.symlink_to(os.path.relpath(target, path.parent))


def make(root, devices, roce=False):
    root = pathlib.Path(root)
    for folder in ("sys/class/infiniband", "sys/class/net/eth0", "dev", "etc"):
        (root / folder).mkdir(parents=True, exist_ok=True)
    put(root / "proc/net/route", "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT\n"
        "eth0\t00000000\t0100000A\t0003\t0\t0\t0\t00000000\t0\t0\t0")
    for number in range(devices):
        device(root, number, roce)
