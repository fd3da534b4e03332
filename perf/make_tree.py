#!/usr/bin/env python3
"""Makes the tree that doctor is measured on: 16 HCAs with tables of 256 GIDs, 8 GPUs.

usage: perf/make_tree.py FOLDER typical|full

Eight host bridges, each with a PCIe switch and below it two HCAs and a GPU. `typical`: 8 GIDs of each table are set, as on a
rail with one IPv4 and one IPv6 address; `full`: all 256. What is no device (limits, memory, modules, libraries) comes from
tests/worlds/ib-host.txtar. The same arguments always give the same bytes. As elsewhere in the project the tree is the files
below a root: FOLDER/sys, FOLDER/proc, ...
"""
import os
import pathlib
import re
import stat
import struct
import sys

WORLD = pathlib.Path(__file__).resolve().parent.parent / "tests/worlds/ib-host.txtar"
BRIDGES = 8
GIDS = 256
PKEYS = 128
SET = {"typical": 8, "full": GIDS}

COUNTERS = """excessive_buffer_overrun_errors link_downed link_error_recovery local_link_integrity_errors
multicast_rcv_packets multicast_xmit_packets port_rcv_constraint_errors port_rcv_data port_rcv_errors port_rcv_packets
port_rcv_remote_physical_errors port_rcv_switch_relay_errors port_xmit_constraint_errors port_xmit_data port_xmit_discards
port_xmit_packets port_xmit_wait symbol_error unicast_rcv_packets unicast_xmit_packets VL15_dropped""".split()
HW_COUNTERS = """duplicate_request implied_nak_seq_err lifespan local_ack_timeout_err np_cnp_sent np_ecn_marked_roce_packets
out_of_buffer out_of_sequence packet_seq_err req_cqe_error req_cqe_flush_error req_remote_access_errors
req_remote_invalid_request resp_cqe_error resp_cqe_flush_error resp_local_length_error resp_remote_access_errors
rnr_nak_retry_err roce_adp_retrans roce_adp_retrans_to roce_slow_restart roce_slow_restart_cnps roce_slow_restart_trans
rp_cnp_handled rp_cnp_ignored rx_atomic_requests rx_icrc_encapsulated rx_read_requests rx_write_requests""".split()


class Tree:
    def __init__(self, root):
        self.root = root
        self.made = set()

    def place(self, path):
        place = f"{self.root}/{path.lstrip('/')}"
        folder = os.path.dirname(place)
        if folder not in self.made:
            os.makedirs(folder, exist_ok=True)
            self.made.add(folder)
        return place

    def file(self, path, value):
        with open(self.place(path), "wb") as out:
            out.write(value if isinstance(value, bytes) else f"{value}\n".encode())

    def files(self, folder, values):
        for name, value in values.items():
            self.file(f"{folder}/{name}", value)

    def link(self, path, target):
        """`target` as an absolute path below the root; the link is relative, as sysfs has them."""
        os.symlink(os.path.relpath(target, os.path.dirname(path)), self.place(path))

    def node(self, path, major, minor, mode):
        """Needs root; without it the node is left out, and doctor says so of each device."""
        try:
            os.mknod(self.place(path), stat.S_IFCHR | mode, os.makedev(major, minor))
            os.chmod(self.place(path), mode)
        except PermissionError:
            pass


def entries(text):
    """The entries of a text archive as (header, content)."""
    parts = re.split(r"^-- (.*) --\n", text, flags=re.MULTILINE)
    return zip(parts[1::2], parts[2::2])


def add_host(tree):
    """All of the world that belongs to no device."""
    device = re.compile(r"root/(sys/(devices/pci|bus|class/(infiniband|net)|kernel/iommu_groups)|dev|proc/driver/nvidia/gpus)")
    for header, content in entries(WORLD.read_text()):
        name, _, rest = header.partition(" ")
        if not name.startswith("root/") or device.match(name):
            continue
        path = name.removeprefix("root")
        if rest.startswith("-> "):
            os.symlink(rest.removeprefix("-> "), tree.place(path))
        elif rest == "(dir)":
            tree.place(path + "/x")
        else:
            tree.file(path, content.encode())
    tree.link("/sys/class/net/lo", "/sys/devices/virtual/net/lo")


def config_space(vendor, device, port):
    """4096 bytes with a PCI Express capability (MaxReadReq 4096, relaxed ordering on) and, in ports, ACS with nothing on."""
    space = bytearray(4096)
    struct.pack_into("<HHHH", space, 0, vendor, device, 0x0406, 0x0010)
    space[0x34] = 0x60
    struct.pack_into("<BBHIH", space, 0x60, 0x10, 0, 0x2, 0, 0x5930)
    if port:
        struct.pack_into("<IHH", space, 0x100, 0x0001000D, 0x5F, 0)
    return bytes(space)


def add_function(tree, path, vendor, device, kind, driver, node):
    """One PCI function; `kind` is its class."""
    port = kind == 0x060400
    tree.files(path, {
        "vendor": f"0x{vendor:04x}", "device": f"0x{device:04x}", "class": f"0x{kind:06x}", "numa_node": node,
        "current_link_speed": "32.0 GT/s PCIe", "current_link_width": 16,
        "max_link_speed": "32.0 GT/s PCIe", "max_link_width": 16, "config": config_space(vendor, device, port)})
    tree.link(f"{path}/driver", f"/sys/bus/pci/drivers/{driver}")
    tree.link(f"/sys/bus/pci/devices/{os.path.basename(path)}", path)


def add_group(tree, path, number):
    group = f"/sys/kernel/iommu_groups/{number}"
    tree.file(f"{group}/type", "identity")
    tree.link(f"{group}/devices/{os.path.basename(path)}", path)
    tree.link(f"{path}/iommu_group", group)


def gid(rail, index):
    """Addresses come in pairs, RoCE v1 and v2: link-local, IPv4, then IPv6 and IPv4 by turns."""
    pair = index // 2
    if pair == 0:
        return f"fe80:0000:0000:0000:0a00:10ff:fe00:{rail:04x}"
    if pair % 2 == 1:
        return f"0000:0000:0000:0000:0000:ffff:0a{rail:02x}:{pair:02x}0b"
    return f"fd00:0010:{rail:04x}:{pair:04x}:0a00:10ff:fe00:000b"


def add_table(tree, port, rail, netdev, count):
    zero = ":".join(["0000"] * 8)
    for index in range(GIDS):
        tree.file(f"{port}/gids/{index}", gid(rail, index) if index < count else zero)
        if index < count:
            tree.file(f"{port}/gid_attrs/types/{index}", "RoCE v2" if index % 2 else "IB/RoCE v1")
            tree.file(f"{port}/gid_attrs/ndevs/{index}", netdev)
    for index in range(PKEYS):
        tree.file(f"{port}/pkeys/{index}", "0x0000" if index else "0xffff")


def add_hca(tree, pci, rail, count):
    name, netdev = f"mlx5_{rail}", f"rail{rail}"
    device = f"{pci}/infiniband/{name}"
    tree.files(device, {"node_guid": f"0a00:1003:0000:{rail:04x}", "sys_image_guid": f"0a00:1003:0000:{rail:04x}",
                        "fw_ver": "28.41.1000", "node_type": "1: CA", "hca_type": "MT4129", "node_desc": f"node1 {name}"})
    tree.link(f"{device}/device", pci)
    port = f"{device}/ports/1"
    tree.files(port, {"state": "4: ACTIVE", "phys_state": "5: LinkUp", "rate": "400 Gb/sec (4X NDR)",
                      "link_layer": "Ethernet", "lid": "0x0", "sm_lid": "0x0", "lid_mask_count": 0, "sm_sl": 0})
    add_table(tree, port, rail, netdev, count)
    tree.files(f"{port}/counters", {counter: 0 if "err" in counter else 1000 + rail for counter in COUNTERS})
    tree.files(f"{port}/hw_counters", {counter: 10 if counter == "lifespan" else 0 for counter in HW_COUNTERS})
    tree.link(f"/sys/class/infiniband/{name}", device)
    for kind, node, minor, mode in (("verbs", f"uverbs{rail}", 192 + rail, 0o666), ("mad", f"umad{rail}", rail, 0o600)):
        folder = f"{pci}/infiniband_{kind}/{node}"
        tree.files(folder, {"ibdev": name, "dev": f"231:{minor}"})
        tree.link(f"/sys/class/infiniband_{kind}/{node}", folder)
        tree.node(f"/dev/infiniband/{node}", 231, minor, mode)
    interface = f"{pci}/net/{netdev}"
    tree.files(interface, {"mtu": 9000, "type": 1, "operstate": "up", "address": f"0a:00:10:00:00:{rail:02x}"})
    tree.link(f"{interface}/device", pci)
    tree.link(f"/sys/class/net/{netdev}", interface)


def add_gpu(tree, pci, number):
    tree.files(f"/proc/driver/nvidia/gpus/{os.path.basename(pci)}", {"information":
        f"Model: \t\t NVIDIA H200\nIRQ:   \t\t {300 + number}\nGPU UUID: \t GPU-10000000-0000-4000-8000-{number:012x}\n"
        f"Bus Location: \t {os.path.basename(pci)}"})


def add_bridge(tree, number, count):
    """A host bridge, its root port, a switch, and below it two HCAs and a GPU."""
    bus, node = 0x10 + 0x10 * number + (0x08 if number >= BRIDGES // 2 else 0), number // (BRIDGES // 2)
    top = f"/sys/devices/pci0000:{bus:02x}/0000:{bus:02x}:01.0"
    add_function(tree, top, 0x8086, 0x352A, 0x060400, "pcieport", node)
    upstream = f"{top}/0000:{bus + 1:02x}:00.0"
    add_function(tree, upstream, 0x1000, 0xC030, 0x060400, "pcieport", node)
    for slot in range(3):
        downstream = f"{upstream}/0000:{bus + 2:02x}:{slot:02x}.0"
        add_function(tree, downstream, 0x1000, 0xC030, 0x060400, "pcieport", node)
        function = f"{downstream}/0000:{bus + 3 + slot:02x}:00.0"
        if slot < 2:
            rail = 2 * number + slot
            add_function(tree, function, 0x15B3, 0x1021, 0x020000, "mlx5_core", node)
            tree.files(function, {"sriov_totalvfs": 16, "sriov_numvfs": 0})
            add_hca(tree, function, rail, count)
        else:
            add_function(tree, function, 0x10DE, 0x2335, 0x030200, "nvidia", node)
            add_gpu(tree, function, number)
        add_group(tree, function, 3 * number + slot)


def make(root, count):
    tree = Tree(root)
    add_host(tree)
    for number in range(BRIDGES):
        add_bridge(tree, number, count)
    tree.node("/dev/infiniband/rdma_cm", 10, 122, 0o666)


def main():
    if len(sys.argv) != 3 or sys.argv[2] not in SET:
        sys.exit(__doc__)
    os.umask(0o022)
    os.makedirs(sys.argv[1])
    make(sys.argv[1], SET[sys.argv[2]])


if __name__ == "__main__":
    main()
