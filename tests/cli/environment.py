"""`railhead env`: its forms word for word, that a shell reads what it prints, and what it refuses."""
import json
import subprocess

import worlds
from goldens import compare

FORMS = {"shell": "sh", "dotenv": "env", "json": "json", "yaml": "yaml"}


def test(program, tally, place):
    for name in ("roce-pod", "ib-host", "tcp-vm"):
        file = worlds.as_file(name, place)
        for form, suffix in FORMS.items():
            done = program.run("env", "--from", file, "-o", form)
            compare(tally, f"env-{name}.{suffix}", done.text)
            tally.equal(f"env of {name} as {form}", (0, ""), (done.status, done.said))
            tally.equal(f"env of {name} as {form} twice", done.out, program.run("env", "--from", file, "-o", form).out)
        compare(tally, f"env-{name}.explained.txt", program.run("env", "--from", file, "--explain").text)
        forms_agree(program, tally, file, name)
    wishes(program, tally, place)
    refusals(program, tally, place)


def forms_agree(program, tally, file, name):
    """What a shell makes of the shell form is what the JSON says."""
    _, said = program.json("env", "--from", file)
    if not said:
        return
    wanted = {setting["name"]: setting["value"] for setting in said["settings"] if setting["origin"] != "user"}
    text = program.run("env", "--from", file).text
    for shell in (["sh", "-c"], ["bash", "-c"]):
        done = subprocess.run([*shell, 'eval "$1"; env -0', "sh", text], capture_output=True, text=True, env={"PATH": "/usr/bin:/bin"}, check=False)
        got = dict(pair.split("=", 1) for pair in done.stdout.split("\0") if "=" in pair)
        tally.equal(f"{name}: {shell[0]} reads the shell form", wanted, {key: value for key, value in got.items() if key in wanted})
    lines = dict(line.split("=", 1) for line in program.run("env", "--from", file, "-o", "dotenv").text.splitlines())
    tally.equal(f"{name}: the dotenv form", wanted, lines)


def wishes(program, tally, place):
    pod = worlds.as_file("roce-pod", place)
    _, said = program.json("env", "--from", pod, "--require", "rdma")
    values = {setting["name"]: setting["value"] for setting in said["settings"]}
    tally.equal("--require rdma", "IB", values.get("NCCL_NET"))
    _, said = program.json("env", "--from", pod, "--mode", "tcp")
    tally.equal("--mode tcp", ("tcp", []), (said["transport"], said["hcas"]))
    _, said = program.json("env", "--from", pod, "--rendezvous", "192.168.31.200")
    values = {setting["name"]: setting["value"] for setting in said["settings"]}
    tally.equal("--rendezvous on a rail", "=net1", values.get("NCCL_SOCKET_IFNAME"))


def refusals(program, tally, place):
    none = worlds.as_file("tcp-vm", place)
    done = program.run("env", "--from", none, "--require", "rdma")
    tally.equal("--require rdma without RDMA", (3, ""), (done.status, done.text))
    tally.contains("--require rdma without RDMA says why", "RDMA is required: there is no RDMA device", done.said)
    done = program.run("env", "--from", none, "--require", "rdma", "-o", "json")
    tally.equal("--require rdma without RDMA, as JSON", "unavailable", json.loads(done.out)["error"]["code"])
    done = program.run("env", "--from", none, "--rendezvous", "no such host")
    tally.equal("--rendezvous that leads nowhere", 2, done.status)
    tally.contains("--rendezvous that leads nowhere says so", "is no address and leads to none", done.said)
    tally.equal("a form that there is not", 2, program.run("env", "-o", "toml").status)
