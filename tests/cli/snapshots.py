"""doctor --from of a snapshot says, byte for byte, what doctor said of the machine itself; only the time differs."""
import json
import re

import trees
import worlds
from program import neutral

# These move between two runs on a live machine.
MOVING = re.compile(r'"(available_bytes|used_bytes|free|used|locked_bytes|pinned_bytes)": \d+')

# In the other hostile trees an errno differs (a file in place of a folder, circles of links), or a name cannot be written.
EXACT = ("unknown_vendor", "nothing", "pipes", "sparse", "just_below", "numbers", "deep")


def test(program, tally, place):
    this_machine(program, tally, place)
    for name in ("ib-host", "roce-pod", "tcp-vm", "broken-pod", "broken-host"):
        root = place / f"{name}.root"
        worlds.as_tree(name, root)
        same(program, tally, name, root, place)
        again(program, tally, name, worlds.as_file(name, place), place)
    for name in EXACT:
        build = trees.HOSTILE[name]
        root = place / f"{name}.hostile"
        root.mkdir()
        build(root)
        same(program, tally, name, root, place)
    odd_names(program, tally, place)
    conf_files(program, tally, place)


def this_machine(program, tally, place):
    """Twice at most: memory may move between the two looks."""
    path = place / "live.snapshot"
    for level in ("off", "open"):
        for attempt in (1, 2, 3):
            taken = program.run("snapshot", f"--probe={level}", path)
            live = program.run("doctor", f"--probe={level}", "-o", "json")
            replayed = program.run("doctor", "--from", path, f"--probe={level}", "-o", "json")
            expected, got = (MOVING.sub(r'"\1": 0', neutral(done.text)) for done in (live, replayed))
            if expected == got or attempt == 3:
                break
        tally.equal(f"snapshot --probe={level} of this machine: exit code", 0, taken.status)
        tally.same_text(f"this machine, --probe={level}, live and replayed", expected, got)
    program.parsed("doctor --from of this machine", "doctor", replayed)


def same(program, tally, name, root, place):
    """A tree by --root, and by the snapshot of it."""
    path = place / f"{name}.snapshot"
    taken = program.run("snapshot", "--root", root, "--probe=off", path)
    if not tally.equal(f"snapshot --root of {name}: exit code", 0, taken.status):
        return
    direct, _ = program.json("doctor", "--root", root, "--probe=off")
    replayed, _ = program.json("doctor", "--from", path, "--probe=off")
    tally.same_text(f"{name}: --root and --from its snapshot", neutral(direct.text), neutral(replayed.text))


def again(program, tally, name, path, place):
    """The snapshot of a snapshot gives the same facts."""
    second = place / f"{name}.second"
    program.run("snapshot", "--from", path, second)
    first, again = (program.run("doctor", "--from", source, "-o", "json") for source in (path, second))
    tally.same_text(f"{name}: a snapshot of the snapshot", neutral(first.text), neutral(again.text))


def conf_files(program, tally, place):
    """Settings out of nccl.conf files: found by HOME, behind a link, with CR LF, and one that is named and not there."""
    for name, environ in (("home", "HOME=/root\0"), ("named", "NCCL_CONF_FILE=/data/none.conf\0RANK=0\0"), ("relative", "NCCL_CONF_FILE=x\0")):
        root = place / f"conf-{name}"
        trees.device(root, "mlx5_0")
        trees.put(root, "proc/self/environ", environ)
        trees.put(root, "root/.nccl.conf", "# own\nexport NCCL_DEBUG=INFO\nHF_TOKEN=x\n")
        trees.put(root, "data/site.conf", "NCCL_DEBUG=WARN\r\n\r\nNCCL_IB_TC=106\r\n")
        (root / "etc").mkdir()
        (root / "etc/nccl.conf").symlink_to("/data/site.conf")
        same(program, tally, f"nccl.conf, {name}", root, place)
        done, found = program.json("doctor", "--root", root, "--probe=off")
        sources = [variable["source"] for variable in found["facts"]["environment"]["variables"] if variable["name"] == "NCCL_IB_TC"]
        tally.equal(f"nccl.conf, {name}: where a setting was read", ["/etc/nccl.conf:3"], sources)


def odd_names(program, tally, place):
    """Names that would read as other lines of the archive: the snapshot still reads, and nothing is made up by them."""
    root = place / "odd-names"
    for name in ("mlx5_0", "x -> /etc/passwd", "y (dir)", "z !EACCES", "a\n-- root/proc/modules --\nfaked 1 0 - Live 0x0\n-- b", "c --", "-- d"):
        trees.device(root, name)
    path = place / "odd-names.snapshot"
    done = program.run("snapshot", "--root", root, path)
    tally.equal("snapshot of odd names: exit code", 0, done.status)
    _, found = program.json("doctor", "--from", path)
    if found:
        names = [device["name"] for device in found["facts"]["rdma"]["devices"]]
        tally.true("odd names: the sound device", "mlx5_0" in names, "mlx5_0", names)
        tally.lacks("odd names: an entry made up", "faked", json.dumps(found))
