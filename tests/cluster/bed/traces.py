"""What a bed could leave on the machine: taken before and after, both are the same. Other beds may run meanwhile."""
import json
import pathlib

from programs import run

from . import inside, slot

# Folders and sockets that Kubernetes, containerd and CNI use where nobody tells them otherwise.
PLACES = ("/var/lib/kubelet", "/var/lib/cni", "/var/lib/containerd", "/run/containerd", "/run/netns", "/run/flannel", "/etc/cni")
CGROUPS = ("kube", "k8s", "containerd", "system.slice/containerd")


def seen():
    """{what: its state}"""
    found = {f"link {each['ifname']}": "there" for each in json.loads(run("ip", "-j", "link")) if not _of_bed(each)}
    found.update({f"address {each}": "there" for each in run("ip", "-o", "address").splitlines() if "rhbed" not in each and "veth" not in each})
    found.update({f"mount {line.split()[4]}": line.split(" - ")[1] for line in pathlib.Path("/proc/self/mountinfo").read_text().splitlines()})
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


def _of_bed(link):
    return link["ifname"].startswith("rhbed") or link.get("master", "").startswith("rhbed")
