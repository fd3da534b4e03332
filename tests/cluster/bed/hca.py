"""An InfiniBand adapter as a pod sees it: a tree for its /sys, with an active port, and a device node that opens. There is nothing
behind it; it is for what reads and decides, not for what sends."""

ADAPTER = "mlx5_0"
# The node's device that stands for the adapter's and for the connection manager's; `dev` below names it.
NODES = {"/dev/infiniband/uverbs0": "/dev/null", "/dev/infiniband/rdma_cm": "/dev/null"}
PLACE = "devices/pci0000:15/0000:15:00.0"

# By which libibverbs finds the provider.
MODALIAS = "pci:v000015B3d00001021sv000015B3sd00000023bc02sc07i00"


def written(folder, lid):
    """Writes the tree to `folder`; gives all that a device plugin hands to a container."""
    port = f"{PLACE}/infiniband/{ADAPTER}/ports/1"
    guid = f"{lid:04x}"
    files = {
        f"{PLACE}/vendor": "0x15b3", f"{PLACE}/device": "0x1021", f"{PLACE}/class": "0x020700", f"{PLACE}/modalias": MODALIAS, f"{PLACE}/numa_node": "0",
        f"{PLACE}/infiniband/{ADAPTER}/node_guid": f"0011:2233:4455:{guid}", f"{PLACE}/infiniband/{ADAPTER}/node_type": "1: CA",
        f"{PLACE}/infiniband/{ADAPTER}/fw_ver": "28.40.1000", f"{PLACE}/infiniband_verbs/uverbs0/ibdev": ADAPTER,
        f"{PLACE}/infiniband_verbs/uverbs0/dev": "1:3", f"{port}/state": "4: ACTIVE", f"{port}/phys_state": "5: LinkUp",
        f"{port}/rate": "400 Gb/sec (4X NDR)", f"{port}/link_layer": "InfiniBand", f"{port}/lid": f"0x{lid:x}", f"{port}/sm_lid": "0x1",
        f"{port}/gids/0": f"fe80:0000:0000:0000:0011:2233:4455:{guid}", f"{port}/gid_attrs/types/0": "IB/RoCE v1", f"{port}/pkeys/0": "0xffff",
        f"{PLACE}/infiniband_verbs/uverbs0/abi_version": "1", "class/infiniband_verbs/abi_version": "6",
        "module/ib_core/parameters/netns_mode": "Y"}
    links = {
        f"class/infiniband/{ADAPTER}": f"../../{PLACE}/infiniband/{ADAPTER}", f"{PLACE}/infiniband/{ADAPTER}/device": "../../../0000:15:00.0",
        "class/infiniband_verbs/uverbs0": f"../../{PLACE}/infiniband_verbs/uverbs0", f"{PLACE}/infiniband_verbs/uverbs0/device": "../../../0000:15:00.0",
        "bus/pci/devices/0000:15:00.0": f"../../../{PLACE}"}
    for name, text in files.items():
        _parent(folder / name).write_text(text + "\n")
    for name, target in links.items():
        _parent(folder / name).symlink_to(target)
    _parent(folder / "fs/cgroup/there")  # where the runtime mounts the container's own
    return {**NODES, "/sys": str(folder)}


def _parent(path):
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
