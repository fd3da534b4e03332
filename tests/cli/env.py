"""railhead env: its five forms word for word, that they say the same, what a shell makes of them, and its exit codes."""
import json
import shlex
import subprocess

import worlds
import yaml
from goldens import compare

FORMS = {"shell": "sh", "dotenv": "env", "yaml": "yaml", "json": "json"}
WORLDS = ["roce-pod", "ib-host", "tcp-vm"]


def changed(name, place, environ, label):
    """The world NAME with these variables as well."""
    path = place / f"{label}.txtar"
    text = worlds.as_file(name, place).read_text()
    own = "".join(f"{key}={value}\n" for key, value in environ.items())
    path.write_text(text.replace("-- environ --\n", f"-- environ --\n{own}", 1) if "-- environ --" in text else f"{text}-- environ --\n{own}")
    return path


def settings(report):
    return {setting["name"]: setting["value"] for setting in report["settings"]}


def test(program, tally, place):
    for name in WORLDS:
        forms(program, tally, worlds.as_file(name, place), name)
    explained = program.run("env", "--explain", "--from", worlds.as_file("roce-pod", place))
    compare(tally, "env-roce-pod.txt", explained.text)
    refusals(program, tally, place)
    wishes(program, tally, place)
    users_values(program, tally, place)
    here(program, tally)


def forms(program, tally, world, name):
    done, report = program.json("env", "--from", world)
    tally.equal(f"env {name}: exit code", 0, done.status)
    if report is None:
        return
    for form, ending in FORMS.items():
        text = program.run("env", "-o", form, "--from", world)
        tally.true(f"env -o {form} {name}: stderr", not text.err, "nothing", text.said)
        compare(tally, f"env-{name}.{ending}", text.text)
        again = program.run("env", "-o", form, "--from", world)
        tally.true(f"env -o {form} {name}: twice", again.out == text.out, "the same bytes", "others")
    tally.equal(f"env -o yaml {name}", [{"name": key, "value": value} for key, value in settings(report).items()],
                yaml.safe_load(program.run("env", "-o", "yaml", "--from", world).text)["env"])
    tally.equal(f"env -o dotenv {name}", settings(report), dotenv(program.run("env", "-o", "dotenv", "--from", world).text))
    tally.equal(f"env in a shell {name}", settings(report), in_shell(program.run("env", "--from", world).text, settings(report)))


def dotenv(text):
    """As `docker run --env-file` reads it: no quotes at all."""
    return dict(line.split("=", 1) for line in text.splitlines() if line and not line.startswith("#"))


def in_shell(text, names):
    """What the shell's own children see."""
    script = text + "".join(f"printf '%s\\0' \"${{{name}-(unset)}}\"\n" for name in names)
    done = subprocess.run(["sh", "-e", "-u", "-c", script], capture_output=True, text=True, check=False, env={"PATH": "/usr/bin:/bin"})
    return dict(zip(names, done.stdout.split("\0")))


def refusals(program, tally, place):
    tcp, roce = worlds.as_file("tcp-vm", place), worlds.as_file("roce-pod", place)
    for words in (["--mode", "rdma"], ["--require-rdma"], ["--require", "rdma"]):
        done = program.run("env", *words, "--from", tcp)
        tally.equal(f"env {words} without devices: exit code", 3, done.status)
        tally.true(f"env {words} without devices: stdout", not done.out, "nothing that a shell could take over", done.text)
        tally.contains(f"env {words} without devices", "there is no RDMA device", done.said)
        done, report = program.json("env", *words, "--from", tcp)
        tally.true(f"env {words} -o json", done.status == 3 and report and report["error"]["code"] == "unavailable", "exit 3, unavailable", done.text)
    off = changed("roce-pod", place, {"NCCL_IB_DISABLE": "1"}, "off")
    done = program.run("env", "--mode", "rdma", "--from", off)
    tally.equal("env --mode rdma with NCCL_IB_DISABLE=1: exit code", 2, done.status)
    tally.contains("env --mode rdma with NCCL_IB_DISABLE=1", "NCCL_IB_DISABLE=1 is set in the environment", done.said)
    for words in (["-o", "toml"], ["--explain", "-o", "json"], ["--mode", "ib"], ["--rendezvous", ""], ["--rendezvous", "train-0"],
                  ["--rendezvous", "10.0.0.1:29500"], ["--probe", "full"], ["--require", "tcp"]):
        done = program.run("env", *words, "--from", roce)
        tally.equal(f"env {words}: exit code", 2, done.status)
        if "json" not in words:
            tally.true(f"env {words}: stdout", not done.out, "nothing", done.text)


def wishes(program, tally, place):
    roce = worlds.as_file("roce-pod", place)
    for words, wanted in ((["--rendezvous", "10.128.9.9"], {"NCCL_SOCKET_IFNAME": "=eth0"}),
                          (["--rendezvous", "192.168.31.20"], {"NCCL_SOCKET_IFNAME": "=net1", "GLOO_SOCKET_IFNAME": "net1"}),
                          (["--mode", "tcp"], {"NCCL_NET": "Socket", "NCCL_IB_DISABLE": "1", "UCX_TLS": "tcp,sm,self,cuda", "UCX_NET_DEVICES": "eth0"}),
                          (["--require-rdma"], {"NCCL_NET": "IB", "NCCL_IB_HCA": "=mlx5_2:1,mlx5_3:1", "OMPI_MCA_pml": "ucx"})):
        _, report = program.json("env", *words, "--from", roce)
        found = settings(report) if report else {}
        tally.equal(f"env {words}", wanted, {name: found.get(name) for name in wanted})
    master = changed("roce-pod", place, {"MASTER_ADDR": "192.168.32.44"}, "master")
    _, report = program.json("env", "--from", master)
    tally.equal("MASTER_ADDR", "=net2", settings(report)["NCCL_SOCKET_IFNAME"])
    name = changed("roce-pod", place, {"MASTER_ADDR": "train-0.train"}, "name")
    _, report = program.json("env", "--from", name)
    reason = next(item["reason"] for item in report["settings"] if item["name"] == "NCCL_SOCKET_IFNAME")
    tally.contains("MASTER_ADDR that is a name, elsewhere", "MASTER_ADDR=train-0.train is a name", reason)


def users_values(program, tally, place):
    """They stay, byte for byte, are not set again, and do nothing to the shell that takes the rest over."""
    trap = place / "trap"
    own = {"NCCL_SOCKET_IFNAME": "bond0", "UCX_TLS": f"rc'; touch {trap}; echo '", "UCX_NET_DEVICES": f"$(touch {trap})`touch {trap}`",
           "OMP_NUM_THREADS": "a b \\ \"c\" #d"}
    world = changed("roce-pod", place, own, "own")
    _, report = program.json("env", "--from", world)
    kept = {item["name"]: item["value"] for item in report["settings"] if item["origin"] == "user"}
    tally.equal("the user's values", own, kept)
    text = program.run("env", "--from", world).text
    tally.equal("the user's values are not set again by a shell", dict.fromkeys(own, "(unset)"), in_shell(text, own))
    tally.equal("the rest is", "=mlx5_2:1,mlx5_3:1", in_shell(text, ["NCCL_IB_HCA"])["NCCL_IB_HCA"])
    for form in ("shell", "dotenv", "yaml"):
        tally.contains(f"env -o {form} says what stays", "# NCCL_SOCKET_IFNAME=bond0 stays: ", program.run("env", "-o", form, "--from", world).text)
    listed = yaml.safe_load(program.run("env", "-o", "yaml", "--from", world).text)["env"]
    tally.equal("the user's values in YAML", [], [item["name"] for item in listed if item["name"] in own])
    tally.true("the user's values run nothing", not trap.exists(), "no file", trap)
    tally.true("each value is in quotes", all(shlex.split(line)[1] for line in text.splitlines() if line.startswith("export ")), "quotes", text)
    reasons = json.dumps(report["settings"])
    tally.contains("what would be set without", "without it: =eth0", reasons)


def here(program, tally):
    """On the machine that the tests run on, whatever it is."""
    for env in ({}, {"MASTER_ADDR": "localhost"}, {"MASTER_ADDR": "no-such-host.invalid"}):
        done, report = program.json("env", env=env)
        tally.true(f"env here {env}: exit code", report is not None and done.status == 0, 0, done.status)
    done = program.run("env", "--rendezvous", "no-such-host.invalid")
    tally.equal("a rendezvous that does not resolve: exit code", 2, done.status)
