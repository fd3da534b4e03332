"""node memlock: what it shows, renders and writes; that it writes whole files, inside the root, or nothing."""
import os

from goldens import compare

CRIO = "etc/crio/crio.conf.d/99-railhead-memlock.conf"
CONTAINERD = "etc/systemd/system/containerd.service.d/99-railhead-memlock.conf"
DOCKER = "etc/systemd/system/docker.service.d/99-railhead-memlock.conf"
JSON = "etc/docker/daemon.json"
LIMITS = ("Limit                     Soft Limit           Hard Limit           Units     \n"
          "Max locked memory         8388608              8388608              bytes     \n")
FILES = {
    "etc/crio/crio.conf.d/10-site.conf": '[crio.runtime]\ndefault_ulimits = ["nofile=1024:2048", "memlock=65536:65536"]\n',
    "usr/lib/systemd/system/containerd.service": "[Service]\nExecStart=/usr/bin/containerd\n",
    JSON: '{\n    "log-driver": "json-file"\n}\n',
    "proc/812/comm": "containerd\n",
    "proc/812/limits": LIMITS,
    "proc/812/cmdline": "/usr/bin/containerd\0",
}


def node(root, files=FILES):
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return root


def tree(root):
    """path -> bytes of every file"""
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file() and not path.is_symlink()}


def test(program, tally, place):
    root = node(place / "show")
    compare(tally, "node-show.txt", program.run("node", "memlock", "show", "--root", root).text)
    _, found = program.json("node", "memlock", "show", "--root", root)
    tally.equal("show: runtimes", ["crio", "containerd", "docker"], [item["runtime"] for item in found["runtimes"]])
    for runtime in ("crio", "containerd", "docker"):
        compare(tally, f"node-render-{runtime}.txt", program.run("node", "memlock", "render", "--root", root, "--runtime", runtime).text)
        program.json("node", "memlock", "render", "--root", root, "--runtime", runtime)
    compare(tally, "node-render-openshift.txt", program.run("node", "memlock", "render", "--openshift", "--value", "64GiB").text)
    program.json("node", "memlock", "render", "--openshift")
    several = program.run("node", "memlock", "apply", "--root", root)
    tally.true("several runtimes", several.status == 2 and "--runtime" in several.said, "a question", several.said)
    applied(program, tally, place)
    refused(program, tally, place)
    outside(program, tally, place)
    without_rights(program, tally, place)


def applied(program, tally, place):
    for runtime, written in (("crio", {CRIO}), ("containerd", {CONTAINERD}), ("docker", {DOCKER, JSON})):
        root = node(place / f"apply-{runtime}")
        before = tree(root)
        done, _ = program.json("node", "memlock", "apply", "--root", root, "--runtime", runtime, "--dry-run")
        tally.equal(f"{runtime} --dry-run: files", before, tree(root))
        done, found = program.json("node", "memlock", "apply", "--root", root, "--runtime", runtime)
        after = tree(root)
        backups = {item["backup"].lstrip("/"): item["path"].lstrip("/") for item in found["files"] if item["backup"]}
        tally.equal(f"{runtime}: exit code", 0, done.status)
        tally.equal(f"{runtime}: files that are new or changed", written | set(backups), {path for path in after if after[path] != before.get(path)})
        tally.equal(f"{runtime}: the backups", {path: before[old] for path, old in backups.items()}, {path: after[path] for path in backups})
        tally.true(f"{runtime}: what to restart", found["restart"], "commands", found)
        again, found = program.json("node", "memlock", "apply", "--root", root, "--runtime", runtime)
        tally.equal(f"{runtime} twice: files", after, tree(root))
        tally.equal(f"{runtime} twice", {"unchanged"}, {item["action"] for item in found["files"]})
        program.json("node", "memlock", "apply", "--root", root, "--runtime", runtime, "--value", "1GiB")
        program.json("node", "memlock", "apply", "--root", root, "--runtime", runtime)
        copies = [content for path, content in tree(root).items() if path.startswith("var/lib/railhead/backup")]
        tally.equal(f"{runtime}: no backup is lost", len(backups) + 2 * len(written), len(copies))


def refused(program, tally, place):
    """Files that are not what they should be: the line is named and nothing is written."""
    for name, runtime, path, text, message in (
            ("toml", "crio", "etc/crio/crio.conf", "[crio.runtime]\ndefault_ulimits = [1]\n", "/etc/crio/crio.conf:2: expected a string"),
            ("json", "docker", JSON, '{\n  "a": 1,\n}\n', "/etc/docker/daemon.json:3: expected JSON, found '}'"),
            ("number", "docker", JSON, '{"a": 1e999}', "daemon.json: expected numbers that 64 bits hold"),
            ("depth", "docker", JSON, '{"a":\n' + "[" * 200000 + "]" * 200000 + "}", "daemon.json:2: expected at most 64"),
            ("folder", "crio", "etc/crio/crio.conf.d/zz/site", '[crio.runtime]\ndefault_ulimits = ["core=0:0"]\n', "zz/site:2, which is read later"),
            ("all services", "containerd", "etc/systemd/system/service.d/zz.conf", "[Service]\nLimitMEMLOCK=64K\n", "service.d/zz.conf:2"),
            ("flag", "docker", "lib/systemd/system/docker.service", "[Service]\nExecStart=/usr/bin/dockerd --default-ulimit a=1\n",
             "/lib/systemd/system/docker.service:2: dockerd is started with --default-ulimit"),
            ("later", "containerd", "etc/systemd/system/containerd.service.d/zz.conf", "[Service]\nLimitMEMLOCK=64K\n", "zz.conf:2")):
        root = node(place / f"refused-{name}", {path: text})
        before = tree(root)
        done = program.run("node", "memlock", "apply", "--root", root, "--runtime", runtime)
        tally.equal(f"{name}: exit code", 2, done.status)
        tally.contains(name, message, done.said)
        tally.equal(f"{name}: files", before, tree(root))
        program.json("node", "memlock", "apply", "--root", root, "--runtime", runtime)


def outside(program, tally, place):
    """No link leads out of the root, and none is replaced or written through."""
    victim = place / "victim"
    victim.mkdir()
    (victim / "daemon.json").write_text("{}")
    for name, link, target in (("folder", "etc/docker", victim), ("file", JSON, victim / "daemon.json"), ("dots", "etc/docker", "../../../victim")):
        root = place / f"outside-{name}"
        (root / link).parent.mkdir(parents=True)
        (root / link).symlink_to(target)
        done = program.run("node", "memlock", "apply", "--root", root, "--runtime", "docker")
        tally.true(f"link to outside, {name}: exit code", done.status in (2, 3), "2 or 3", f"{done.status} {done.text}")
        tally.equal(f"link to outside, {name}: the victim", {"daemon.json": b"{}"}, tree(victim))
        tally.true(f"link to outside, {name}: nothing half-written", DOCKER not in tree(root), "no drop-in", tree(root))


def without_rights(program, tally, place):
    root = node(place / "rights")
    if os.geteuid() != 0:
        tally.skip("another user", "only root can run as another user")
        return
    done = program.run("node", "memlock", "apply", "--root", root, "--runtime", "crio", uid=65534)
    tally.equal("another user: exit code", 3, done.status)
    tally.contains("another user", "Permission denied", done.said)
    tally.contains("another user", "needs root", done.said)
    done = program.run("node", "memlock", "apply", "--runtime", "crio", uid=65534)
    tally.true("another user on this machine", done.status == 3 and "needs root" in done.said, "exit 3", f"{done.status} {done.said}")
    tally.true("this machine is as it was", not os.path.exists("/" + CRIO), "no file", CRIO)
