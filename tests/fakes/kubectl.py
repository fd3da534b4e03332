#!/usr/bin/env -S python3 -I -S
"""A stand-in for kubectl and oc that answers from files, for tests of what railhead makes of a cluster.

Link it as "kubectl" into a folder of PATH; FAKE_CLUSTER names the folder with its answers:

  api/v1/nodes.json       the answer to `get --raw /api/v1/nodes`. A list is given out in pages, as `limit` and `continue` ask for them, and
                          cut down by fieldSelector=metadata.name=NAME. What has no file is not served (NotFound, exit code 1).
  api/v1/nodes.err        what it says on stderr instead, with exit code 1: "Error from server (Forbidden): nodes is forbidden: ..."
  can-i                   lines "VERB RESOURCE[.GROUP][/NAME] [USER]" of what is allowed, for `auth can-i` and for `create --raw` of access
                          reviews; USER (of --as, or of a LocalSubjectAccessReview) is left out where it is the user himself
  namespace               what `config view` says of the context; "default" without it
  answers.json            [{"words": ["rollout", "status"], "out": "", "err": "", "code": 0, "sleep": 0}, ...]: the first whose words all stand in
                          the command line answers. They are asked before the files.
  sleep                   seconds that every call takes

`create --raw PATH -f -` and `replace --raw PATH -f -` answer what they are given, and keep it as PATH's file unless the path asks for a dry
run; PATH.write.err refuses. Each call is a line of calls.log: {"words": [...], "input": "..."}. Options that say which cluster
(--kubeconfig=, --context=, --namespace=, -n) are no words."""
import json
import os
import pathlib
import sys
import time
import urllib.parse

CLUSTER = pathlib.Path(os.environ["FAKE_CLUSTER"])
NOT_SERVED = "Error from server (NotFound): the server could not find the requested resource"


def split(arguments):
    """The words, and the options that are of no interest but --as."""
    words, user, rest = [], "", list(arguments)
    while rest:
        word = rest.pop(0)
        if word in ("-n", "--namespace", "--context", "--kubeconfig"):
            rest.pop(0)
        elif word.startswith("--as="):
            user = word[5:]
        elif not word.startswith(("--kubeconfig=", "--context=", "--namespace=", "--request-timeout=")):
            words.append(word)
    return words, user


def ended(code, out="", err=""):
    sys.stdout.write(out)
    sys.stderr.write(err if not err or err.endswith("\n") else err + "\n")
    sys.exit(code)


def text_of(name, otherwise=""):
    path = CLUSTER / name
    return path.read_text() if path.is_file() else otherwise


def allowed(verb, resource, user):
    lines = [line.split() for line in text_of("can-i").splitlines()]
    return ([verb, resource, user] if user else [verb, resource]) in lines


def page_of(answer, query):
    """As the API server cuts a list: a token for what is left."""
    if "items" not in answer:
        return answer
    items = answer["items"]
    for selector in query.get("fieldSelector", []):
        if selector.startswith("metadata.name="):
            items = [each for each in items if each["metadata"]["name"] == selector.partition("=")[2]]
    begin, limit = int(query.get("continue", ["0"])[0]), int(query.get("limit", [str(len(items))])[0])
    end = begin + limit
    left = {"continue": str(end), "remainingItemCount": len(items) - end} if end < len(items) else {}
    return {**answer, "metadata": {**answer.get("metadata", {}), **left}, "items": items[begin:end]}


def got(path):
    parts = urllib.parse.urlsplit(path)
    name = parts.path.strip("/")
    error = text_of(name + ".err")
    if error:
        ended(1, err=error)
    file = CLUSTER / (name + ".json")
    if not file.is_file():
        ended(1, err=NOT_SERVED)
    text = file.read_text()
    try:
        answer = json.loads(text)
    except ValueError:
        ended(0, text)  # a test of what is no JSON
    ended(0, json.dumps(page_of(answer, urllib.parse.parse_qs(parts.query)) if isinstance(answer, dict) else answer))


def reviewed(review):
    spec = review["spec"]
    asked = spec["resourceAttributes"]
    resource = ".".join(word for word in (asked["resource"], asked.get("group", "")) if word)
    name = "/" + asked["name"] if asked.get("name") else ""
    ended(0, json.dumps({**review, "status": {"allowed": allowed(asked["verb"], resource + name, spec.get("user", ""))}}))


def sent(path, text):
    parts = urllib.parse.urlsplit(path)
    name = parts.path.strip("/")
    error = text_of(name + ".write.err")
    if error:
        ended(1, err=error)
    if name.endswith("accessreviews"):
        reviewed(json.loads(text))
    thing = json.loads(text)
    if "dryRun" not in urllib.parse.parse_qs(parts.query):
        keep(name, thing)
    ended(0, json.dumps(thing))


def keep(name, thing):
    """Into the list that it belongs to, in place of one of its name."""
    file = CLUSTER / (name + ".json")
    if not file.is_file():
        file = file.parent.with_suffix(".json")
    whole = json.loads(file.read_text()) if file.is_file() else {"items": []}
    whole["items"] = [each for each in whole["items"] if each["metadata"]["name"] != thing["metadata"]["name"]] + [thing]
    file.write_text(json.dumps(whole))


def main():
    words, user = split(sys.argv[1:])
    text = sys.stdin.read() if "-" in words else ""
    with open(CLUSTER / "calls.log", "a") as log:
        log.write(json.dumps({"words": words, "input": text}) + "\n")
    time.sleep(float(text_of("sleep", "0")))
    for answer in json.loads(text_of("answers.json", "[]")):
        if all(word in words for word in answer["words"]):
            time.sleep(answer.get("sleep", 0))
            ended(answer.get("code", 0), answer.get("out", ""), answer.get("err", ""))
    if words[:2] == ["get", "--raw"]:
        got(words[2])
    if words[:1] in (["create"], ["replace"]) and words[1:2] == ["--raw"]:
        sent(words[2], text)
    if words[:2] == ["auth", "can-i"]:
        yes = allowed(words[2], words[3], user)
        ended(0 if yes else 1, "yes\n" if yes else "no\n")
    if words[:2] == ["config", "view"]:
        ended(0, text_of("namespace", "default"))
    ended(1, err=f"error: the stand-in has no answer to: {' '.join(words)}")


if __name__ == "__main__":
    main()
