"""What `inject` makes of each manifest: accepted, the same in all that it had, taken back byte for byte."""
import manifests
import meaning

# name: (flags, whether the launcher wraps the command)
WAYS = {
    "rails": (["--network", "rail-a=nvidia.com/rail_a", "--network", "team-b/rail-b=nvidia.com/rail_b", "--memlock-via", "ipc-lock"], False),
    "launcher": (["--resource", "rdma/hca=2", "--memlock-via", "launcher", "--launcher", "--shm", "16Gi", "--service-account", "rdma-runner"],
                 True),
    "nri": (["--network", "rail-a=nvidia.com/rail_a", "--memlock-via", "nri", "--shm", "auto"], False),
    "tcp": (["--mode", "tcp", "--shm", "none"], False),
}
# What may be refused instead, and the word that the refusal must hold: an anchor that other places share is no place to add to.
MAY_REFUSE = {"pod-anchor-shared.yaml": "anchor"}
INJECTED, NOT_ALL, REFUSED = 0, 1, 2  # exit codes; not all: a report says what could not be added


def check(tally, railhead, clients, things, before, known, place):
    """`before` is what each kubectl answered for the manifests as they are; files go below `place`."""
    if not (railhead.has("inject") and railhead.has("uninject")):
        tally.skip("injected manifests", "this railhead has no inject and uninject")
        return
    for way, (flags, launcher) in WAYS.items():
        files = {}
        (place / way).mkdir()
        for thing in things:
            path = _injected(tally, railhead, thing, flags, place / way / f"{thing.name}{thing.path.suffix}")
            if path:
                files[thing] = path
        _valid(tally, files, way, known)
        for kubectl in clients:
            _compared(tally, kubectl, files, way, launcher, before[kubectl.name])


def _injected(tally, railhead, thing, flags, path):
    """The file that was written; None where inject failed or may refuse."""
    what = f"{thing.name} with {' '.join(flags)}"
    done = railhead.run("inject", "-f", thing.path, *flags)
    reason = MAY_REFUSE.get(thing.name)
    if reason and done.returncode == REFUSED:
        tally.true(what, reason.encode() in done.stderr and not done.stdout, f"{reason!r} in the refusal and no output", said(done))
        return None
    if not tally.true(what, took(done), "exit code 0, or 1 and what could not be added", said(done)):
        return None
    path.write_bytes(done.stdout)
    again = railhead.run("inject", "-f", path, *flags)
    tally.true(f"{what}, twice", again.stdout == done.stdout, "what one injection gives", said(again))
    back = railhead.run("uninject", "-f", path)
    tally.true(f"{what}, taken back", back.returncode == 0 and back.stdout == thing.path.read_bytes(), "the original, byte for byte",
               said(back))
    return path


def _valid(tally, files, way, known):
    for thing, path in files.items() if known else ():
        answers = [known.faults(each) for each in manifests.Manifest(path, thing.name, 0).objects]
        tally.true(f"{thing.name} injected ({way}) by the schema of {known.version}", not any(answers), "no fault", answers)


def _compared(tally, kubectl, files, way, launcher, before):
    served = {thing: path for thing, path in files.items() if not thing.newer}
    after = kubectl.tried({path: thing.count for thing, path in served.items()})
    for thing, path in served.items():
        what = f"{thing.name} injected ({way}), {kubectl.name}"
        if not tally.true(what, isinstance(after[path], list), "accepted", after[path]) or not isinstance(before.get(thing.path), list):
            continue
        found = [fault for old, new in zip(before[thing.path], after[path]) for fault in meaning.faults(old, new, launcher)]
        tally.true(f"{what}: the same outside of what inject adds", not found, "no difference", "\n".join(found))


def took(done):
    """Whether inject gave a stream; where it could not add all that was asked for, it says so."""
    return done.returncode == INJECTED or (done.returncode == NOT_ALL and b"could not be added" in done.stderr and done.stdout != b"")


def said(done):
    return f"exit code {done.returncode}\n{done.stderr.decode(errors='replace')}{done.stdout.decode(errors='replace')}"
