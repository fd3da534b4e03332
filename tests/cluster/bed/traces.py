"""What a bed could leave on the machine: taken before and after, both are the same. Other beds may run meanwhile."""
import json
import pathlib

from programs import run

from . import inside, slot

# Folders and sockets that Kubernetes, containerd and CNI use where nobody tells them otherwise.
PLACES = ("/var/lib/kubelet", "/var/lib/cni", "/var/lib/containerd", "/run/containerd", "/run/netns", "/run/flannel", "/etc/cni")
# Of people who come and go meanwhile.
SESSIONS = ("/run/user/", "/media/")
CGROUPS = ("kube", "k8s", "containerd", "system.slice/containerd")


def seen():
    """{what: its state}"""
    links = [each for each in json.loads(run("ip", "-j", "address")) if not _foreign(each)]
    found = {f"link {each['ifname']}": [address["local"] for address in each["addr_info"]] for each in links}
    mounts = [line.split() for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines()]
    found.update({f"mount {words[4]}": words[words.index("-") + 1:] for words in mounts if not words[4].startswith(SESSIONS)})
    for name in (*inside.SETTINGS, "net/ipv4/ip_forward", "net/bridge/bridge-nf-call-iptables"):
        path = pathlib.Path("/proc/sys", name)
        found[f"sysctl {name}"] = path.read_text().strip() if path.exists() else None
    for place in map(pathlib.Path, PLACES):
        found[f"folder {place}"] = sorted(each.name for each in place.iterdir()) if place.is_dir() else None
    for controller in slot.CGROUPS.glob("*/"):
        found.update({f"cgroup {each}": "there" for each in controller.iterdir() if each.is_dir() and each.name.startswith(CGROUPS)})
    return found


def changed(before, after):
    """A line for each difference."""
    return [f"{what}: {before.get(what, 'absent')} before, {after.get(what, 'absent')} after"
            for what in sorted({*before, *after}) if before.get(what, "absent") != after.get(what, "absent")]


def processes_of(folder):
    """{pid: command line} of those that were told of that folder."""
    found = {}
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            line = (entry / "cmdline").read_bytes()
        except OSError:
            continue
        if f"{folder}/".encode() in line:
            found[entry.name] = line.replace(b"\0", b" ").decode(errors="replace")[:200]
    return found


def _foreign(link):
    """Of another bed, or on a bridge that somebody else has; what a bed loses is on none."""
    return link["ifname"].startswith("rhbed") or "master" in link
