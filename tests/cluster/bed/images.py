"""Images made here: busybox, the binary, and the libraries that it is linked with. Nothing is pulled."""
import hashlib
import io
import json
import pathlib
import platform
import re
import shutil
import subprocess
import tarfile

from programs import Unavailable, run

IMAGE, PAUSE = "docker.io/library/railhead:tests", "docker.io/library/pause:tests"
APPLETS = "sh ls cat sleep tail id ps env echo grep head true false hostname ip mount kill wc test mkdir date nc ping nslookup".split()
FOLDERS = ("bin", "etc", "tmp", "proc", "sys", "dev", "root", "run", "usr", "usr/bin")
USERS = {"etc/passwd": b"root:x:0:0::/root:/bin/sh\nworker:x:1000:1000::/tmp:/bin/sh\n", "etc/group": b"root:x:0:\nworker:x:1000:\n"}
# What RDMA programs load: the library and the provider of the adapters that hca.py makes.
VERBS = ("libibverbs.so.1", "libibverbs/libmlx5-rdmav34.so")
VERBS_SETTINGS = "etc/libibverbs.d/mlx5.driver"
MEDIA = "application/vnd.oci.image."


def written(path, binary=None):
    """An OCI archive with both images, of one layer; without a binary they have busybox alone."""
    layer = _layer(pathlib.Path(binary) if binary else None)
    blobs, manifests = {}, []
    for name, command in ((IMAGE, ["/bin/sh"]), (PAUSE, ["/bin/sleep", "2147483647"])):
        config = json.dumps({"architecture": "amd64", "os": "linux", "config": {"Cmd": command, "Env": ["PATH=/usr/bin:/bin"]},
                             "rootfs": {"type": "layers", "diff_ids": [_digest(layer)]}}).encode()
        manifest = json.dumps({"schemaVersion": 2, "mediaType": MEDIA + "manifest.v1+json", "config": _described("config.v1+json", config),
                               "layers": [_described("layer.v1.tar", layer)]}).encode()
        blobs.update({_digest(blob): blob for blob in (layer, config, manifest)})
        manifests.append({**_described("manifest.v1+json", manifest), "annotations": {"io.containerd.image.name": name}})
    index = json.dumps({"schemaVersion": 2, "manifests": manifests}).encode()
    with tarfile.open(path, "w") as archive:
        _add(archive, "oci-layout", b'{"imageLayoutVersion":"1.0.0"}')
        _add(archive, "index.json", index)
        for digest, blob in blobs.items():
            _add(archive, "blobs/" + digest.replace(":", "/"), blob)
    return path


def _layer(binary):
    busybox = shutil.which("busybox")
    if busybox is None:
        raise Unavailable("busybox-static is not installed")
    if subprocess.run(["ldd", busybox], capture_output=True).returncode == 0:
        raise Unavailable(f"{busybox} is not static: busybox-static is needed")
    content = io.BytesIO()
    with tarfile.open(fileobj=content, mode="w") as layer:
        for name in FOLDERS:
            _add(layer, name, kind=tarfile.DIRTYPE, mode=0o1777 if name == "tmp" else 0o755)
        _add(layer, "bin/busybox", pathlib.Path(busybox).read_bytes(), mode=0o755)
        for name in APPLETS:
            _add(layer, f"bin/{name}", kind=tarfile.SYMTYPE, target="busybox")
        for name, text in USERS.items():
            _add(layer, name, text)
        if binary:
            _add_binary(layer, binary)
    return content.getvalue()


def _add_binary(layer, binary):
    """With the libraries that it is linked with, and what RDMA programs load."""
    _add(layer, "usr/bin/railhead", binary.read_bytes(), mode=0o755)
    _add(layer, VERBS_SETTINGS, b"driver mlx5\n")
    verbs = [_verbs(name) for name in VERBS]
    for library in sorted({each for program in (binary, *verbs) for each in _libraries(program)} | set(verbs)):
        _add(layer, library.lstrip("/"), pathlib.Path(library).read_bytes(), mode=0o755)


def _libraries(binary):
    """By the paths under which the loader looks for them; ldd names the loader and what it found."""
    return re.findall(r"(/\S+) \(0x", run("ldd", binary))


def _verbs(name):
    """Where Debian's packages for this machine put it."""
    path = f"/usr/lib/{platform.machine()}-linux-gnu/{name}"
    if not pathlib.Path(path).exists():
        raise Unavailable(f"there is no {path}: libibverbs1 and ibverbs-providers are needed")
    return path


def _add(archive, name, content=b"", mode=0o644, kind=tarfile.REGTYPE, target=""):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode, entry.type, entry.linkname = len(content), mode, kind, target
    archive.addfile(entry, io.BytesIO(content))


def _digest(blob):
    return "sha256:" + hashlib.sha256(blob).hexdigest()


def _described(kind, blob):
    return {"mediaType": MEDIA + kind, "digest": _digest(blob), "size": len(blob)}
