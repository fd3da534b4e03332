"""What `render` makes of every example: the server takes it in a dry run, and what the server is too old for has no fault by the
schema of today: Indexed Jobs, the Jobs of JobSets, the pods of MPIJobs."""
import collections
import pathlib

import yaml

import manifests
import schema

EXAMPLES = pathlib.Path(__file__).resolve().parents[2] / "examples"


def within(thing):
    """Objects that a custom resource has templates of, so that no server looks at them before its controller makes them."""
    if thing["kind"] == "JobSet":
        for each in thing["spec"]["replicatedJobs"]:
            yield {"apiVersion": "batch/v1", "kind": "Job", "metadata": {"name": each["name"]}, "spec": each["template"]["spec"]}
    if thing["kind"] == "MPIJob":
        for name, each in thing["spec"]["mpiReplicaSpecs"].items():
            yield {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name.lower(), **each["template"]["metadata"]}, "spec": each["template"]["spec"]}


def rendered(tally, railhead, minor, place):
    for folder in sorted(EXAMPLES.iterdir()):
        done = railhead.run("render", folder / "railhead.yaml")
        if tally.equal(f"{folder.name}: rendered", 0, done.returncode):
            path = place / f"{folder.name}.yaml"
            path.write_bytes(done.stdout)
            yield manifests.Manifest(path, folder.name, minor)


def by_schema(tally, things, known):
    count = collections.Counter()
    for thing in things:
        for each in [*thing.objects, *(inner for whole in thing.objects for inner in within(whole))]:
            faults = known.faults(each)
            if faults is not None:
                count[each["kind"]] += 1
            tally.true(f"{thing.name}: {each['kind']} {each['metadata']['name']} by the schema of {known.version}", not faults, "no fault", faults)
    print(f"rendered: by the schema of {known.version}: {', '.join(f'{number} {kind}' for kind, number in sorted(count.items()))}")


def by_server(tally, kubectl, things, minor, place):
    counts = {}
    count, newer = collections.Counter(), collections.Counter()
    for thing in things:
        served = [each for each in thing.objects if not schema.not_served(each, minor)]
        newer.update(each["kind"] for each in thing.objects if schema.not_served(each, minor))
        count.update(each["kind"] for each in served)
        path = place / f"{thing.name}.served.yaml"
        path.write_text(yaml.safe_dump_all(served, sort_keys=False))
        counts[path] = len(served)
    for path, answer in kubectl.tried(counts).items():
        tally.true(f"{path.name.removesuffix('.served.yaml')} as rendered, {kubectl.name}", isinstance(answer, list), "accepted", answer)
    print(f"rendered: by a server of 1.{minor}: {', '.join(f'{number} {kind}' for kind, number in sorted(count.items()))}; by the schema alone: "
          f"{', '.join(f'{number} {kind}' for kind, number in sorted(newer.items())) or 'nothing'}")


def check(tally, railhead, kubectl, minor, known, place):
    things = list(rendered(tally, railhead, minor, place))
    if known is None:
        tally.skip("rendered objects by the schema", f"RAILHEAD_TESTDATA names no folder with {schema.FILE}")
    else:
        by_schema(tally, things, known)
    spaces = kubectl.run("apply", "--server-side", "-f", "-", text=manifests.namespaces(things))
    tally.true("namespaces of the examples", spaces.returncode == 0, "accepted", spaces.stderr)
    by_server(tally, kubectl, things, minor, place)
