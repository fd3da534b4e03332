#!/usr/bin/env python3
"""Manifests, what `inject` makes of them, and what `render` makes, before a real API server, with kubectl of Debian and of today.

usage: tests/cluster/run.py BINARY

etcd and kube-apiserver run on loopback for as long as the suite does. What cannot be had here is skipped by name; so is what
BINARY does not have yet. The last line is "cluster: N passed, N failed, N skipped"."""
import pathlib
import signal
import sys
import tempfile

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "cli")]

import crds  # noqa: E402  (the path above has to be set first)
import deployed  # noqa: E402
import discovered  # noqa: E402
import injected  # noqa: E402
import kubernetes  # noqa: E402
import manifests  # noqa: E402
import meaning_test  # noqa: E402
import packaged  # noqa: E402
import piped  # noqa: E402
import preflighted  # noqa: E402
import programs  # noqa: E402
import rendered  # noqa: E402
import schema  # noqa: E402
import server  # noqa: E402
from bed import access  # noqa: E402
from kubectl import Kubectl  # noqa: E402
from railhead import Railhead  # noqa: E402
from tally import Tally  # noqa: E402


def kubectls(tally, running):
    """Those that are to be had, Debian's first."""
    found = []
    for name, place in (("kubectl of Debian", programs.debian_kubectl), ("kubectl of today", lambda: programs.today("kubectl"))):
        try:
            found.append(Kubectl(name, place(), running))
        except programs.Unavailable as problem:
            tally.skip(name, problem)
    return found


def prepared(tally, kubectl, things):
    """Custom resources and namespaces, which even a dry run wants to be there."""
    said = kubectl.run("apply", "--server-side", "-f", "-", text=crds.text())
    spaces = kubectl.run("apply", "--server-side", "-f", "-", text=manifests.namespaces(things))
    ready = kubectl.run("wait", "--for=condition=Established", "--timeout=30s", "crd", "--all")
    return all([tally.true(what, done.returncode == 0, "accepted", done.stderr)
                for what, done in (("custom resources", said), ("namespaces", spaces), ("custom resources are served", ready))])


def originals(tally, clients, things):
    """{kubectl: {file: objects}} of the manifests as they are."""
    answers = {}
    for kubectl in clients:
        answers[kubectl.name] = kubectl.tried({thing.path: thing.count for thing in things if not thing.newer})
        for path, answer in answers[kubectl.name].items():
            tally.true(f"{path.name} as it is, {kubectl.name}", isinstance(answer, list), "accepted", answer)
    return answers


def validated(tally, things, known):
    """Every object whose kind the schema has, and so all that the server is too old for."""
    if known is None:
        tally.skip("the schema of today's API server", f"RAILHEAD_TESTDATA names no folder with {schema.FILE}")
        return
    for thing in things:
        answers = [known.faults(each) for each in thing.objects]
        tally.true(f"{thing.name} by the schema of {known.version}", not any(answers), "no fault", answers)


def checked(tally, railhead, running, minor):
    known = schema.found()
    things = manifests.found(minor)
    clients = kubectls(tally, running)
    if not clients or not prepared(tally, clients[-1], things):
        return
    for thing in things:
        if thing.newer:
            print(f"held against the schema alone, a server of 1.{minor} does not know it: {thing.name} ({', '.join(thing.newer)})")
    validated(tally, things, known)
    before = originals(tally, clients, things)
    with tempfile.TemporaryDirectory(dir=running.folder) as place:
        injected.check(tally, railhead, clients, things, before, known, pathlib.Path(place))
        piped.check(tally, railhead, clients, pathlib.Path(place))
        (pathlib.Path(place) / "rendered").mkdir()
        rendered.check(tally, railhead, clients[-1], minor, known, pathlib.Path(place) / "rendered")
        packaged.check(tally, railhead, clients, running, pathlib.Path(place))
        for kubectl in clients:
            (pathlib.Path(place) / f"discovered-{kubectl.name}").mkdir()
            discovered.check(tally, railhead, kubectl, running, pathlib.Path(place) / f"discovered-{kubectl.name}")
            (pathlib.Path(place) / f"deployed-{kubectl.name}").mkdir()
            deployed.check(tally, railhead, kubectl, running, pathlib.Path(place) / f"deployed-{kubectl.name}")
            (pathlib.Path(place) / f"preflighted-{kubectl.name}").mkdir()
            preflighted.check(tally, railhead, kubectl, running, pathlib.Path(place) / f"preflighted-{kubectl.name}")


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # so that the server is stopped
    tally = Tally(name="cluster")
    meaning_test.check(tally)
    try:
        etcd, apiserver = kubernetes.server()
        minor = programs.minor_version(apiserver)
        with server.started(etcd, apiserver, tokens=access.TOKENS) as running:
            checked(tally, Railhead(sys.argv[1]), running, minor)
    except programs.Unavailable as problem:
        tally.skip("every manifest", problem)
    print(tally)
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
