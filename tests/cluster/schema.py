"""The schema that a current API server publishes, for what the server of the tests is too old or too new to know."""
import copy
import json
import lzma
import os
import pathlib

import jsonschema

FILE = "k8s/openapi-1.36.json.xz"
# Definitions that JSON takes in more forms than OpenAPI 2 can say.
LOOSE = {"io.k8s.apimachinery.pkg.api.resource.Quantity": ["string", "number"], "io.k8s.apimachinery.pkg.util.intstr.IntOrString": ["string", "integer"]}

# What came with which minor version, and what went: (since, before, name, whether an object has it).
KNOWN = [
    (21, None, "batch/v1 CronJob", lambda thing: _is(thing, "batch/v1", "CronJob")),
    (0, 25, "batch/v1beta1 CronJob", lambda thing: _is(thing, "batch/v1beta1", "CronJob")),
    (22, None, "Indexed Job", lambda thing: _has(thing, "completionMode")),
    (25, None, "podFailurePolicy", lambda thing: _has(thing, "podFailurePolicy")),
    (25, None, "hostUsers", lambda thing: _has(thing, "hostUsers")),
    (28, None, "restartPolicy of an init container", lambda thing: any("restartPolicy" in each for each in _lists(thing, "initContainers"))),
]


def not_served(thing, minor):
    """What keeps a server of that version from taking the object; empty where nothing does."""
    return [name for since, before, name, has in KNOWN if has(thing) and (minor < since or (before is not None and minor >= before))]


class Schema:
    """Strict: a field that no version knows is a fault."""

    def __init__(self, path):
        document = json.loads(lzma.decompress(path.read_bytes()))
        self.version = document["info"]["version"]
        self.definitions = {name: _strict(name, definition) for name, definition in document["definitions"].items()}
        self.kinds = {(kind["group"], kind["version"], kind["kind"]): name for name, definition in self.definitions.items()
                      for kind in definition.get("x-kubernetes-group-version-kind", [])}

    def faults(self, thing):
        """What is wrong with the object; None where the schema does not have its kind."""
        group, _, version = thing["apiVersion"].rpartition("/")
        name = self.kinds.get((group, version, thing["kind"]))
        if name is None:
            return None
        validator = jsonschema.Draft4Validator({"$ref": f"#/definitions/{name}", "definitions": self.definitions})
        return [f"{'/'.join(map(str, error.path))}: {error.message[:200]}" for error in validator.iter_errors(thing)]


def found():
    """The schema of the test data, or None."""
    data = os.environ.get("RAILHEAD_TESTDATA")
    path = pathlib.Path(data) / FILE if data else None
    return Schema(path) if path and path.exists() else None


def _strict(name, definition):
    if name in LOOSE:
        return {"type": LOOSE[name]}
    strict = copy.copy(definition)
    if "properties" in strict and "additionalProperties" not in strict:
        strict["additionalProperties"] = False
    return strict


def _is(thing, version, kind):
    return thing.get("apiVersion") == version and thing.get("kind") == kind


def _has(value, key):
    if isinstance(value, dict):
        return key in value or any(_has(member, key) for member in value.values())
    return isinstance(value, list) and any(_has(member, key) for member in value)


def _lists(value, key):
    """The members of every list of that name."""
    if isinstance(value, dict):
        for name, member in value.items():
            if name == key and isinstance(member, list):
                yield from member
            yield from _lists(member, key)
    elif isinstance(value, list):
        for member in value:
            yield from _lists(member, key)
