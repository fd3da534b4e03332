"""The ways out of refusals, tried: an SCC that is suggested is added and granted, changes are made in the pod as their words say, and
the program is asked again."""
import copy
import json
import re
import subprocess

import yaml

TIME_LIMIT = 300
SEVERAL = re.compile(r"([^.\[\]]+)|\[([^\]]+)\]")


def parts(path):
    """"spec.containers[0].ports" -> ["spec", "containers", 0, "ports"]; an annotation's key stands in brackets."""
    found = []
    for name, inner in SEVERAL.findall(path):
        found.append(name if name else int(inner) if inner.isdigit() else inner)
    return found


def change(pod, path, words):
    steps = parts(path)
    at = pod
    for i, step in enumerate(steps[:-1]):
        if isinstance(step, str):
            # Only what is set may have to be made: securityContext of a container without one.
            at = at.setdefault(step, {}) if isinstance(at.get(step), (dict, list)) or at.get(step) is None else at[step]
        else:
            at = at[step]
    last = steps[-1]
    if words.startswith("set to "):
        at[last] = {"true": True, "false": False}[words.split()[2].rstrip(",")]
    elif words.startswith("make "):
        kept = at[last]
        at[last] = {"name": kept["name"], "emptyDir": {}}
    elif last in ("add", "drop"):
        name = words.split(" ", 1)[1]
        at[last] = [one for one in at[last] if one != name]
    elif last == "sysctls":
        at[last] = [one for one in at[last] if one["name"] != words.split(" ", 1)[1]]
    elif words.startswith("remove") and isinstance(at, list):
        at[last] = None  # the others keep their numbers until all is done
    else:
        del at[last]


def swept(value):
    if isinstance(value, dict):
        return {key: swept(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [swept(inner) for inner in value if inner is not None]
    return value


def batch(binary, folder, *options):
    done = subprocess.run([binary, "scc", "check", "--batch", folder, *options], capture_output=True, text=True, timeout=TIME_LIMIT)
    return {one["file"]: one for one in map(json.loads, done.stdout.splitlines())}


def load(path):
    return yaml.load(path.read_text(), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


def with_scc(world, constraint, account):
    """The world with one more SCC, which the pod's service account may use."""
    one = {key: value for key, value in constraint.items() if key not in ("apiVersion", "kind", "metadata")}
    one.update(name=constraint["metadata"]["name"], users=[account])
    return dict(world, customSccs=list(world.get("customSccs") or []) + [one])


def passes(answer):
    return answer.get("denied_by") not in ("scc", "validation") and "error" not in answer


def ways(binary, cases, worlds, place, tally):
    """`cases` and `worlds` are folders; `place` is an empty one."""
    asked = {name: one for name, one in batch(binary, cases, "--suggest").items() if one.get("denied_by") == "scc"}
    (place / "granted").mkdir()
    (place / "changed").mkdir()
    (place / "plain").mkdir()
    without = []
    says_so = set()  # of the suggested SCCs that take other pods of the account as well
    for name, one in asked.items():
        way = one["way_out"]
        case = load(cases / name)
        world = load(worlds / f"{case['world']}.yaml")
        if way["constraint"]:
            constraint = yaml.safe_load(way["constraint"])
            account = f"system:serviceaccount:{one['namespace']}:{one['service_account']}"
            pod = copy.deepcopy(case["pod"])
            required = (pod["metadata"].get("annotations") or {}).get("openshift.io/required-scc")
            if required:
                pod["metadata"]["annotations"]["openshift.io/required-scc"] = constraint["metadata"]["name"]
            more = with_scc(world, constraint, account)
            (place / "granted" / name).write_text(json.dumps({"world": more, "pod": pod}))
            plain = {"metadata": {"name": "plain"}, "spec": {"serviceAccountName": one["service_account"], "containers": [{"name": "a", "image": "b"}]}}
            (place / "plain" / name).write_text(json.dumps({"world": more, "pod": plain}))
            (place / "plain" / f"{name}.before.yaml").write_text(json.dumps({"world": world, "pod": plain}))
            if any("is tried before" in note for note in way["notes"]):
                says_so.add(name)
        elif not way["no_constraint"] and not way["invalid"]:
            without.append(name)
        if way["pod_changes"]:
            pod = copy.deepcopy(case["pod"])
            for one_change in way["pod_changes"]:
                change(pod, one_change["path"], one_change["change"])
            (place / "changed" / name).write_text(json.dumps({"world": world, "pod": swept(pod)}))
    granted = batch(binary, place / "granted")
    changed = batch(binary, place / "changed")
    refused = [name for name, answer in granted.items() if not passes(answer)]
    tally.true("an SCC is suggested, or why there is none is said", not without, f"{len(without)}: {without[:5]}")
    tally.true("suggested SCCs admit", len(granted) > len(asked) // 2 and not refused, f"{len(refused)} of {len(granted)}: {refused[:5]}")
    other = [name for name, answer in changed.items() if answer.get("scc") != asked[name]["way_out"]["admitted_then_by"]]
    tally.true("changed pods are admitted as foretold", changed and not other, f"{len(other)} of {len(changed)}: {other[:5]}")
    plain = batch(binary, place / "plain")
    taken = [n for n in granted if n not in says_so and plain[n].get("scc") != plain[f"{n}.before.yaml"].get("scc") and plain[f"{n}.before.yaml"].get("scc")]
    tally.true("suggested SCCs leave other pods alone, or say that they do not", plain and not taken, f"{len(taken)}: {taken[:5]}")
    print(f"ways out: {len(asked)} refused pods, {len(granted)} suggested SCCs, {len(changed)} changed pods", flush=True)
