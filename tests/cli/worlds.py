"""The small worlds of tests/worlds and tests/cli/worlds: as one file for --from, or unpacked as a tree for --root.

A world of tests/cli/worlds begins with "-- base --", the name of a world of tests/worlds, and says what differs; an entry that
failed with ENOENT takes away what was there."""
import base64
import os
import pathlib
import re

HERE = pathlib.Path(__file__).resolve().parent
BASES = HERE.parent / "worlds"
OVERLAYS = HERE / "worlds"
HEADER = re.compile(r"-- (?P<name>.+?)(?P<what>| -> .+| !\w+| \([^()]*\)) --")


def parsed(path):
    """name -> (what the header says beside the name, content)"""
    entries, name = {}, None
    for line in path.read_text().splitlines(keepends=True):
        header = HEADER.fullmatch(line.rstrip("\n"))
        if header:
            name = header["name"]
            entries[name] = (header["what"].strip(), "")
        elif name:
            entries[name] = (entries[name][0], entries[name][1] + line)
    return entries


def real(entries, path):
    """`path` with the links among the entries followed in all of its folders: sysfs is reached by class and lies by device."""
    done = []
    for part in path.split("/")[:-1]:
        done.append(part)
        what = entries.get("/".join(done), ("",))[0]
        if what.startswith("-> "):
            return real(entries, os.path.normpath("/".join([*done[:-1], what[3:]])) + path.removeprefix("/".join(done)))
    return path


def world(name):
    own = OVERLAYS / f"{name}.txtar"
    if not own.exists():
        return parsed(BASES / f"{name}.txtar")
    changes = parsed(own)
    entries = world(changes.pop("base")[1].strip())
    for given, entry in changes.items():
        path = real(entries, given)
        if entry[0] == "!ENOENT":
            entries = {old: kept for old, kept in entries.items() if old != path and not old.startswith(path + "/")}
        else:
            entries[path] = entry
    return entries


def as_file(name, place):
    """The world as a snapshot below `place`."""
    path = place / f"{name}.txtar"
    path.write_text("".join(f"-- {entry}{' ' if what else ''}{what} --\n{text}" for entry, (what, text) in world(name).items()))
    return path


def as_tree(name, place):
    """The world's root/ as files below `place`. Nodes are made where mknod is allowed; reads that failed cannot be unpacked."""
    for entry, (what, text) in world(name).items():
        if entry == "environ":
            write(place / "proc/self/environ", text.replace("\n", "\0").encode())
        if not entry.startswith("root/"):
            continue
        path = place / entry.removeprefix("root/")
        path.parent.mkdir(parents=True, exist_ok=True)
        if what.startswith("-> "):
            path.symlink_to(what[3:])
        elif what == "(dir)":
            path.mkdir(exist_ok=True)
        elif what.startswith("("):
            special(path, what.strip("()"), text)
        elif not what:
            path.write_text(text)
    return place


def write(path, content):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)


def special(path, what, text):
    if what in ("base64", "unread"):
        path.write_bytes(base64.b64decode(text))
        return
    kind, numbers, mode, _ = what.split()
    major, minor = map(int, numbers.split(":"))
    try:
        os.mknod(path, (0o020000 if kind == "c" else 0o060000) | int(mode, 8), os.makedev(major, minor))
        path.chmod(int(mode, 8))
    except PermissionError:
        return
