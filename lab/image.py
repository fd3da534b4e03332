"""The initramfs: busybox, the modules and guest/init. Everything else comes from the host's own / over 9p."""
import gzip
import hashlib
import io
import os
import tempfile
from pathlib import Path

from .kernel import WANTED, Kernel
from .places import CACHE, GUEST, LabError

_DIRECTORIES = ["bin", "proc", "sys", "dev", "lower", "upper", "root", "modules"]


def initramfs(kernel: Kernel) -> Path:
    """The initramfs for this kernel, made when what goes into it has changed."""
    busybox = _static_busybox()
    key = hashlib.sha256()
    for part in (kernel.folder.name.encode(), repr(WANTED).encode(), (GUEST / "init").read_bytes(), busybox,
                 Path(__file__).read_bytes()):
        key.update(hashlib.sha256(part).digest())
    image = CACHE / f"initramfs-{key.hexdigest()[:16]}.gz"
    if not image.exists():
        _write_atomically(image, gzip.compress(_archive(kernel, busybox), compresslevel=1, mtime=0))
        for old in CACHE.glob("initramfs-*.gz"):
            if old != image and old.stat().st_mtime < image.stat().st_mtime - 86400:
                old.unlink(missing_ok=True)
    return image


def _static_busybox() -> bytes:
    for path in (Path("/bin/busybox"), Path("/usr/bin/busybox")):
        if path.exists():
            content = path.read_bytes()
            if b"ld-linux" in content[:4096]:
                raise LabError(f"{path} is not static, and an initramfs has no libraries: apt-get install busybox-static")
            return content
    raise LabError("busybox is not installed: apt-get install busybox-static")


def _archive(kernel: Kernel, busybox: bytes) -> bytes:
    cpio = _Cpio()
    for name in _DIRECTORIES:
        cpio.add(name, 0o040755)
    # Before devtmpfs is mounted there is nothing for the console to open: without this node init runs blind.
    cpio.add("dev/console", 0o020600, device=(5, 1))
    cpio.add("bin/busybox", 0o100755, busybox)
    cpio.add("init", 0o100755, (GUEST / "init").read_bytes())
    modules = kernel.modules_in_load_order()
    for name, content in modules:
        cpio.add(f"modules/{name}.ko", 0o100644, content)
    cpio.add("modules/order", 0o100644, "".join(f"{name}\n" for name, _ in modules).encode())
    return cpio.finished()


def _write_atomically(path: Path, content: bytes) -> None:
    handle, scratch = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as out:
        out.write(content)
    os.replace(scratch, path)


class _Cpio:
    """A newc archive (kernel: Documentation/driver-api/early-userspace/buffer-format.rst), written here because
    cpio(1) cannot make device nodes without being root."""

    def __init__(self):
        self._out = io.BytesIO()
        self._inode = 0

    def add(self, name: str, mode: int, content: bytes = b"", device: tuple[int, int] = (0, 0)) -> None:
        self._inode += 1
        raw = name.encode() + b"\0"
        fields = (self._inode, mode, 0, 0, 1, 0, len(content), 0, 0, *device, len(raw), 0)
        self._out.write(b"070701" + b"".join(b"%08X" % f for f in fields) + raw)
        self._pad()
        self._out.write(content)
        self._pad()

    def _pad(self) -> None:
        self._out.write(b"\0" * (-self._out.tell() % 4))

    def finished(self) -> bytes:
        self.add("TRAILER!!!", 0)
        return self._out.getvalue()
