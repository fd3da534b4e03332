"""oci-hook: states by hand, a process of the test in the container's place; nothing of the hook's own keeps a container from starting."""
import ctypes
import json
import os
import resource
import signal
import subprocess
import time

CLONE_NEWNS = 0x00020000
LOW = 65536
RDMA = {"path": "/dev/infiniband/uverbs0", "type": "c", "major": 231, "minor": 192}
ASKS = {"memlock.railhead.dev/pod": "64Ki"}
POLICY = "apiVersion: railhead.dev/v1alpha1\nkind: MemlockPolicy\nspec: {onError: %s, rules: [{name: all, match: {}, ceiling: unlimited}]}\n"


class Container:
    """A process with mounts of its own, as a container's init has them, and a bundle."""

    def __init__(self, place, config):
        place.mkdir(parents=True)
        (place / "config.json").write_text(config if isinstance(config, str) else json.dumps(config))
        self.process = subprocess.Popen(["sleep", "1000"], preexec_fn=self._apart)
        self.state = {"ociVersion": "1.0.2", "id": "c1", "status": "creating", "pid": self.process.pid, "bundle": str(place)}
        self.before = self.limits()

    @staticmethod
    def _apart():
        if ctypes.CDLL(None, use_errno=True).unshare(CLONE_NEWNS) != 0:
            raise OSError(ctypes.get_errno(), "unshare")

    def limits(self):
        return resource.prlimit(self.process.pid, resource.RLIMIT_MEMLOCK)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


def config(annotations=None, device=True, **more):
    return {"annotations": annotations or {}, "linux": {"devices": [RDMA] if device else []}, **more}


def test(program, tally, place):
    rendered(program, tally)
    if os.geteuid() != 0:
        tally.skip("oci-hook", "a process with mounts of its own needs root")
        return
    decided(program, tally, place)
    wrong_states(program, tally, place)
    wrong_files(program, tally, place)
    rejected(program, tally, place)
    streams(program, tally, place)


def run(program, container, *options, **more):
    return program.run("oci-hook", *options, stdin=json.dumps({**container.state, **more}).encode())


def decided(program, tally, place):
    log = place / "log"
    with Container(place / "set", config(ASKS)) as container:
        done = run(program, container, "--audit", "--log", log)
        tally.equal("--audit", (0, "", "", container.before), (done.status, done.text, done.said, container.limits()))
        done = run(program, container, "--log", log)
        tally.equal("a limit is set, and nothing said", (0, "", "", (LOW, LOW)), (done.status, done.text, done.said, container.limits()))
    events = [json.loads(line) for line in log.read_text().splitlines()]
    tally.equal("the log", [("set", True, False), ("set", False, True)], [(one["outcome"], one["audit"], one["applied"]) for one in events])
    tally.equal("the log is its owner's alone", 0o600, log.stat().st_mode & 0o777)
    with Container(place / "crun", config(ASKS)) as container:
        run(program, container, status="created")
        tally.equal("the status of crun", (LOW, LOW), container.limits())
    with Container(place / "none", config(ASKS, device=False)) as container:
        done = run(program, container)
        tally.equal("no device", (0, container.before), (done.status, container.limits()))
        tally.contains("no device: it is said", "refused", done.said)
    with Container(place / "sandbox", config({**ASKS, "io.kubernetes.cri.container-type": "sandbox"})) as container:
        done = run(program, container)
        tally.equal("a sandbox", (0, "", container.before), (done.status, done.said, container.limits()))


def unchanged(program, tally, what, container, part, *options, **more):
    """The hook fails open: exit 0, one line that says why, the limits as they were."""
    done = run(program, container, *options, **more)
    tally.equal(f"{what}: the container", (0, "", container.before), (done.status, done.text, container.limits()))
    tally.true(f"{what}: one line", done.said.startswith("railhead oci-hook: ") and done.said.count("\n") == 1, "one line", done.said)
    tally.contains(what, part, done.said)


def wrong_states(program, tally, place):
    with Container(place / "states", config(ASKS)) as container:
        unchanged(program, tally, "no pid", container, "createRuntime", pid=0)
        unchanged(program, tally, "pid 1", container, "pid 1", pid=1)
        unchanged(program, tally, "the runtime's pid", container, "the runtime's own", pid=os.getpid())
        unchanged(program, tally, "a pid that nobody has", container, "there is no process", pid=2**22 + 1)
        unchanged(program, tally, "a pid that cannot be", container, "no process has", pid=2**40)
        unchanged(program, tally, "a container that runs", container, "createRuntime", status="running")
        unchanged(program, tally, "no bundle", container, "absolute path", bundle="")
        unchanged(program, tally, "another bundle", container, "config.json", bundle=str(place))
        for name, text in (("nothing", b""), ("half of it", b'{"pid": 1'), ("a list", b"[]"), ("bytes", bytes(range(256))), ("NULs", b"\0" * 9999),
                           ("depth", b'{"a":' * 100000), ("too much", b" " * (1 << 21))):
            done = program.run("oci-hook", stdin=text)
            tally.equal(f"a state of {name}: exit code", 0, done.status)
            tally.contains(f"a state of {name}", "the container keeps the limits it has", done.said)
        beside = subprocess.Popen(["sleep", "1000"])
        unchanged(program, tally, "a process that is no container's", container, "mounts of the hook itself", pid=beside.pid)
        beside.kill()
        beside.wait()


def wrong_files(program, tally, place):
    policy = place / "policy.yaml"
    policy.write_text("kind: MemlockPolicy\nspec: {rules: [{nam: x}], onError: never}\n")
    fifo = place / "fifo"
    os.mkfifo(fifo)
    link = place / "link"
    link.symlink_to(place / "target")
    with Container(place / "files", config(ASKS)) as container:
        unchanged(program, tally, "no such policy", container, "absent", "--policy", place / "absent")
        unchanged(program, tally, "a bad policy", container, "policy.yaml:1", "--policy", policy)
        unchanged(program, tally, "a policy that is a FIFO", container, "no regular file", "--policy", fifo)
        unchanged(program, tally, "no name of a policy", container, "cannot read", "--policy")
        unchanged(program, tally, "an option that is not known", container, "--sharp", "--sharp")
        unchanged(program, tally, "a word that is not known", container, "rendr", "rendr")
        for what, log in (("a link", link), ("a FIFO", fifo), ("a folder", place), ("nowhere", place / "absent/log")):
            done = run(program, container, "--audit", "--log", log)
            tally.true(f"a log that is {what}", done.status == 0 and str(log) in done.said, "exit 0, and it is said", done.said)
        tally.true("a log is not written through a link", not link.exists(), "no target", "one")
    for name, text in (("no JSON", "{"), ("a list", "[]"), ("too large", " " * (5 << 20))):
        with Container(place / f"config {name}", text) as container:
            unchanged(program, tally, f"a config.json: {name}", container, "config.json")
    with Container(place / "forged", config({**ASKS, "io.container.manager": "cri-o", "io.kubernetes.cri.container-type": "container"})) as container:
        unchanged(program, tally, "annotations of two runtimes", container, "two runtimes")


def rejected(program, tally, place):
    keep, reject = place / "keep.yaml", place / "reject.yaml"
    keep.write_text(POLICY % "keep")
    reject.write_text(POLICY % "reject")
    with Container(place / "rejected", config({"memlock.railhead.dev/pod": "lots\n\x1b[31m"})) as container:
        for options, status in (((keep,), 0), ((reject,), 1), ((reject, "--audit"), 0)):
            done = run(program, container, "--policy", *options)
            tally.equal(f"a bad annotation, {options[0].name} {options[1:]}", (status, container.before), (done.status, container.limits()))
            tally.true("a bad annotation is said in one line", "lots" in done.said and "\x1b" not in done.said and done.said.count("\n") == 1,
                       "one line", done.said)


def streams(program, tally, place):
    """A runtime that never closes the stream, and one that closed the others."""
    start = time.monotonic()
    hook = subprocess.Popen([program.binary, "oci-hook"], stdin=subprocess.PIPE, stderr=subprocess.PIPE, env=program.environment(None))
    hook.stdin.write(b'{"pid"')
    hook.stdin.flush()
    status = hook.wait(timeout=60)
    took = time.monotonic() - start
    tally.equal("a state that never ends: exit code", 0, status)
    tally.contains("a state that never ends", "did not end in time", hook.stderr.read().decode())
    tally.true("a state that never ends: time", took < (20 if program.sanitized else 4), "4 s at most", took)
    for stream in (hook.stdin, hook.stderr):
        try:
            stream.close()
        except BrokenPipeError:
            pass
    with Container(place / "closed", config(ASKS)) as container:
        (place / "state").write_text(json.dumps(container.state))
        done = subprocess.run(["sh", "-c", f'exec "$1" oci-hook <"$2" >&- 2>&-', "sh", program.binary, place / "state"],
                              env=program.environment(None), preexec_fn=lambda: signal.signal(signal.SIGPIPE, signal.SIG_DFL))
        tally.equal("closed streams", (0, (LOW, LOW)), (done.returncode, container.limits()))


def rendered(program, tally):
    for runtime, folder in (("crio", "/etc/containers/oci/hooks.d"), ("podman", "/usr/share/containers/oci/hooks.d")):
        done = program.run("oci-hook", "render", "--for", runtime, "--policy", "/etc/railhead/p.yaml", "--audit", "--log", "/var/log/h.log")
        file = json.loads(done.text)
        tally.equal(f"render {runtime}", {
            "version": "1.0.0",
            "hook": {"path": "/usr/local/bin/railhead", "timeout": 5,
                     "args": ["railhead", "oci-hook", "--policy", "/etc/railhead/p.yaml", "--audit", "--log", "/var/log/h.log"]},
            "when": {"always": True}, "stages": ["createRuntime"]}, file)
        tally.contains(f"render {runtime}: where it goes", folder, done.said)
    done = program.run("oci-hook", "render", "--for", "crio", "--stage", "prestart", "--program", "/opt/railhead")
    tally.equal("render with another stage and program", (["prestart"], "/opt/railhead"),
                (json.loads(done.text)["stages"], json.loads(done.text)["hook"]["path"]))
    for words, part in ((("render",), "--for"), (("render", "--for", "crio", "--stage", "poststart"), "poststart"), (("render", "--for", "docker"), "docker"), (("render", "--for", "crio", "--program", "railhead"), "--program"),
                        (("render", "--for", "crio", "--policy", "p.yaml"), "--policy"), (("render", "--for", "crio", "--log"), "--log")):
        done = program.run("oci-hook", *words)
        tally.equal(f"oci-hook {' '.join(words)}: exit code", 2, done.status)
        tally.contains(f"oci-hook {' '.join(words)}", part, done.said)
