"""libnccl-env-railhead.so in a program that loads it as NCCL does: it answers what `railhead env` says, leaves all else to the
environment, starts no thread, shows no symbol but NCCL's, and asks no newer glibc than the program does."""
import os
import pathlib
import re
import shutil
import statistics
import subprocess
import sys

from elf import NEWEST

ROOT = pathlib.Path(__file__).resolve().parents[2]
NAMES = ["NCCL_IB_HCA", "NCCL_SOCKET_IFNAME", "NCCL_CROSS_NIC", "NCCL_IB_DISABLE", "NCCL_NET", "NCCL_IB_GID_INDEX", "NCCL_IB_TC", "NCCL_DEBUG",
         "NCCL_NO_SUCH_VARIABLE"]


def test(program, tally, place):
    plugin = program.beside / "libnccl-env-railhead.so"
    if program.sanitized:
        return tally.skip("the environment plugin", "a sanitizer's runtime would have to be in the host too")
    if not shutil.which("cc") or not shutil.which("readelf"):
        return tally.skip("the environment plugin", "there is no cc or no readelf")
    host = place / "host"
    subprocess.run(["cc", "-O1", "-Wall", "-Werror", "-o", host, ROOT / "tests/plugin/host.c", "-ldl"], check=True)
    file(tally, plugin)
    here(program, tally, host, plugin)
    trees(program, tally, host, plugin, place)


def asked(tally, host, plugin, version="1", root="/", env=None, names=NAMES):
    """name -> value, None where it is unset; with "init" and "threads" beside them."""
    done = subprocess.run([host, plugin, version, root, *names], capture_output=True, text=True, check=False, timeout=60,
                          env={"PATH": "/usr/bin:/bin", **(env or {})})
    tally.true(f"host {version} {root}: exit code", done.returncode == 0, 0, f"{done.returncode}: {done.stderr}")
    tally.contains(f"host {version} {root}: a value stays where it is", "again same", done.stdout)
    found = {"log": done.stderr}
    for line in done.stdout.splitlines():
        if "=" in line:
            name, found[name] = line.split("=", 1)
        else:
            name, value = line.split(" ", 1)
            found[name] = None if value == "unset" else value
            if name in ("init", "threads"):
                found[name] = int(value)
    return found


def planned(report):
    """What the plugin has to answer: NCCL's own variables that the user did not set."""
    return {item["name"]: item["value"] for item in report["settings"] if item["name"].startswith("NCCL_") and item["origin"] != "user"}


def same(tally, what, report, found):
    tally.equal(what, {name: planned(report).get(name) for name in NAMES}, {name: found[name] for name in NAMES})


def file(tally, plugin):
    symbols = subprocess.run(["readelf", "--wide", "--dyn-syms", plugin], capture_output=True, text=True, check=True).stdout
    shown = sorted({line.split()[-1] for line in symbols.splitlines() if " UND " not in line and re.search(r" (GLOBAL|WEAK|UNIQUE) +DEFAULT ", line)})
    tally.equal("symbols of the plugin", ["ncclEnvPlugin_v1", "ncclEnvPlugin_v2"], shown)
    versions = subprocess.run(["readelf", "--wide", "--version-info", plugin], capture_output=True, text=True, check=True).stdout
    found = {tuple(map(int, one.split("."))) for one in re.findall(r"GLIBC_(\d+(?:\.\d+)+)", versions)}
    tally.true("glibc of the plugin", found and max(found) <= NEWEST, f"none newer than {NEWEST}", found)
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", subprocess.run(["readelf", "--dynamic", plugin], capture_output=True, text=True, check=True).stdout)
    others = [name for name in needed if not re.fullmatch(r"libc\.so\.6|libm\.so\.6|libgcc_s\.so\.1|ld-linux[-a-z0-9_]*\.so\.\d|ld64\.so\.\d", name)]
    tally.true("libraries of the plugin", not others, "libc, libm and libgcc_s", needed)


def here(program, tally, host, plugin):
    for version in ("1", "2"):
        _, report = program.json("env")
        found = asked(tally, host, plugin, version)
        same(tally, f"plugin {version} here", report, found)
        tally.equal(f"plugin {version}: threads", 1, found["threads"])
    tally.contains("what version 2 logs", "ENV/Plugin: railhead: ", found["log"])
    own = {"NCCL_SOCKET_IFNAME": "bond0", "NCCL_NET": "Socket", "NCCL_DEBUG": "INFO", "HOME": "/root", "PATH": "/x"}
    found = asked(tally, host, plugin, env=own, names=[*NAMES, "HOME", "PATH"])
    tally.equal("what is set wins, NCCL's or not", own, {name: found[name] for name in own})
    found = asked(tally, host, plugin, env={"NCCL_SOCKET_IFNAME": ""})
    tally.equal("what is set to nothing is set", "", found["NCCL_SOCKET_IFNAME"])
    found = asked(tally, host, plugin, env={"MASTER_ADDR": "192.0.2.7", "PCIDEVICE_BROKEN_INFO": "{", "LD_LIBRARY_PATH": "x" * 100000})
    tally.true("an odd environment", found["NCCL_NO_SUCH_VARIABLE"] is None, "no answer", found)


def trees(program, tally, host, plugin, place):
    """Machines of InfiniBand devices, by chroot between dlopen and init; /dev/null stands in for the device nodes."""
    if os.geteuid() != 0:
        return tally.skip("the plugin on machines with devices", "chroot needs root")
    sys.path.insert(0, str(ROOT / "tests/plugin"))
    import machines  # noqa: PLC0415
    for devices in (0, 2, 8):
        root = place / f"tree-{devices}"
        try:
            machines.make(root, devices)
        except PermissionError as problem:
            return tally.skip("the plugin on machines with devices", f"no device nodes can be made here: {problem}")
        _, report = program.json("env", "--root", root)
        found = [asked(tally, host, plugin, root=str(root)) for _ in range(5)]
        tally.equal(f"plugin with {devices} devices", devices or None, found[0]["NCCL_IB_HCA"] and len(found[0]["NCCL_IB_HCA"].split(",")))
        names = ["NCCL_IB_HCA", "NCCL_CROSS_NIC", "NCCL_IB_DISABLE", "NCCL_IB_TC"]  # addresses are those of the machine below
        tally.equal(f"plugin and env with {devices} devices", {name: planned(report).get(name) for name in names}, {name: found[0][name] for name in names})
        print(f"plugin: init with {devices} InfiniBand devices takes {statistics.median(one['init'] for one in found)} us of CPU time", flush=True)
    machines.make(place / "roce", 8, roce=True)
    found = [asked(tally, host, plugin, root=str(place / "roce")) for _ in range(5)]
    tally.equal("plugin with 8 RoCE devices", "=" + ",".join(f"mlx5_{number}:1" for number in range(8)), found[0]["NCCL_IB_HCA"])
    print(f"plugin: init with 8 RoCE devices takes {statistics.median(one['init'] for one in found)} us of CPU time", flush=True)
    return None
