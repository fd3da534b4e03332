"""Where the result goes: a full, closed or cut stdout is said, never a crash; nothing but the result is ever on stdout."""
import os
import signal
import subprocess

import worlds


def closing(*numbers):
    def close():
        for number in numbers:
            os.close(number)
    return close


def test(program, tally, place):
    world = worlds.as_file("roce-pod", place)
    for command in (["doctor", "--from", world], ["doctor", "--from", world, "-o", "json"], ["checks"], ["checks", "-o", "json"],
                    ["schema", "doctor"], ["snapshot", "--probe=off"]):
        full_or_closed(program, tally, command)
    for numbers in ((0,), (2,), (0, 2), (0, 1, 2)):
        closed_streams(program, tally, world, place, numbers)
    cut(program, tally, world)
    written_files(program, tally, place)


def full_or_closed(program, tally, command):
    what = " ".join(map(str, command[:1] + command[3:]))
    with open("/dev/full", "wb") as full:
        done = program.run(*command, stdout=full)
    tally.true(f"{what} > /dev/full: exit code", done.status not in (0, 1), "neither 0 nor 1", done.status)
    if "json" not in command:
        tally.contains(f"{what} > /dev/full", "No space left", done.said)
    done = program.run(*command, prepare=closing(1))
    tally.true(f"{what} >&-: exit code", done.status not in (0, 1), "neither 0 nor 1", done.status)
    if "json" not in command:
        tally.contains(f"{what} >&-", "cannot write to stdout", done.said)


def closed_streams(program, tally, world, place, numbers):
    """Files opened in place of a closed stream must not be written to as if they were it."""
    usual = program.run("doctor", "--from", world)
    done = program.run("doctor", "--from", world, prepare=closing(*numbers))
    if 1 not in numbers:
        tally.true(f"doctor with {numbers} closed", done.out == usual.out, "the usual text", done.text)
    target = place / "closed.txt"
    target.unlink(missing_ok=True)
    done = program.run("snapshot", "--from", world, target, prepare=closing(*numbers))
    tally.equal(f"snapshot with {numbers} closed: exit code", 0, done.status)
    tally.true(f"snapshot with {numbers} closed", target.exists() and target.read_bytes().startswith(b"A Railhead snapshot"), "a snapshot", "none")


def cut(program, tally, world):
    """`railhead doctor | head -1`: the reader goes away."""
    process = subprocess.Popen([program.binary, "doctor", "--from", str(world), "-o", "json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                               env=program.environment({}))
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    tally.true("a reader that went away", process.wait(60) in (-signal.SIGPIPE, 0, 1, 3) and b"Sanitizer" not in said, "no crash", said)


def written_files(program, tally, place):
    """A snapshot replaces the file as a whole and leaves nothing beside it."""
    folder = place / "files"
    folder.mkdir()
    target = folder / "node.snapshot"
    target.write_text("old")
    done = program.run("snapshot", "--probe=off", target)
    tally.true("snapshot FILE", done.status == 0 and not done.out, "exit 0, nothing on stdout", f"{done.status} {done.text[:80]}")
    tally.true("snapshot FILE: replaced", target.read_text().startswith("A Railhead snapshot"), "a snapshot", target.read_text()[:80])
    tally.equal("snapshot FILE: what is beside it", ["node.snapshot"], [path.name for path in folder.iterdir()])
    (folder / "folder").mkdir()
    done = program.run("snapshot", "--probe=off", folder / "folder")
    tally.equal("snapshot into a folder: exit code", 2, done.status)
    tally.equal("snapshot into a folder: what is left", ["folder", "node.snapshot"], sorted(path.name for path in folder.iterdir()))
