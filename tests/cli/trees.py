"""Small captured trees, sound and hostile, for --root."""
import os

SPARSE = 1 << 30


def put(root, path, content=""):
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content if isinstance(content, bytes) else content.encode())


def process(root):
    """What every machine has."""
    put(root, "proc/self/status", "Uid:\t0\t0\t0\t0\nGid:\t0\t0\t0\t0\nCapInh:\t0\nCapPrm:\t0\nCapEff:\t0\nCapBnd:\t0\nCapAmb:\t0\nNoNewPrivs:\t0\n")
    put(root, "proc/self/limits", "Max locked memory         8388608              8388608              bytes     \n")
    put(root, "proc/meminfo", "MemTotal:       16000000 kB\nMemAvailable:   8000000 kB\n")
    put(root, "proc/modules", "ib_core 454656 1 ib_uverbs, Live 0x0000000000000000\nib_uverbs 188416 0 - Live 0x0000000000000000\n")
    put(root, "proc/cmdline", "ro quiet\n")


def device(root, name, port=None, **files):
    """An RDMA device without a PCI function; `port` replaces files of its port 1."""
    base = f"sys/class/infiniband/{name}"
    for path, text in {"node_guid": "0200:0000:0000:0001", "fw_ver": "1.2.3", "node_type": "1: CA", **files}.items():
        put(root, f"{base}/{path}", text + "\n" if isinstance(text, str) else text)
    values = {"state": "4: ACTIVE", "phys_state": "5: LinkUp", "rate": "100 Gb/sec (4X EDR)", "link_layer": "InfiniBand", "lid": "0x5", "sm_lid": "0x1",
              "gids/0": "fe80:0000:0000:0000:0200:0000:0000:0001", "pkeys/0": "0xffff", **(port or {})}
    for path, text in values.items():
        put(root, f"{base}/ports/1/{path}", text + "\n" if isinstance(text, str) else text)


def unknown_vendor(root):
    """A sound machine whose adapter no table names: that it carries RDMA shows by its infiniband folder, behind the bus's link."""
    process(root)
    function = "sys/devices/pci0000:10/0000:10:1b.0"
    for name, text in {"vendor": "0x1abc", "device": "0x0001", "class": "0x020000", "numa_node": "0", "infiniband/rail0/fw_ver": "1.0"}.items():
        put(root, f"{function}/{name}", text + "\n")
    for path, target in {"sys/bus/pci/devices/0000:10:1b.0": "../../../devices/pci0000:10/0000:10:1b.0",
                         "sys/class/infiniband/rail0": "../../devices/pci0000:10/0000:10:1b.0/infiniband/rail0"}.items():
        (root / path).parent.mkdir(parents=True)
        (root / path).symlink_to(target)
    (root / function / "infiniband/rail0/device").symlink_to("../..")


def nothing(root):
    """An empty folder."""


def pipes(root):
    """A FIFO in place of every file that matters."""
    process(root)
    device(root, "mlx5_0")
    for path in ("proc/self/limits", "proc/modules", "proc/meminfo", "proc/cmdline", "proc/self/mountinfo", "sys/class/infiniband/mlx5_0/node_guid",
                 "sys/class/infiniband/mlx5_0/ports/1/state", "sys/class/infiniband/mlx5_0/ports/1/gids/0", "etc/ld.so.conf"):
        (root / path).unlink(missing_ok=True)
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        os.mkfifo(root / path)


def sparse(root):
    """1 GiB where a number is expected."""
    process(root)
    device(root, "mlx5_0")
    for path in ("proc/modules", "proc/self/limits", "proc/self/environ", "proc/net/route", "proc/cmdline", "sys/class/infiniband/mlx5_0/ports/1/state",
                 "sys/class/infiniband/mlx5_0/ports/1/gids/0", "sys/class/net/eth0/mtu", "etc/ld.so.conf"):
        put(root, path)
        os.truncate(root / path, SPARSE)


def just_below(root):
    """Files as long as they may be: a megabyte of one line, of many lines, of one character."""
    process(root)
    device(root, "mlx5_0", port={"state": "4" * 1_000_000})
    put(root, "proc/modules", "ib_core 1 0 - Live 0x0\n" * 40_000)
    put(root, "proc/self/mountinfo", "36 35 98:0 /mnt1 /mnt2 rw,noatime - ext3 /dev/root rw\n" * 18_000)
    put(root, "proc/self/environ", "\0".join(f"PCIDEVICE_X_{i}=0000:00:00.0,0000:00:00.1" for i in range(4_000)))
    put(root, "proc/net/route", "eth0\t00000000\t0102A8C0\t0003\t0\t0\t100\t00000000\t0\t0\t0\n" * 16_000)
    put(root, "etc/ld.so.conf", "/lib\n" * 200_000)
    put(root, "proc/self/status", "CapEff:" + "f" * 1_000_000 + "\n")


def loops(root):
    """Links in circles, to themselves, to nothing, and a chain of two hundred."""
    process(root)
    device(root, "mlx5_0")
    top = root / "sys/class/infiniband"
    (top / "self").symlink_to("self")
    (top / "ping").symlink_to("pong")
    (top / "pong").symlink_to("ping")
    (top / "gone").symlink_to("../../devices/gone")
    (top / "whole").symlink_to("/")
    (top / "parent").symlink_to(".")
    (top / "mlx5_0/device").symlink_to("../../infiniband")
    (top / "mlx5_0/ports/2").symlink_to("../ports")
    (top / "mlx5_0/ports/1/gid_attrs").symlink_to("../1")
    for i in range(200):
        (top / f"chain{i}").symlink_to(f"chain{i + 1}")
    (root / "sys/class/net").symlink_to("net")
    (root / "proc/self/ns").symlink_to("../self")
    (root / "lib").symlink_to("usr/lib")
    (root / "usr").mkdir()
    (root / "usr/lib").symlink_to("../lib")


def swapped(root):
    """Folders in place of files, files in place of folders."""
    process(root)
    device(root, "mlx5_0")
    for path in ("proc/self/limits", "proc/modules", "proc/cmdline", "sys/class/infiniband/mlx5_0/ports/1/state", "sys/class/infiniband/mlx5_0/fw_ver"):
        (root / path).unlink()
        (root / path / "inside").mkdir(parents=True)
    put(root, "sys/class/infiniband/mlx5_1", "not a folder")
    put(root, "sys/class/infiniband/mlx5_2/ports", "not a folder")
    put(root, "sys/class/infiniband/mlx5_3/ports/1/gids", "not a folder")
    put(root, "sys/class/net", "not a folder")
    put(root, "sys/bus/pci/devices", "not a folder")
    put(root, "dev/infiniband", "not a folder")
    put(root, "sys/kernel/iommu_groups", "not a folder")
    put(root, "usr/lib", "not a folder")


def odd_bytes(root):
    """NULs, bytes that are no UTF-8, sequences that steer a terminal: in values and, where a name can hold them, in names."""
    process(root)
    nasty = b"\x1b]0;owned\x07\x1b[2J\xff\xfe\xc2\x9b31m\xe2\x80\xae\0\x80\r\n"
    device(root, "mlx5_0", fw_ver=nasty, node_guid=nasty, board_id=nasty, hca_type=nasty,
           port={"state": b"4: \x1b[31mACTIVE\0\n", "rate": nasty, "link_layer": nasty, "gids/0": nasty, "phys_state": nasty})
    device(root, "mlx5_\x1b[31mred")
    device(root, "mlx5_\x9b2J")
    device(root, "mlx5_\u202eback")
    device(root, "mlx5\n\u221a all is well")
    device(root, os.fsdecode(b"mlx5_\xff\xfe"))
    put(root, "sys/class/net/e\x1b[5mth0/mtu", "1500\n")
    for path in ("proc/modules", "proc/cmdline", "proc/self/cgroup", "proc/self/mountinfo", "proc/meminfo", "proc/sys/kernel/osrelease", "etc/ld.so.conf"):
        put(root, path, nasty * 3)
    put(root, "proc/self/environ", b"PCIDEVICE_A_\x1b[31m=0000:00:00.0\0PCIDEVICE_B=\x1b]0;x\x07\xff\0PCIDEVICE_B_INFO={\"\xff\": [\x1b\0")


def numbers(root):
    """Values at and past the ends of every number."""
    process(root)
    for i, value in enumerate(("-1", "99999999999999999999999", "0x", "", " ", "1e9", "4", "4:", ": ACTIVE", "\n\n\n")):
        device(root, f"mlx5_{i}", port={name: value for name in ("state", "phys_state", "rate", "lid", "sm_lid", "gids/0", "pkeys/0")}, node_guid=value)
        put(root, f"sys/class/net/eth{i}/mtu", value)
        put(root, f"sys/class/infiniband/mlx5_{i}/ports/{value.strip() or 'x'}{i}/state", value)
    put(root, "sys/class/infiniband/mlx5_0/ports/4294967297/state", "4: ACTIVE\n")
    put(root, "sys/class/infiniband/mlx5_0/ports/1/gids/99999999999999999999", "fe80::1\n")
    put(root, "sys/class/infiniband/mlx5_0/ports/1/gids/4294967295", "fe80:0000:0000:0000:0000:0000:0000:0001\n")
    put(root, "proc/meminfo", "MemTotal: 18446744073709551615 kB\nMemAvailable: 18446744073709551616 kB\n")
    put(root, "proc/self/limits", "Max locked memory 18446744073709551615 99999999999999999999 bytes\nMax open files -1 -1 files\n")
    put(root, "proc/self/status", "Uid:\t4294967296\t-1\t0\t0\nCapEff:\tzzzz\nVmLck: 18446744073709551615 kB\n")


def deep(root):
    """Folders in folders, two hundred of them, with devices at the bottom, and a very long name."""
    process(root)
    bottom = "/".join(["d" * 10] * 200)
    put(root, f"sys/devices/{bottom}/infiniband/mlx5_0/node_guid", "0200:0000:0000:0001\n")
    (root / "sys/class/infiniband").mkdir(parents=True)
    (root / "sys/class/infiniband/mlx5_0").symlink_to(f"../../devices/{bottom}/infiniband/mlx5_0")
    device(root, "m" * 250)


HOSTILE = {build.__name__: build for build in (unknown_vendor, nothing, pipes, sparse, just_below, loops, swapped, odd_bytes, numbers, deep)}
