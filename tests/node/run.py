#!/usr/bin/env python3
"""What `node memlock` writes, read by the programs it is written for: systemd-analyze, dockerd --validate, containerd, a TOML parser. And the
unit of `railhead nri`.

usage: tests/node/run.py BINARY

No daemon is started. What is not to be had is skipped by name. The last line is "node: N passed, N failed, N skipped"."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import traceback

sys.dont_write_bytecode = True
HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "support"), str(HERE.parent / "cli")]

import debian  # noqa: E402  (the path above has to be set first)
from tally import Tally  # noqa: E402

SECONDS = 60
# dockerd checks its configuration with --validate since version 23, so that Debian 12's is too old.
DEBIAN = debian.Suite("trixie")
VALUES = {"unlimited": -1, "64GiB": 64 << 30, "65537": 65537}


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=SECONDS)


class Node:
    """A node made of files."""

    def __init__(self, binary, root, files=None):
        self.binary, self.root = binary, root
        root.mkdir(parents=True)
        for path, text in (files or {}).items():
            self.path(path).parent.mkdir(parents=True, exist_ok=True)
            self.path(path).write_text(text)

    def path(self, path):
        return self.root / path.lstrip("/")

    def railhead(self, action, *words):
        return run(self.binary, "node", "memlock", action, "--root", self.root, *words)

    def apply(self, runtime, value="unlimited"):
        done = self.railhead("apply", "--runtime", runtime, "--value", value, "-o", "json")
        answer = json.loads(done.stdout)
        assert done.returncode == 0, answer
        return answer


def crio(tally, binary, place):
    """CRI-O is not in Debian; Python's TOML parser reads the drop-in back."""
    try:
        import tomllib
    except ImportError:
        tally.skip("crio", "Python has no tomllib before 3.11")
        return
    site = '[crio.runtime]\ndefault_ulimits = [ # ]\n  "nofile=1024:2048", \'core=0\', "memlock=1:1",\n]\n[crio.image]\npause = "]"\n'
    for value, number in VALUES.items():
        node = Node(binary, place / value, {"/etc/crio/crio.conf.d/10-site.conf": site})
        node.apply("crio", value)
        read = tomllib.loads(node.path("/etc/crio/crio.conf.d/99-railhead-memlock.conf").read_text())
        expected = {"crio": {"runtime": {"default_ulimits": ["nofile=1024:2048", "core=0", f"memlock={number}:{number}"]}}}
        tally.equal(f"crio {value}", expected, read)


def systemd(tally, binary, place):
    """The drop-in beside the service of the package, whose program is replaced by one that is here."""
    if not shutil.which("systemd-analyze"):
        tally.skip("systemd", "there is no systemd-analyze")
        return
    for package, service, runtime in (("containerd", "containerd", "containerd"), ("docker.io", "docker", "docker")):
        try:
            unit = next(DEBIAN.unpacked(package).rglob(f"{service}.service")).read_text()
        except debian.Unavailable as problem:
            tally.skip(f"systemd {service}", str(problem))
            continue
        lines = [line for line in unit.splitlines() if not line.startswith(("ExecStart", "After=", "Wants=", "Requires="))]
        lines.insert(lines.index("[Service]") + 1, "ExecStart=/bin/true")
        for value in VALUES:
            node = Node(binary, place / f"{service}-{value}", {f"/etc/systemd/system/{service}.service": "\n".join(lines) + "\n"})
            node.apply(runtime, value)
            unit_file = node.path(f"/etc/systemd/system/{service}.service")
            done = run("systemd-analyze", "--man=no", "verify", unit_file)
            tally.equal(f"systemd-analyze verify {service} {value}", (0, ""), (done.returncode, done.stdout + done.stderr))
        drop_in = node.path(f"/etc/systemd/system/{service}.service.d/99-railhead-memlock.conf")
        drop_in.write_text(drop_in.read_text().replace("LimitMEMLOCK=65537", "LimitMEMLOCK=much"))
        done = run("systemd-analyze", "--man=no", "verify", unit_file)
        tally.contains(f"systemd-analyze verify {service}: it read the drop-in", "much", done.stderr)


def nri_unit(tally, _binary, place):
    """The unit of packaging/systemd, whose program is replaced by one that is here, by systemd's own judgement of it."""
    if not shutil.which("systemd-analyze"):
        tally.skip("railhead-nri.service", "there is no systemd-analyze")
        return
    text = (HERE.parents[1] / "packaging/systemd/railhead-nri.service").read_text()
    unit = place / "railhead-nri.service"
    unit.write_text(text.replace("ExecStart=railhead ", "ExecStart=true "))
    done = run("systemd-analyze", "--man=no", "verify", unit)
    tally.equal("systemd-analyze verify railhead-nri", (0, ""), (done.returncode, done.stdout + done.stderr))
    # 1.8 of 10, of which its uid, the host's network for the metrics and AF_UNIX are most.
    done = run("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", unit)
    tally.true("systemd-analyze security railhead-nri", done.returncode == 0, "an exposure of at most 2.0", done.stdout[-400:] + done.stderr)
    unit.write_text(text.replace("ExecStart=railhead ", "ExecStart=true ").replace("ProtectSystem=strict\n", "").replace("CapabilityBoundingSet=\n", ""))
    done = run("systemd-analyze", "security", "--offline=true", "--no-pager", "--threshold=20", unit)
    tally.true("systemd-analyze security: a unit that may more", done.returncode != 0, "more than 2.0", done.stdout[-400:])
    lines = text.splitlines()
    wanted = ["Type=notify", "NotifyAccess=main", "Restart=always", "ExecReload=kill -HUP $MAINPID", "CapabilityBoundingSet=", "NoNewPrivileges=yes",
              "ProtectSystem=strict", "After=containerd.service crio.service"]
    tally.equal("railhead-nri.service: what it says", [], [each for each in wanted if each not in lines])
    ended = [line for line in lines if line.startswith(("BindsTo=", "Requires=", "PartOf=", "User="))]
    tally.equal("railhead-nri.service: a restart of the runtime does not end it", [], ended)


def containerfile(tally, _binary, _place):
    """The image is built with the packages that the Makefile installs."""
    root = HERE.parents[1]
    makefile, image = ((root / name).read_text().replace("\\\n", " ") for name in ("Makefile", "packaging/Containerfile"))
    wanted = next(line.split(":=")[1].split() for line in makefile.splitlines() if line.startswith("BUILD_PACKAGES"))
    [installed] = [line for line in image.splitlines() if "apt-get install" in line]
    packages = [word for word in installed.split("apt-get install")[1].split("&&")[0].split() if not word.startswith("-")]
    tally.equal("Containerfile: packages", sorted(wanted), sorted(packages))
    users = [line for line in image.splitlines() if line.startswith("USER ")]
    tally.equal("Containerfile: not as root", ["USER 65532:65532"], users)


DAEMON_JSON = {
    "none": None,
    "empty": "{}",
    "one line": '{"debug": true, "log-driver": "json-file"}',
    "indented": '{\n\t"log-opts": {"max-size": "10m", "tag": "a } b"},\n\t"mtu": 9000\n}\n',
    "another limit": '{\n  "default-ulimits": {\n    "nofile": {"Name": "nofile", "Soft": 64000, "Hard": 64000}\n  }\n}\n',
    "a low one": '{"default-ulimits": {"memlock": {"Name": "memlock", "Soft": 65536, "Hard": 65536}}, "debug": false}',
}


def docker(tally, binary, place):
    try:
        dockerd = DEBIAN.program("docker.io", "usr/sbin/dockerd")
    except debian.Unavailable as problem:
        tally.skip("docker", str(problem))
        return

    def validated(file, *flags):
        return run(dockerd, "--validate", "--userland-proxy=false", "--config-file", file, *flags)

    for name, text in DAEMON_JSON.items():
        for value, number in VALUES.items():
            files = {} if text is None else {"/etc/docker/daemon.json": text}
            node = Node(binary, place / f"{name}-{value}", files)
            node.apply("docker", value)
            file = node.path("/etc/docker/daemon.json")
            done = validated(file)
            tally.true(f"dockerd --validate {name} {value}", done.returncode == 0 and "configuration OK" in done.stdout + done.stderr,
                       "configuration OK", done.stdout + done.stderr)
            expected = json.loads(text or "{}")
            expected.setdefault("default-ulimits", {})["memlock"] = {"Name": "memlock", "Soft": number, "Hard": number}
            tally.equal(f"daemon.json {name} {value}", expected, json.loads(file.read_text()))
    wrong = place / "wrong.json"
    wrong.write_text(file.read_text().replace('"Soft": 65537', '"Soft": "much"'))
    tally.true("dockerd --validate refuses what is wrong", validated(wrong).returncode != 0, "a failure", "success")
    done = validated(file, "--default-ulimit", "nofile=1:1")
    tally.contains("dockerd with the flag and the member does not start", "both as a flag and in the configuration file", done.stderr)


def containerd(tally, _binary, place):
    """Why containerd gets a drop-in of systemd: its own configuration has no limit to set."""
    try:
        program = DEBIAN.program("containerd", "usr/bin/containerd")
    except debian.Unavailable as problem:
        tally.skip("containerd", str(problem))
        return
    empty = place / "config.toml"
    empty.write_text("version = 2\n")
    done = run(program, "--config", empty, "config", "dump")
    tally.true("containerd config dump", done.returncode == 0 and "[plugins]" in done.stdout, "its configuration", done.stderr)
    found = [line for line in done.stdout.lower().splitlines() if "memlock" in line or "ulimit" in line or "rlimit" in line]
    tally.equal("containerd has no setting for memlock", [], found)


def machine_config(tally, binary, place):
    """The manifest as YAML, and its data URL as the drop-in."""
    try:
        import yaml
    except ImportError:
        tally.skip("MachineConfig", "there is no python3-yaml")
        return
    import urllib.request
    done = run(binary, "node", "memlock", "render", "--openshift", "--role", "gpu")
    manifest = yaml.safe_load(done.stdout)
    tally.equal("MachineConfig: role", {"machineconfiguration.openshift.io/role": "gpu"}, manifest["metadata"]["labels"])
    config = manifest["spec"]["config"]
    tally.equal("MachineConfig: Ignition", "3.2.0", config["ignition"]["version"])
    file = config["storage"]["files"][0]
    tally.equal("MachineConfig: mode", 0o644, file["mode"])
    with urllib.request.urlopen(file["contents"]["source"]) as answer:
        content = answer.read().decode()
    node = Node(binary, place / "node")
    node.apply("crio")
    tally.equal("MachineConfig: the drop-in", node.path(file["path"]).read_text(), content)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    binary = pathlib.Path(sys.argv[1]).resolve()
    tally = Tally()
    for suite in (crio, systemd, nri_unit, containerfile, docker, containerd, machine_config):
        with tempfile.TemporaryDirectory(prefix="railhead-node-") as place:
            try:
                suite(tally, binary, pathlib.Path(place))
            except Exception:  # noqa: BLE001  (whatever it was, the others still run)
                tally.fail(suite.__name__, "an end", traceback.format_exc())
    print(f"node: {tally.passed} passed, {tally.failed} failed, {tally.skipped} skipped")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
