#!/usr/bin/env python3
"""Builds kube-apiserver, kube-controller-manager, kube-scheduler and kubelet 1.20.2 from Debian's source package, once for a machine.

usage: tests/cluster/kubernetes_source.py [FOLDER]

Takes four to eight minutes, 4 GB below build/ meanwhile, and nothing that is installed: the Go compiler is unpacked as the source is.
The programs go to FOLDER, by default where the tests look for them (~/.cache/railhead)."""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
sys.path[:0] = [str(pathlib.Path(__file__).resolve().parent.parent / "support")]

import debian  # noqa: E402  (the path above has to be set first)
import kubernetes  # noqa: E402

NAMES = ("kube-apiserver", "kube-controller-manager", "kube-scheduler", "kubelet")
VERSION, GO = "1.20.2", "go-1.19"
OPENAPI = "k8s.io/kubernetes/pkg/generated/openapi"
SECONDS = 1800


def run(*command, **more):
    subprocess.run([str(word) for word in command], check=True, timeout=SECONDS, stdin=subprocess.DEVNULL, **more)


def go_root(suite, place):
    """The compiler and its library, which are two packages with links between them."""
    for package in ("golang-1.19-go", "golang-1.19-src"):
        run("cp", "-a", f"{suite.unpacked(package)}/.", place)
    return place / "usr/lib" / GO


def source_tree(suite, place):
    """In a GOPATH: with modules the vendored packages are refused."""
    tree = place / "src/k8s.io/kubernetes"
    tree.mkdir(parents=True)
    archive = suite.source("kubernetes", "*.orig.tar.gz")
    run("tar", "-xzf", archive, "-C", tree, "--strip-components=1")
    # That of the package reads maps in a way that Go 1.18 broke: the server dies at its first server-side applies.
    reflect = "github.com/modern-go/reflect2"
    shutil.rmtree(tree / "vendor" / reflect)
    shutil.copytree(suite.unpacked("golang-github-modern-go-reflect2-dev") / "usr/share/gocode/src" / reflect, tree / "vendor" / reflect)
    return tree


def openapi_packages(tree):
    """Those that say so in a comment."""
    found = set()
    for top in ("cmd", "pkg", "plugin", *(f"vendor/k8s.io/{each.name}" for each in (tree / "vendor/k8s.io").iterdir())):
        for path in (tree / top).resolve().rglob("*.go"):
            if "+k8s:openapi-gen=" in path.read_text(errors="replace"):
                found.add(str((tree / top / path.relative_to((tree / top).resolve())).parent.relative_to(tree)))
    return sorted(f"k8s.io/kubernetes/{each}" for each in found if not re.match(r"vendor/k8s.io/(code-generator|sample-)", each))


def generate_openapi(tree, place, environ):
    """The one generated file that the source package lacks."""
    generator = place / "openapi-gen"
    run("go", "build", "-o", generator, "./vendor/k8s.io/kube-openapi/cmd/openapi-gen", cwd=tree, env=environ)
    run(generator, "-i", ",".join(openapi_packages(tree)), "-p", OPENAPI, "-O", "zz_generated.openapi", "-h",
        "vendor/k8s.io/code-generator/hack/boilerplate.go.txt", "-r", place / "violations", cwd=tree, env=environ)


def linker_flags():
    """The version, which else would be v0.0.0."""
    major, minor, _ = VERSION.split(".")
    values = {"gitVersion": f"v{VERSION}", "gitMajor": major, "gitMinor": minor}
    return "-s -w " + " ".join(f"-X k8s.io/kubernetes/vendor/{package}.{name}={value}" for name, value in values.items()
                               for package in ("k8s.io/component-base/version", "k8s.io/client-go/pkg/version"))


def build(suite, place, target):
    root = go_root(suite, place / "go")
    tree = source_tree(suite, place / "path")
    environ = {"PATH": f"{root}/bin:/usr/bin:/bin", "HOME": str(place), "GOROOT": str(root), "GOPATH": str(place / "path"), "GOCACHE": str(place / "cache"),
               "GOTMPDIR": str(place), "GO111MODULE": "off", "CGO_ENABLED": "0", "GOGC": "800", "GOFLAGS": ""}
    generate_openapi(tree, place, environ)
    for name in NAMES:
        print(f"building {name}", flush=True)
        run("go", "build", "-trimpath", "-ldflags", linker_flags(), "-o", target / name, f"./cmd/{name}", cwd=tree, env=environ)


def main():
    wanted = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else kubernetes.built())
    if all((wanted / name).exists() for name in NAMES):
        print(f"all there: {wanted}")
        return 0
    wanted.parent.mkdir(parents=True, exist_ok=True)
    debian.PLACE.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    try:
        with tempfile.TemporaryDirectory(dir=debian.PLACE, prefix="kubernetes-") as place, \
                tempfile.TemporaryDirectory(dir=wanted.parent, prefix=".kubernetes-") as done:
            build(debian.Suite("bookworm"), pathlib.Path(place), pathlib.Path(done))
            wanted.mkdir(exist_ok=True)
            for name in NAMES:
                os.rename(pathlib.Path(done, name), wanted / name)
    except (debian.Unavailable, subprocess.SubprocessError, OSError) as problem:
        print(f"kubernetes_source: {problem}", file=sys.stderr)
        return 1
    print(f"built in {time.monotonic() - begun:.0f} s: {wanted}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
