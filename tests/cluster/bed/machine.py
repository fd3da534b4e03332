"""One node: its files, and the process that holds the namespaces in which containerd and the kubelet run (`inside.py`)."""
import json
import pathlib
import re
import string
import subprocess
import sys

import debian
import kubernetes
import processes
import programs
from programs import Unavailable

from . import images

INSIDE = pathlib.Path(__file__).resolve().parent / "inside.py"
# Where a node keeps its state: below a tmpfs that only its namespace has.
STATE = "/run/bed"
NRI = f"{STATE}/nri.sock"
# The kubelet's flags changed with 1.24, and containerd 1.7 has what those before it want.
MINORS = range(20, 24)


class Programs:
    """All that a bed runs; raises Unavailable where one is missing."""

    def __init__(self):
        place = kubernetes.folder("kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet")
        self.etcd = kubernetes.etcd(place)
        self.apiserver, self.manager, self.scheduler, self.kubelet = (
            place / name for name in ("kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet"))
        bookworm, trixie = debian.Suite("bookworm"), debian.Suite("trixie")
        minor = programs.minor_version(self.kubelet)
        if minor not in MINORS:
            raise Unavailable(f"the kubelet is of 1.{minor}; the bed knows 1.{MINORS[0]} to 1.{MINORS[-1]}")
        self.runc = bookworm.program("runc", "usr/sbin/runc")
        self.containerd = trixie.program("containerd", "usr/bin/containerd")
        self.plugins = bookworm.unpacked("containernetworking-plugins") / "usr/lib/cni"
        version = programs.run(self.containerd, "--version")
        if not re.search(r" 1\.[67]\.", version):
            raise Unavailable(f"containerd is {version.split()[2]}; a kubelet of 1.20 wants 1.6 or 1.7")


class Machine:
    """A node that was started: containerd at once, the kubelet when it is said, which is once the API server answers."""

    def __init__(self, slot, number, found, image, nri=None):
        """`nri`: `railhead nri` with its words, which the node runs once it is said; without it its containerd has no NRI."""
        self.name = f"node-{string.ascii_lowercase[number]}"
        self.folder = slot.folder / self.name
        self.folder.mkdir()
        self._write("cni/10-bed.conflist", json.dumps(network(slot)))
        self._write("containerd.toml", containerd(found, self.folder, nri is not None))
        self._write("resolv.conf", f"nameserver {slot.network}.1\n")
        self._write("kubelet.json", json.dumps(kubelet(slot, number, self.folder)))
        lines = {**commands(slot, number, found, image, self), **({"nri": [*map(str, nri), "--socket", NRI]} if nri else {})}
        self._write("node.json", json.dumps({"state": STATE, **lines}))
        self.process = processes.start(
            self.folder, "node", ["unshare", "--mount", "--pid", "--fork", "--kill-child", "--propagation", "private", "--mount-proc",
                                  sys.executable, INSIDE, self.folder], stdin=subprocess.PIPE)

    def _write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)

    def say(self, word):
        """`kubelet` or `nri` starts it, or starts it again."""
        try:
            self.process.stdin.write(f"{word}\n".encode())
            self.process.stdin.flush()
        except OSError as problem:
            raise Unavailable(f"{self.name} died: {self.last_words()}") from problem

    def is_running(self):
        return self.process.poll() is None

    def root(self):
        """The node's own tree as this machine's processes reach it."""
        holder = self.process.pid
        child = pathlib.Path(f"/proc/{holder}/task/{holder}/children").read_text().split()
        return pathlib.Path(f"/proc/{child[0]}/root")

    def last_words(self):
        return " | ".join(f"{name}: {words}" for name in ("node", "containerd", "nri", "kubelet") if (words := processes.last_words(self.folder, name, 1)))

    def stop(self):
        """The first process of a pid namespace takes all others with it, and its mounts go with the last of them."""
        self.process.kill()
        self.process.wait()


def commands(slot, number, found, image, node):
    """What the first process of the node runs, by name."""
    socket = f"{STATE}/containerd.sock"
    lines = {
        "containerd": [found.containerd, "--config", f"{node.folder}/containerd.toml"],
        "import": [found.containerd.with_name("ctr"), "--address", socket, "--namespace", "k8s.io", "images", "import", "--local", image],
        "kubelet": [found.kubelet, f"--config={node.folder}/kubelet.json", f"--kubeconfig={slot.folder}/kubeconfig", f"--root-dir={STATE}/kubelet",
                    f"--cert-dir={STATE}/pki", f"--hostname-override={node.name}", f"--node-ip={slot.address(number)}", "--container-runtime=remote",
                    "--network-plugin=cni", f"--container-runtime-endpoint=unix://{socket}", f"--pod-infra-container-image={images.PAUSE}"]}
    return {name: [str(word) for word in command] for name, command in lines.items()}


def network(slot):
    """Pods of all nodes are on the one bridge, which `slot` made; their addresses come out of one folder."""
    addresses = {"subnet": f"{slot.network}.0/24", "rangeStart": f"{slot.network}.16", "gateway": f"{slot.network}.1"}
    return {"cniVersion": "0.4.0", "name": "bed", "plugins": [{
        "type": "bridge", "bridge": slot.link, "ipam": {"type": "host-local", "dataDir": str(slot.folder / "addresses"), "ranges": [[addresses]],
                                                       "routes": [{"dst": "0.0.0.0/0"}]}}]}


def containerd(found, folder, nri):
    """Without CAP_SYS_RESOURCE runc cannot lower oom_score_adj, hence the restriction."""
    cri = "plugins.'io.containerd.grpc.v1.cri'"
    return f"""version = 2
root = '{STATE}/containerd'
state = '{STATE}/containerd-state'
disabled_plugins = ['io.containerd.snapshotter.v1.btrfs', 'io.containerd.snapshotter.v1.devmapper',
  'io.containerd.snapshotter.v1.zfs', 'io.containerd.snapshotter.v1.aufs', 'io.containerd.internal.v1.tracing']
[grpc]
address = '{STATE}/containerd.sock'
[{cri}]
sandbox_image = '{images.PAUSE}'
restrict_oom_score_adj = true
disable_apparmor = true
[{cri}.containerd.runtimes.runc]
runtime_type = 'io.containerd.runc.v2'
[{cri}.containerd.runtimes.runc.options]
BinaryName = '{found.runc}'
[{cri}.cni]
bin_dir = '{found.plugins}'
conf_dir = '{folder}/cni'
[plugins.'io.containerd.nri.v1.nri']
disable = {'false' if nri else 'true'}
socket_path = '{NRI}'
plugin_path = '{STATE}/nri'
plugin_config_path = '{STATE}/nri'
"""


def kubelet(slot, number, folder):
    return {
        "apiVersion": "kubelet.config.k8s.io/v1beta1", "kind": "KubeletConfiguration", "address": slot.address(number),
        "authentication": {"anonymous": {"enabled": False}, "webhook": {"enabled": False}, "x509": {"clientCAFile": f"{slot.folder}/kubelet-client.crt"}},
        "authorization": {"mode": "AlwaysAllow"}, "readOnlyPort": 0, "healthzPort": 0, "cgroupDriver": "cgroupfs",
        "cgroupRoot": slot.cgroup(number), "enforceNodeAllocatable": [], "failSwapOn": False, "makeIPTablesUtilChains": False,
        "resolvConf": f"{folder}/resolv.conf", "clusterDNS": [f"{slot.network}.1"], "clusterDomain": "cluster.local",
        "evictionHard": {"memory.available": "50Mi"}, "nodeStatusUpdateFrequency": "1s", "syncFrequency": "10s",
        # Without CAP_SYS_RESOURCE neither can be raised.
        "oomScoreAdj": 0, "maxOpenFiles": 20000}
