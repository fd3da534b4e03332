"""Bundles for runc and crun: a container of uid 1000 without a capability, which says what limits it has."""
import json

SAYS = ["/bin/sh", "-c", "echo $(ulimit -S -l) $(ulimit -H -l)"]
DEVICE = {"path": "/dev/infiniband/uverbs0", "type": "c", "major": 1, "minor": 3, "fileMode": 0o666, "uid": 0, "gid": 0}
MOUNTS = [{"destination": "/proc", "type": "proc", "source": "proc"},
          {"destination": "/dev", "type": "tmpfs", "source": "tmpfs", "options": ["nosuid", "mode=755", "size=1m"]}]


def config(root, hooks, device=True, annotations=None, rlimits=()):
    return {
        "ociVersion": "1.0.2",
        "process": {"terminal": False, "user": {"uid": 1000, "gid": 1000}, "args": SAYS, "env": ["PATH=/bin"], "cwd": "/", "capabilities": {},
                    "rlimits": [{"type": "RLIMIT_MEMLOCK", "soft": soft, "hard": hard} for soft, hard in rlimits]},
        "root": {"path": str(root), "readonly": True},
        "mounts": MOUNTS,
        "annotations": annotations or {},
        "hooks": hooks,
        "linux": {"namespaces": [{"type": name} for name in ("pid", "ipc", "uts", "mount")], "devices": [DEVICE] if device else []},
    }


def hook(binary, log, *options):
    """The entry that has a runtime run the hook."""
    return {"path": str(binary), "args": ["railhead", "oci-hook", "--log", str(log), *map(str, options)], "timeout": 5}


def written(place, content):
    place.mkdir(parents=True)
    (place / "config.json").write_text(json.dumps(content))
    return place


def lines(log):
    """The events in a log of the hook."""
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []
