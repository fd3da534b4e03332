"""What `kubectl kustomize` and `helm template` write goes through lint and inject as it comes."""
import pathlib

import injected
import manifests
import meaning
import programs

HERE = pathlib.Path(__file__).resolve().parent
# What lint may say of a good stream: nothing, or findings.
LINTED = (0, 1)


def check(tally, railhead, clients, place):
    for name, make in _writers(clients):
        try:
            text = make()
        except programs.Unavailable as problem:
            tally.skip(name, problem)
            continue
        thing = _manifest(place, name, text)
        before = clients[-1].tried({thing.path: thing.count})[thing.path]
        if tally.true(f"{name} as it comes", isinstance(before, list), "accepted", before):
            _through_lint(tally, railhead, name, text)
            _through_inject(tally, railhead, clients[-1], thing, name, before)


def _writers(clients):
    """(name, what writes the stream)"""
    for kubectl in clients:
        yield f"kustomize of {kubectl.name}", lambda kubectl=kubectl: _kustomized(kubectl)
    yield "helm template", _templated


def _kustomized(kubectl):
    done = kubectl.run("kustomize", HERE / "kustomize")
    if done.returncode != 0:
        raise programs.Unavailable(done.stderr.strip())
    return done.stdout


def _templated():
    return programs.run(programs.today("helm"), "template", "bench", HERE / "chart", env={"HOME": str(programs.PLACE), "PATH": "/usr/bin:/bin"})


def _manifest(place, name, text):
    path = place / f"{name.replace(' ', '-')}.yaml"
    path.write_text(text)
    return manifests.Manifest(path, name, 0)


def _through_lint(tally, railhead, name, text):
    if not railhead.has("lint"):
        tally.skip(f"{name} through lint", "this railhead has no lint")
        return
    done = railhead.run("lint", "-", given=text.encode())
    tally.true(f"{name} through lint", done.returncode in LINTED and done.stdout, f"exit code {LINTED} and what it saw", injected.said(done))


def _through_inject(tally, railhead, kubectl, thing, name, before):
    if not railhead.has("inject"):
        tally.skip(f"{name} through inject", "this railhead has no inject")
        return
    for way, (flags, launcher) in injected.WAYS.items():
        done = railhead.run("inject", *flags, "-", given=thing.path.read_bytes())
        if not tally.true(f"{name} through inject ({way})", injected.took(done), "exit code 0, or 1 and what could not be added", injected.said(done)):
            continue
        made = thing.path.with_suffix(f".{way}.yaml")
        made.write_bytes(done.stdout)
        after = kubectl.tried({made: thing.count})[made]
        if tally.true(f"{name} injected ({way})", isinstance(after, list), "accepted", after):
            found = [fault for old, new in zip(before, after) for fault in meaning.faults(old, new, launcher)]
            tally.true(f"{name} injected ({way}): the same outside of what inject adds", not found, "no difference", "\n".join(found))
        back = railhead.run("uninject", "-", given=done.stdout)
        tally.true(f"{name} injected ({way}), taken back", back.stdout == thing.path.read_bytes(), "the original, byte for byte",
                   injected.said(back))
