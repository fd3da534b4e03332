"""env --lint: the variables that are set, judged; what it prints word for word, its JSON, its exit codes."""
import json

import jsonschema
import trees
import worlds
from goldens import compare
from program import neutral

WRONG = ("NCCL_DEBUG=INFO\nNCCL_IB_DISABLE=true\nNCCL_IB_GID_INDX=3\nNCCL_IB_HCA=^mlx5_\nNCCL_IB_TIMEOUT=22\nNCCL_SOCKET_IFNAME=ens9\n"
         "UCX_TLS=tcp,self\n")
RIGHT = "NCCL_DEBUG=INFO\nNCCL_IB_HCA==mlx5_2:1,mlx5_3:1\nNCCL_SOCKET_IFNAME==eth0\nNCCL_VERSION=2.27.7-1\n"
CONF = "# for all\nNCCL_DEBUG=WARN\nexport NCCL_IB_SL=3\nNCCL_IB_TC=106\n"


def snapshot(place, name, environ, conf=None):
    """The pod of tests/worlds with more variables, and an nccl.conf."""
    text = worlds.as_file("roce-pod", place).read_text().replace("-- environ --\n", "-- environ --\n" + environ)
    if conf:
        text += f"-- root/etc/nccl.conf --\n{conf}"
    path = place / f"{name}.snapshot"
    path.write_text(text)
    return path


def test(program, tally, place):
    wrong = snapshot(place, "wrong", WRONG, CONF)
    right = snapshot(place, "right", RIGHT)
    for name, path, status in (("env-lint-wrong", wrong, 1), ("env-lint-right", right, 0)):
        done = program.run("env", "--lint", "--from", path)
        compare(tally, f"{name}.txt", done.text)
        tally.equal(f"{name}: exit code", status, done.status)
        tally.equal(f"{name}: stderr", "", done.said)
        done = program.run("env", "--lint", "--from", path, "-o", "json")
        compare(tally, f"{name}.json", neutral(done.text))
        jsonschema.validate(json.loads(done.text), program.schema("env-lint"))
        tally.equal(f"{name}: exit code with -o json", status, done.status)
    modes(program, tally, wrong, right)
    unknown(program, tally, place)
    live(program, tally)


def modes(program, tally, wrong, right):
    tally.equal("--fail-on never", 0, program.run("env", "--lint", "--from", wrong, "--fail-on", "never").status)
    tally.equal("--fail-on info, all well", 0, program.run("env", "--lint", "--from", right, "--fail-on", "info").status)
    text = program.run("env", "--lint", "--from", wrong, "--mode", "tcp").text
    tally.true("--mode tcp says nothing of RDMA devices", "env.ib-hca-excludes-all" not in text, "not that check", text)
    same = [finding for finding in program.json("doctor", "--from", wrong)[1]["findings"] if finding["id"].startswith("env.")]
    lint = json.loads(program.run("env", "--lint", "--from", wrong, "-o", "json").text)["findings"]
    tally.equal("doctor says the same", same, [finding for finding in lint if finding["id"].startswith("env.")])


def unknown(program, tally, place):
    """A tree without an environment: not known is no answer, and nothing is made up."""
    root = place / "root"
    trees.device(root, "mlx5_0")
    done = program.run("env", "--lint", "--root", root)
    tally.equal("no environment: exit code", 3, done.status)
    tally.contains("no environment: the message", "the environment of this machine is not known", done.said)
    tally.equal("no environment: stdout", "", done.text)
    done = program.run("env", "--lint", "--root", root, "-o", "json")
    tally.equal("no environment, as JSON", "unavailable", json.loads(done.text)["error"]["code"])
    done = program.run("doctor", "--root", root, "--probe=off", "-o", "json")
    found = [finding["id"] for finding in json.loads(done.text)["findings"] if finding["id"].startswith("env.")]
    tally.equal("doctor without an environment says nothing of it", [], found)


def live(program, tally):
    done = program.run("env", "--lint", env={"NCCL_IB_GID_INDX": "3", "HOME": "/nonexistent"})
    tally.equal("a misspelt name in this environment: exit code", 1, done.status)
    tally.contains("a misspelt name in this environment", "did you mean NCCL_IB_GID_INDEX?", done.text)
