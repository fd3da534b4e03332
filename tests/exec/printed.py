"""--print: shows what would be done and changes nothing; its JSON is as `railhead schema exec` says."""
import json
import subprocess

import jsonschema


def test(place, tally):
    started = place.folder / "started"
    done = place.run("--print", "--user", "1234:1234", "--node-rank", "0", "--nnodes", "2", "--", "touch", started)
    tally.equal("--print", (0, ""), (done.returncode, done.stderr))
    tally.true("--print starts nothing", not started.exists(), "no file of the command's", "one")
    for part in ("become uid 1234, gid 1234", "the command will be", "NODE_RANK=0", f"touch {started}"):
        tally.contains("--print says it", part, done.stdout)
    schema = json.loads(subprocess.run([place.binary, "schema", "exec"], capture_output=True, text=True, check=True).stdout)
    done = place.run("--print", "-o", "json", "--user", "1234:1234", "--", "touch", started)
    said = valid(tally, "--print -o json", schema, done.stdout)
    if said:
        tally.equal("its command", ["touch", str(started)], said["command"])
        tally.equal("its program", (1234, 1234), (said["program"]["uid"], said["program"]["gid"]))
        tally.true("its steps", any("become uid 1234" in step for step in said["steps"]), "the change of user", said["steps"])
    done = place.run("--print", "-o", "json", "--require", "rdma", "--", "true")
    tally.equal("--print of what cannot be: exit code", 125, done.returncode)
    if said := valid(tally, "--print of what cannot be", schema, done.stdout):
        tally.contains("its error", "RDMA is required", said["error"]["message"])


def valid(tally, what, schema, text):
    try:
        said = json.loads(text)
        jsonschema.validate(said, schema)
    except (ValueError, jsonschema.ValidationError) as problem:
        return tally.fail(what, "one JSON object by the schema", f"{problem}: {text[:400]}")
    tally.true(f"{what}: schema", True, "", "")
    return said
