"""Programs of Kubernetes for the tests, all of one version: of KUBEBUILDER_ASSETS, of the archive of the test data, or built from
Debian's source package by kubernetes_source.py."""
import hashlib
import os
import pathlib
import shutil
import tempfile

import debian
from programs import PLACE, Unavailable, run

ARCHIVE = "k8s/kubernetes-1.20.2-from-debian-source.tar.xz"


def built():
    """Where kubernetes_source.py leaves them: outside of the checkout, once for a machine."""
    cache = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(cache) / "railhead/kubernetes-1.20.2"


def folder(*names):
    """One that has all of these programs."""
    places = (_assets(), _unpacked(), built())
    found = next((place for place in places if place and all((place / name).exists() for name in names)), None)
    if found is None:
        raise Unavailable(f"no {names[-1]}: set KUBEBUILDER_ASSETS, or RAILHEAD_TESTDATA to a folder with {ARCHIVE}, "
                          "or build it by tests/cluster/kubernetes_source.py")
    return found


def server():
    """(etcd, kube-apiserver)"""
    place = folder("kube-apiserver")
    return etcd(place), place / "kube-apiserver"


def etcd(place):
    """Debian's, where the folder has none."""
    own = place / "etcd"
    return own if own.exists() else debian.Suite("bookworm").program("etcd-server", "usr/bin/etcd")


def _assets():
    assets = os.environ.get("KUBEBUILDER_ASSETS")
    return pathlib.Path(assets) if assets else None


def _unpacked():
    """Of the archive of the test data, which is unpacked once."""
    data = os.environ.get("RAILHEAD_TESTDATA")
    archive = pathlib.Path(data) / ARCHIVE if data else None
    if archive is None or not archive.exists():
        return None
    wanted = archive.with_name(archive.name + ".sha256").read_text().split()[0]
    place = PLACE / f"kubernetes-{wanted[:12]}"
    if not place.exists():
        _unpack(archive, wanted, place)
    return place


def _unpack(archive, wanted, place):
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
