"""Debian's kernel, unpacked below build/lab without being installed, and the modules the lab loads from it."""
import lzma
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

from .places import CACHE, LabError, program

META_PACKAGE = "linux-image-amd64"

# What a scenario needs. What these depend on is read from the modules themselves.
WANTED = [
    "virtio_pci", "virtio_net", "9pnet_virtio", "9p", "overlay",
    "crc32_generic", "rdma_rxe", "rdma_ucm", "ib_uverbs",
    "dummy", "veth", "bridge",
]


class Kernel:
    """One unpacked kernel package: its image, its version, and its modules by name."""

    def __init__(self, folder: Path):
        self.folder = folder
        images = sorted(folder.glob("boot/vmlinuz-*"))
        if len(images) != 1:
            raise LabError(f"{folder} should hold one boot/vmlinuz-*, it holds {len(images)}: remove it and run lab/lab fetch")
        self.image = images[0]
        self.version = self.image.name.removeprefix("vmlinuz-")
        self._paths = {_module_name(p): p for p in folder.glob("**/lib/modules/*/kernel/**/*.ko*")}

    def modules_in_load_order(self) -> list[tuple[str, bytes]]:
        """The wanted modules and all they depend on, each after its dependencies."""
        done: dict[str, bytes] = {}
        for name in WANTED:
            self._add(name, done)
        return list(done.items())

    def _add(self, name: str, done: dict[str, bytes]) -> None:
        if name in done:
            return
        path = self._paths.get(name)
        if path is None:
            raise LabError(f"kernel {self.version} has no module {name} (built in, or gone?): see WANTED in lab/kernel.py")
        content = lzma.decompress(path.read_bytes()) if path.suffix == ".xz" else path.read_bytes()
        for needed in _dependencies(content):
            self._add(needed, done)
        done[name] = content


def _module_name(path: Path) -> str:
    return re.sub(r"\.ko(\.xz)?$", "", path.name).replace("-", "_")


def _dependencies(module: bytes) -> list[str]:
    """`depends=` of the .modinfo section; modules.dep would say the same but is only made when a kernel is installed."""
    found = re.search(rb"\0depends=([^\0]*)\0", module)
    names = found.group(1).decode() if found else ""
    return [n.replace("-", "_") for n in names.split(",") if n]


def installed() -> Kernel:
    """The newest kernel that was fetched."""
    folders = sorted(CACHE.glob("kernel-*"), key=lambda p: p.stat().st_mtime)
    if not folders:
        raise LabError(f"no kernel below {CACHE}: run lab/lab fetch (it downloads Debian's {META_PACKAGE}, 70 MB)")
    return Kernel(folders[-1])


def fetch() -> Kernel:
    """Downloads and unpacks the kernel package, unless that very version is there."""
    package = _real_package()
    version = _apt_field(package, "Version")
    folder = CACHE / f"kernel-{package.removeprefix('linux-image-')}-{version.replace(':', '_')}"
    if folder.is_dir():
        print(f"lab: {package} {version} is there: {folder}")
        os.utime(folder)
        return Kernel(folder)
    CACHE.mkdir(parents=True, exist_ok=True)
    # Unpacked beside its final place and renamed, so that a broken download never looks like a kernel.
    scratch = Path(tempfile.mkdtemp(prefix=".fetch-", dir=CACHE))
    try:
        print(f"lab: downloading {package} {version}", flush=True)
        _run([program("apt-get", "apt"), "download", "-q", "-o", "APT::Sandbox::User=", f"{package}={version}"], scratch)
        [deb] = scratch.glob("*.deb")
        _run([program("dpkg-deb", "dpkg"), "-x", deb.name, "kernel"], scratch)
        (scratch / "kernel").rename(folder)
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    os.utime(folder)
    return Kernel(folder)


def _real_package() -> str:
    """linux-image-amd64 is empty; the package it depends on has the kernel."""
    found = re.search(r"\b(linux-image-\d[^\s,(]*)", _apt_field(META_PACKAGE, "Depends"))
    if not found:
        raise LabError(f"apt knows no kernel that {META_PACKAGE} depends on: is this Debian, and was apt-get update run?")
    return found.group(1)


def _apt_field(package: str, field: str) -> str:
    shown = subprocess.run([program("apt-cache", "apt"), "show", "--no-all-versions", package],
                           capture_output=True, text=True, check=False)
    found = re.search(rf"^{field}: (.+)$", shown.stdout, re.MULTILINE)
    if not found:
        raise LabError(f"apt-cache show {package} gives no {field}: run apt-get update (the lab needs Debian's archive)\n{shown.stderr}")
    return found.group(1)


def _run(argv: list[str], folder: Path) -> None:
    done = subprocess.run(argv, cwd=folder, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise LabError(f"{' '.join(argv)} failed with {done.returncode}:\n{done.stdout}{done.stderr}")
