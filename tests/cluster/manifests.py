"""The manifests that are tried: those of this folder, and whole objects among the cases of the test data."""
import json
import os
import pathlib

import yaml

import schema

HERE = pathlib.Path(__file__).resolve().parent / "manifests"


class Manifest:
    """One file; `objects` are those that kubectl sees in it, `newer` says what the server does not know."""

    def __init__(self, path, name, minor):
        self.path, self.name = path, name
        self.objects = list(_objects(path.read_text(encoding="utf-8-sig")))
        self.count = len(self.objects)
        self.newer = sorted({what for each in self.objects if isinstance(each, dict) for what in schema.not_served(each, minor)})

    def is_whole(self):
        return self.count > 0 and all(isinstance(each, dict) and "apiVersion" in each and "kind" in each for each in self.objects)


def found(minor):
    """For a server of 1.MINOR."""
    own = [Manifest(path, path.name, minor) for path in sorted(HERE.iterdir())]
    data = os.environ.get("RAILHEAD_TESTDATA")
    cases = sorted(pathlib.Path(data).glob("cases/*/input*.yaml")) if data else []
    return own + [thing for path in cases if (thing := Manifest(path, path.parent.name, minor)).is_whole()]


def namespaces(things):
    """The objects of all namespaces that the manifests name, as a v1 List."""
    names = {each["metadata"].get("namespace", "default") for thing in things for each in thing.objects} - {"default"}
    items = [{"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}} for name in sorted(names)]
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": items})


def _objects(text):
    for document in yaml.safe_load_all(text):
        if isinstance(document, dict) and document.get("kind") == "List":
            yield from document["items"]
        elif document is not None:
            yield document
