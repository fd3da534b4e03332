"""railhead init: the dialogue on a terminal, and the same without one; what it writes is rendered and linted."""
import os
import pty
import re
import select
import signal
import time

import worlds
import yaml

FABRICS = ("sriov-roce", "sriov-infiniband", "shared-infiniband", "host-device-roce", "host-device-infiniband", "macvlan-roce", "ipoib")
KINDS = ("pod", "statefulset", "job", "mpijob", "jobset")
PLATFORMS = ("kubernetes", "openshift")
OWN = {"--help", "--file", "--yes", "--ask", "--force", "--fresh", "--root", "--from"}
NOWHERE = ["--root", "a folder with nothing in it"]


class Terminal:
    """A program on a terminal of its own."""

    def __init__(self, program, place, *arguments):
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            os.chdir(place)
            os.execve(program.binary, [program.binary, "init", *map(str, arguments)], program.environment(None))
        self.text, self.end = "", time.monotonic() + 60

    def read(self, until=None):
        """Up to `until`, or to the end of the program."""
        start = len(self.text)
        while time.monotonic() < self.end and not (until and until in self.text[start:]):
            if not select.select([self.fd], [], [], 1)[0]:
                continue
            try:
                data = os.read(self.fd, 65536)
            except OSError:  # the other side is closed
                break
            if not data:
                break
            self.text += data.decode(errors="replace").replace("\r\n", "\n")
        return self.text[start:]

    def answer(self, line, until="]: "):
        os.write(self.fd, line if isinstance(line, bytes) else line.encode() + b"\n")
        return self.read(until)

    def close(self):
        self.read()
        if time.monotonic() >= self.end:
            os.kill(self.pid, signal.SIGKILL)
        _, status = os.waitpid(self.pid, 0)
        os.close(self.fd)
        return os.waitstatus_to_exitcode(status)

    def kill(self):
        os.kill(self.pid, signal.SIGINT)
        return self.close()


def folder(place, name):
    path = place / name
    path.mkdir()
    return path


def inside(program, place, *arguments, **options):
    """init with its files in `place`, and nothing detected."""
    return program.run("init", "-f", place / "railhead.yaml", *NOWHERE, *arguments, **options)


def sound(program, tally, name, place):
    """What was written is rendered, and linted without a finding."""
    done = program.run("render", place / "railhead.yaml")
    if not tally.equal(f"{name}: rendered", (0, ""), (done.status, done.said)):
        return
    (place / "stream.yaml").write_bytes(done.out)
    lint = program.run("lint", place / "stream.yaml")
    tally.equal(f"{name}: lint", (0, True), (lint.status, "0 errors, 0 warnings" in lint.text))


def matrix(program, tally, place):
    """Enter all the way, for each fabric, kind and platform."""
    number = 0
    for fabric in FABRICS:
        for kind in KINDS:
            for platform in PLATFORMS:
                for networks in ("existing", "attachments", "sriov-operator"):
                    number += 1
                    if (networks == "sriov-operator") and not fabric.startswith("sriov") or (networks != "existing" and fabric == "shared-infiniband"):
                        continue
                    if program.sanitized and number % 7:
                        continue
                    name = f"{fabric} {kind} {platform} {networks}"
                    there = folder(place, f"m{number}")
                    done = inside(program, there, "--yes", "--platform", platform, "--fabric", fabric, "--kind", kind, "--networks", networks, "--rails", 2)
                    if tally.equal(f"{name}: written", (0, ""), (done.status, done.text)):
                        sound(program, tally, name, there)


def commands_in(said, folder):
    """What the user is told to do next; files by their names alone."""
    return [line.strip().replace(f"{folder}/", "") for line in said.splitlines() if line.startswith("  railhead ")]


def unattended(program, tally, place):
    there = folder(place, "unattended")
    done = inside(program, there)
    tally.equal("no terminal: refused", (2, "", []), (done.status, done.text, os.listdir(there)))
    for flag in ("--image ", "--command ", "--fabric ", "--rail-network ", "--rail-resource ", "--launcher-image "):
        tally.contains("no terminal: all missing flags at once", flag, done.said)
    known = ["--image", "registry.example/t:1", "--command", "torchrun 'my train.py' --epochs 3", "--mode", "tcp", "--launcher-image", "registry.example/railhead:1"]
    done = inside(program, there, *known)
    tally.equal("no terminal: what only the user knows is enough", 0, done.status)
    tally.lacks("nothing is guessed", "GUESS", (there / "railhead.yaml").read_text())
    spec = yaml.safe_load((there / "railhead.yaml").read_text())["spec"]
    tally.equal("the command is taken apart", ["torchrun", "my train.py", "--epochs", "3"], spec["command"])
    tally.contains("the next commands", "railhead render", done.said)
    tally.equal("two of them", ["railhead render railhead.yaml --for admin | kubectl apply --server-side -f -", "railhead deploy railhead.yaml"],
                commands_in(done.said, there))
    mine = inside(program, folder(place, "mine"), *known, "--create-namespace", "false")
    tally.equal("two without an admin", ["railhead deploy railhead.yaml --dry-run=server", "railhead deploy railhead.yaml"],
                commands_in(mine.said, place / "mine"))
    first = (there / "railhead.yaml").read_text()
    done = inside(program, there, *known)
    tally.equal("a file that is there stays", (2, first), (done.status, (there / "railhead.yaml").read_text()))
    tally.contains("a file that is there: how it is replaced", "--force", done.said)
    done = inside(program, there, *known, "--force")
    tally.same_text("the second run is identical", first, (there / "railhead.yaml").read_text())
    done = program.run("init", "-f", "-", *NOWHERE, *known)
    tally.same_text("-f - is the same on stdout", first.split("\n", 1)[1], done.text.split("\n", 1)[1])
    openshift = program.run("init", "-f", "-", *NOWHERE, "--yes", "--platform", "openshift")
    tally.contains("OpenShift has oc", "| oc apply", openshift.said)
    lines = openshift.text.splitlines()
    tally.true("ten to forty lines", 10 <= len(lines) <= 40, "10 to 40", len(lines))
    no_admin = program.run("init", "-f", "-", *NOWHERE, "--yes", "--create-namespace", "false")
    tally.contains("without anything for an admin the test pod comes first", "--test-pod", no_admin.said)
    both = program.run("init", "-f", "-", "--ask", "--from", "-")
    tally.equal("stdin is read once", 2, both.status)


def flags(program, tally, place):
    """Each question has a flag, and each flag does something: it is in the file, or it is refused with its own name."""
    text = program.run("init", "--help").text
    found = set(re.findall(r"^  (?:-\w,)?(--[a-z-]+)", text, re.M)) - OWN
    values = {"--cluster": None, "--platform": "openshift", "--namespace": "zeta", "--create-namespace": "false", "--gpus-per-node": "3", "--gpu-resource": "amd.com/gpu", "--name": "zeta", "--kind": "jobset",
              "--nodes": "7", "--image": "zeta:3", "--command": "zeta", "--mode": "tcp", "--fabric": "ipoib", "--networks": "attachments", "--rails": "3", "--rail-network": "za,zb", "--rail-resource": "zeta/a,zeta/b",
              "--rail-interface": "za,zb", "--rail-subnet": "10.9.1.0/24,10.9.2.0/24", "--rail-namespace": "zeta", "--memlock": "nri", "--memlock-size": "9Gi", "--launcher-image": "zeta:9", "--pull-secret": "zeta",
              "--service-account": "zeta", "--scc": "zeta", "--volume": "new", "--claim": "zeta", "--volume-size": "9Ti", "--storage-class": "zeta", "--mount": "/zeta", "--cpu": "9", "--memory": "999Gi", "--shm": "none"}
    beside = {"--memlock-size": ["--memlock", "nri"], "--scc": ["--platform", "openshift"], "--claim": ["--volume", "existing"], "--volume-size": ["--volume", "new"], "--storage-class": ["--volume", "new"], "--mount": ["--volume", "new"]}
    tally.equal("the flags in --help", set(values), found)
    usual = program.run("init", "-f", "-", "--yes", *NOWHERE)
    for flag, value in values.items():
        if value is None:
            continue
        before = program.run("init", "-f", "-", "--yes", *NOWHERE, *beside.get(flag, []))
        done = program.run("init", "-f", "-", "--yes", *NOWHERE, *beside.get(flag, []), flag, value)
        if tally.equal(f"{flag} {value}", 0, done.status):
            tally.true(f"{flag} {value} changes the file", done.text != before.text and done.text != usual.text, "another file", done.text)
    for flag, value, said in (("--nodes", "two", "--nodes: expected a whole number"), ("--name", "Llama_7B", "did you mean llama-7b?"), ("--fabric", "infiniband", "--fabric: expected"), ("--rails", "0", "--rails: expected a whole number from 1 to 64"),
                              ("--rail-subnet", "10.9.1.7/24", "did you mean 10.9.1.0/24?"), ("--scc", "x", "--scc: expected only with platform: openshift"), ("--command", "a && b", "bash -c"), ("--command", "'a", "not closed"),
                              ("--command", "@absent.sh", "absent.sh"), ("--volume", "some", "--volume: expected none, existing or new"), ("--image", "https://git.example/x.git", "openshift alone"), ("--name", "a\x1b[31m", "--name: expected text of one line"),
                              ("--name", "", "--name"), ("--memory", "64GB", "64Gi"), ("--cluster", "absent.yaml", "absent.yaml"), ("--cluster", "-", "cannot be stdin")):
        done = program.run("init", "-f", place / "refused.yaml", "--yes", *NOWHERE, flag, value)
        tally.equal(f"{flag} {value!r}: refused", (2, False), (done.status, (place / "refused.yaml").exists()))
        tally.contains(f"{flag} {value!r}: says why", said, done.said)
    done = program.run("init", "-f", "-", "--yes", *NOWHERE, "--nodes", "two", "--memory", "64GB", "--name", "A")
    tally.contains("all that is wrong at once, with its count", "3 things are wrong, and nothing was written.", done.said)
    done = program.run("init", "-f", "-", "--yes", *NOWHERE, "--rails", "1", "--rail-network", "a,b")
    tally.contains("more names than rails", "--rail-network: 2 values for 1 rail", done.said)


PROFILE = """apiVersion: railhead.dev/v1alpha1
kind: ClusterProfile
metadata: {name: hall}
spec:
  namespace: speech
  platform: openshift
  fabric: sriov-roce
  rails: [{network: east, resource: openshift.io/east}]
  launcherImage: registry.example/railhead:1
"""


def profiles(program, tally, place):
    there = folder(place, "profiles")
    (there / "clusters").mkdir()
    (there / "jobs").mkdir()
    (there / "clusters" / "hall.yaml").write_text(PROFILE)
    (there / "run.sh").write_text("torchrun train.py\n")
    words = ["-f", there / "jobs" / "railhead.yaml", "--cluster", there / "clusters" / "hall.yaml", "--image", "registry.example/s:1", "--command", f"@{os.path.relpath(there / 'run.sh')}"]
    done = program.run("init", *words)
    if tally.equal("--cluster: only the job is asked about", (0, ""), (done.status, done.text)):
        found = yaml.safe_load((there / "jobs" / "railhead.yaml").read_text())
        tally.equal("--cluster: the namespace is its own", "speech", found["metadata"]["namespace"])
        tally.equal("@FILE seen from the written file", "../run.sh", found["spec"]["scriptFile"])
        tally.contains("--cluster: its platform", "oc apply", done.said)
        sound(program, tally, "--cluster", there / "jobs")
    program.run("init", "-f", "jobs/two.yaml", "--cluster", "clusters/hall.yaml", "--yes", prepare=lambda: os.chdir(there))
    tally.equal("--cluster: the path is seen from the written file", "../clusters/hall.yaml", yaml.safe_load((there / "jobs" / "two.yaml").read_text())["spec"]["cluster"])
    (there / "link").symlink_to("jobs/deep")
    (there / "jobs" / "deep").mkdir()
    done = program.run("init", "-f", "link/three.yaml", "--cluster", "clusters/hall.yaml", "--yes", prepare=lambda: os.chdir(there))
    tally.equal("--cluster: a folder that is a link", "../../clusters/hall.yaml", yaml.safe_load((there / "jobs" / "deep" / "three.yaml").read_text())["spec"]["cluster"])
    done = program.run("init", *words, "--force", "--fabric", "ipoib")
    tally.contains("--cluster and a flag about the cluster", "--fabric: the file of --cluster says that", done.said)
    (there / "clusters" / "wrong.yaml").write_text(PROFILE.replace("east,", "East,"))
    done = program.run("init", "-f", "-", "--yes", "--cluster", there / "clusters" / "wrong.yaml")
    tally.equal("a profile with something wrong in it", 2, done.status)
    tally.contains("a profile with something wrong in it", "wrong.yaml:8:", done.said)
    (there / "clusters" / "bare.yaml").write_text(re.sub(r"  rails.*\n", "", PROFILE))
    done = program.run("init", "-f", "-", "--yes", "--cluster", there / "clusters" / "bare.yaml")
    tally.contains("a profile without rails: tcp", "mode: tcp", done.text)


def detected(program, tally, place):
    """What a machine tells, with where it was read."""
    for world, lines in (("ib-host", ("gpusPerNode: 2                      # read from /sys/bus/pci/devices", "fabric: shared-infiniband           # read from /sys/class/infiniband: mlx5_0 is InfiniBand, without virtual functions")),
                         ("roce-pod", ("platform: openshift                 # read from environment: PCIDEVICE_OPENSHIFT_IO_RAIL1", "fabric: sriov-roce                  # read from /sys/class/infiniband: mlx5_0 is Ethernet, ",
                                       "# resource: read from PCIDEVICE_OPENSHIFT_IO_RAIL1", "{network: rail2, resource: openshift.io/rail2}")),
                         ("tcp-vm", ("gpusPerNode: 8\n", "# A GUESS: 'ibv_devinfo'"))):
        done = program.run("init", "-f", "-", "--yes", "--from", worlds.as_file(world, place))
        for line in lines:
            tally.contains(f"{world}: detected", line, done.text)
    root = folder(place, "pod")
    account = root / "var/run/secrets/kubernetes.io/serviceaccount"
    account.mkdir(parents=True)
    (account / "namespace").write_text("lake")
    (account / "service-ca.crt").write_text("x")
    (root / "proc/self").mkdir(parents=True)
    (root / "proc/self/environ").write_text("PCIDEVICE_OPENSHIFT_IO_RAILB=0000:1b:00.2\0PCIDEVICE_OPENSHIFT_IO_RAILA=0000:1a:00.2\0")
    done = program.run("init", "-f", "-", "--yes", "--root", root)
    found = yaml.safe_load(done.text)
    cluster = found["spec"]["cluster"]
    tally.equal("a pod: its namespace, its platform", ("lake", "openshift", False), (found["metadata"]["namespace"], cluster["platform"], cluster["createNamespace"]))
    tally.equal("a pod: its resources", ["openshift.io/raila", "openshift.io/railb"], [rail["resource"] for rail in cluster["rails"]])
    tally.contains("a pod: where it was read", "# read from /var/run/secrets/kubernetes.io/serviceaccount/namespace", done.text)
    (account / "namespace").write_text("Lake\x1b[31m")
    tally.contains("a pod: a namespace that is none", "namespace: training", program.run("init", "-f", "-", "--yes", "--root", root).text)
    done = program.run("init", "-f", "-", "--yes", "--root", root, "--namespace", "hill")
    tally.contains("what the user says wins", "namespace: hill", done.text)


def dialogue(program, tally, place):
    there = folder(place, "dialogue")
    terminal = Terminal(program, there, *NOWHERE)
    tally.contains("it says what Enter does", "Enter takes what is in brackets", terminal.read("]: "))
    tally.contains("help", "What the cluster runs.", terminal.answer("?"))
    tally.contains("a number is a word", "Namespace [training]", terminal.answer("2"))
    tally.contains("a wrong answer says what was expected", 'found "Lake"', terminal.answer("Lake"))
    tally.contains("the question comes again", "GPUs of a node [8]", terminal.answer("lake"))
    tally.contains("an empty line is the default", "Name of the job [train]", terminal.answer(""))
    terminal.answer("")
    tally.contains("a beginning of a word", "Pods (one a node)", terminal.answer("job"))
    tally.contains("a number that is none", "expected a whole number from 1 to 65536", terminal.answer("many"))
    tally.contains("a control character", "control character", terminal.answer("\x1b[A"))
    tally.contains("what is no UTF-8", "no UTF-8", terminal.answer(b"\xff\xfe\n"))
    tally.contains("a guess is called one", "a guess", terminal.answer("3"))
    terminal.answer("registry.example/lake:1")
    terminal.answer("torchrun lake.py")
    terminal.answer("")
    tally.contains("a beginning that several have", "sriov-roce, sriov-infiniband", terminal.answer("sriov"))
    os.write(terminal.fd, b"\x04")
    tally.equal("Ctrl-D: exit code", 4, terminal.close())
    tally.contains("Ctrl-D: answers are kept", "9 answers are kept in railhead.yaml.partial", terminal.text)
    tally.equal("Ctrl-D: nothing else is left", ["railhead.yaml.partial"], os.listdir(there))
    tally.equal("nobody else reads them", 0o600, (there / "railhead.yaml.partial").stat().st_mode & 0o777)
    terminal = Terminal(program, there, *NOWHERE)
    tally.contains("it goes on from there", "Fabric [sriov-roce, a guess]", terminal.read("]: "))
    tally.contains("it says how many there are", "9 answers from railhead.yaml.partial", terminal.text)
    terminal.answer("ipoib")
    tally.equal("Ctrl-C", -signal.SIGINT, terminal.kill())
    tally.contains("Ctrl-C: each answer is kept at once", "fabric typed ipoib\n", (there / "railhead.yaml.partial").read_text())
    terminal = Terminal(program, there, *NOWHERE)
    text = terminal.read("]: ")
    for _ in range(20):
        if "Next:" in text or not text:
            break
        text = terminal.answer("", "]: ") if "]: " in text else terminal.read()
    tally.equal("to the end", 0, terminal.close())
    tally.equal("the kept answers are gone", ["railhead.yaml"], os.listdir(there))
    found = yaml.safe_load((there / "railhead.yaml").read_text())
    tally.equal("what was answered is written", ("lake", "ipoib", "job", 3, "registry.example/lake:1", ["torchrun", "lake.py"]),
                (found["metadata"]["namespace"], found["spec"]["cluster"]["fabric"], found["spec"]["kind"], found["spec"]["nodes"], found["spec"]["image"], found["spec"]["command"]))
    tally.contains("a resource that Enter took is a guess still", "# resource: A GUESS", (there / "railhead.yaml").read_text())
    sound(program, tally, "dialogue", there)


def entered(program, tally, place):
    """Enter all the way down."""
    there = folder(place, "entered")
    terminal = Terminal(program, there, *NOWHERE)
    text = terminal.read("]: ")
    count = 0
    while "]: " in text and count < 60:
        count += 1
        text = terminal.answer("")
    tally.equal("Enter all the way: exit code", 0, terminal.close())
    tally.true("Enter all the way: not many questions", 10 <= count <= 25, "10 to 25", count)
    done = program.run("init", "-f", "-", "--yes", *NOWHERE)
    tally.same_text("Enter all the way is --yes", done.text, (there / "railhead.yaml").read_text())
    sound(program, tally, "Enter all the way", there)


def lines(program, tally, place):
    """--ask: answers by a pipe. Nothing is asked twice."""
    there = folder(place, "lines")
    answers = b"openshift\nlake\n4\nname\nstatefulset\n2\nregistry.example/l:1\nsleep infinity\ntcp\nregistry.example/r:1\n\n\n\n\n"
    done = inside(program, there, "--ask", stdin=answers)
    tally.equal("--ask", (0, ""), (done.status, done.text))
    tally.equal("--ask: the answers", "name", yaml.safe_load((there / "railhead.yaml").read_text())["metadata"]["name"])
    for name, text, status, said in (("a wrong answer", b"openshift\nLake\n", 2, "did you mean lake?"), ("nothing", b"", 4, "nothing was written"), ("a line that is not ended", b"openshift", 4, "nothing was written"),
                                     ("a long line", b"a" * (1 << 20) + b"\n", 2, "at most 4096 characters"), ("no line end at all", b"a" * (32 << 20), 2, "at most 4096 characters"), ("NUL", b"\0\n", 2, "control character"),
                                     ("no UTF-8", b"\xff\n", 2, "no UTF-8"), ("marks of direction", "\u202eabc\n".encode(), 2, "control character"), ("NULs for ever", b"\0" * (4 << 20), 2, "at most 4096")):
        empty = folder(place, "lines " + name)
        done = inside(program, empty, "--ask", stdin=text)
        tally.equal(f"--ask, {name}", (status, ""), (done.status, done.text))
        tally.contains(f"--ask, {name}: says why", said, done.said)
        tally.true(f"--ask, {name}: no file", not (empty / "railhead.yaml").exists(), "none", os.listdir(empty))
        tally.true(f"--ask, {name}: memory", done.peak < program.most_memory, f"less than {program.most_memory}", done.peak)
    kept = there / "again.yaml.partial"
    for text, said in ((b"name typed lake\n", "1 answer from"), (b"bogus typed x\n", "again.yaml.partial:1"), (b"name typed\n", "again.yaml.partial:1"), (b"name shouted x\n", "again.yaml.partial:1"), (b"rail-network.64 typed x\n", "again.yaml.partial:1"),
                       (b"rail-network typed x\n", "again.yaml.partial:1"), (b"rail-network.0x typed x\n", "again.yaml.partial:1"), (b"# x\nname typed \x1b[31m\n", "again.yaml.partial:2"), (b"name typed LAKE\n", "--fresh"), (b"\0" * 100, "again.yaml.partial:1"),
                       (b"x" * (2 << 20), "larger than")):
        kept.write_bytes(text)
        done = program.run("init", "-f", there / "again.yaml", "--yes", *NOWHERE)
        tally.contains(f"kept answers {text[:30]!r}", said, done.said)
        tally.equal(f"kept answers {text[:30]!r}: exit code", 0 if said.startswith("1 ") else 2, done.status)
        (there / "again.yaml").unlink(missing_ok=True)
    kept.write_bytes(b"name typed LAKE\n")
    done = program.run("init", "-f", there / "again.yaml", "--yes", "--fresh", *NOWHERE)
    tally.equal("--fresh", (0, False), (done.status, kept.exists()))
    kept.unlink(missing_ok=True)
    kept.mkdir()
    done = program.run("init", "-f", there / "other.yaml", "--yes", *NOWHERE)
    done = program.run("init", "-f", there / "again.yaml", "--yes", "--force", *NOWHERE)
    tally.equal("kept answers that are a folder", 2, done.status)
    amd = program.run("init", "-f", "-", "--yes", "--gpu-resource", "amd.com/gpu", "--kind", "job", *NOWHERE)
    tally.contains("AMD's GPUs: guesses that fit them", "command: [rocm-smi, --showtopo]", amd.text)
    tally.equal("init | render", 0, program.run("render", "-", stdin=amd.out).status)
    done = program.run("init", "-f", there, "--yes", "--force", *NOWHERE)
    tally.equal("a folder in place of the file", (2, ""), (done.status, done.text))
    done = program.run("init", "-f", place / "absent" / "railhead.yaml", "--yes", *NOWHERE)
    tally.equal("a folder that is not there", (2, ""), (done.status, done.text))


def test(program, tally, place):
    NOWHERE[1] = folder(place, "nowhere")
    for part in (unattended, flags, profiles, detected, dialogue, entered, lines, matrix):
        part(program, tally, place)
