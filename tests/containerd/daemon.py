"""containerd of a Debian release, as long as a block runs: started, killed and started again."""
import subprocess
import time

import debian
import processes
import programs
from bed import images

import cri

SECONDS = 20
# What takes time to start, or is not there, and is not used.
DISABLED = ("io.containerd.snapshotter.v1.btrfs", "io.containerd.snapshotter.v1.devmapper", "io.containerd.snapshotter.v1.zfs",
            "io.containerd.snapshotter.v1.blockfile", "io.containerd.snapshotter.v1.aufs", "io.containerd.internal.v1.tracing")


class Daemon:
    """`suite`: of which Debian; `state` and `logs` are folders, the first on a file system that overlays may lie on."""

    def __init__(self, suite, state, logs, cgroup, nri=True):
        self.program = debian.Suite(suite).program("containerd", "usr/bin/containerd")
        self.version = programs.run(self.program, "--version").split()[2]
        self.state, self.logs = state, logs
        self.socket, self.nri_socket = state / "containerd.sock", state / "nri.sock"
        state.mkdir(parents=True)
        runc = debian.Suite("bookworm").program("runc", "usr/sbin/runc")
        write = _version_3 if self.version.startswith("2.") else _version_2
        (state / "containerd.toml").write_text(write(state, runc, nri))
        self.process = None
        self.start()
        self.runtime = cri.Runtime(self.socket, images.IMAGE, f"/{cgroup}", logs / "pods")
        self._import()
        self.wait()

    def start(self):
        path = {"PATH": f"{self.program.parent}:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        self.process = processes.start(self.logs, "containerd", [self.program, "--config", self.state / "containerd.toml"], env=path)

    def wait(self):
        """Until its CRI answers."""
        end = time.monotonic() + SECONDS
        while not self.runtime.is_there():
            if self.process.poll() is not None or time.monotonic() > end:
                raise programs.Unavailable(f"containerd {self.version}: {processes.last_words(self.logs, 'containerd')}")
            time.sleep(0.02)

    def restart(self, how):
        """`how`: a signal. Containers go on without it."""
        self.process.send_signal(how)
        self.process.wait(SECONDS)
        self.start()

    def stop(self):
        """With all pods, so that the mounts of their shims go too."""
        for pod in self.runtime.pods():
            self.runtime.remove(pod)
        processes.stop(self.process)

    def _import(self):
        """Tried until containerd answers."""
        archive = self.state.parent / "images.tar"
        if not archive.exists():
            images.written(archive)
        command = [self.program.with_name("ctr"), "--address", self.socket, "--namespace", "k8s.io", "images", "import", "--local", archive]
        end = time.monotonic() + SECONDS
        while (done := subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True)).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > end:
                raise programs.Unavailable(f"containerd {self.version} takes no images: {done.stderr.strip()[-300:]}")
            time.sleep(0.1)


def _common(state, version):
    return f"""version = {version}
root = '{state}/root'
state = '{state}/state'
disabled_plugins = {list(DISABLED)}
[grpc]
address = '{state}/containerd.sock'
[ttrpc]
address = '{state}/containerd.sock.ttrpc'
"""


def _nri(state, nri):
    """The word that switches it on is written for containerd 1.7 alone, and is what an administrator writes; from 2.0 on it is on."""
    disable = {True: "disable = false\n", False: "disable = true\n", None: ""}[nri]
    return f"""[plugins.'io.containerd.nri.v1.nri']
{disable}socket_path = '{state}/nri.sock'
plugin_path = '{state}/nri/plugins'
plugin_config_path = '{state}/nri/conf.d'
"""


def _runtimes(cri_plugin, state, runc):
    """runc under its own name, and under another for what a policy says of runtime classes."""
    text = "".join(f"""[{cri_plugin}.containerd.runtimes.{name}]
runtime_type = 'io.containerd.runc.v2'
[{cri_plugin}.containerd.runtimes.{name}.options]
BinaryName = '{runc}'
Root = '{state}/runc'
""" for name in ("runc", "other"))
    return text + f"""[{cri_plugin}.cni]
conf_dir = '{state}/cni'
"""


def _version_2(state, runc, nri):
    """Without CAP_SYS_RESOURCE runc cannot lower oom_score_adj, hence the restriction."""
    cri_plugin = "plugins.'io.containerd.grpc.v1.cri'"
    return _common(state, 2) + f"""[{cri_plugin}]
sandbox_image = '{images.PAUSE}'
restrict_oom_score_adj = true
disable_apparmor = true
""" + _runtimes(cri_plugin, state, runc) + _nri(state, nri)


def _version_3(state, runc, nri):
    cri_plugin = "plugins.'io.containerd.cri.v1.runtime'"
    return _common(state, 3) + f"""[plugins.'io.containerd.cri.v1.images'.pinned_images]
sandbox = '{images.PAUSE}'
[{cri_plugin}]
restrict_oom_score_adj = true
disable_apparmor = true
enable_unprivileged_ports = false
enable_unprivileged_icmp = false
""" + _runtimes(cri_plugin, state, runc) + _nri(state, nri)
