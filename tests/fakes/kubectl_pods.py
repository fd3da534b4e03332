#!/usr/bin/python3 -SE
"""Stands in for kubectl where pods are asked: what it answers is in the folder PODS, what each pod does in PODS/does.json.

does.json: pod -> {"exec": WAY, "tree": DIR, "after": DIR, "railhead": FILE, "log": FILE, "fill": BYTES, "ends": {...}}. WAY: answers
(the default: `railhead snapshot --root tree`, of `after` for the counters), saved (prints the snapshot `tree`), hangs, dies (half an
answer, and the pod is evicted from then on), missing (no railhead in its image; sh runs here), bare (no shell either), musl, old,
forbidden. `fill`: as many bytes of other lines behind `log`; `deaf`: bounds of logs are not kept.
Calls are noted in PODS/calls.
"""
import json
import os
import sys
import time
from urllib.parse import parse_qs, urlsplit

PODS = os.environ["PODS"]
RUNTIME = 'OCI runtime exec failed: exec failed: unable to start container process: exec: "{0}": {1}: unknown'


def load(name, default):
    try:
        with open(f"{PODS}/{name}", encoding="utf-8") as file:
            return json.load(file)
    except FileNotFoundError:
        return default


def fail(text, code=1):
    sys.stderr.write(text + "\n")
    sys.exit(code)


def option(words, name, default=None):
    for i, word in enumerate(words):
        if word == name:
            return words[i + 1]
        if word.startswith(name + "="):
            return word[len(name) + 1:]
    return default


def now(pod):
    """The pod as it is by now: one that died has been evicted."""
    name = pod["metadata"]["name"]
    if os.path.exists(f"{PODS}/{name}.died"):
        pod = {**pod, "status": {"phase": "Failed", "reason": "Evicted", "message": "The node was low on resource: memory."}}
    return pod


def selected(pod, selector):
    labels = pod["metadata"].get("labels", {})
    return all(labels.get(part.partition("=")[0]) == part.partition("=")[2] for part in selector.split(",") if part)


def get(path):
    url = urlsplit(path)
    query = {name: values[0] for name, values in parse_qs(url.query).items()}
    parts = url.path.strip("/").split("/")
    if "pods" in parts and parts[-1] != "pods":
        for pod in load("pods.json", []):
            if pod["metadata"]["name"] == parts[-1] and not os.path.exists(f"{PODS}/{parts[-1]}.deleted"):
                return json.dump(now(pod), sys.stdout)
        fail(f'Error from server (NotFound): pods "{parts[-1]}" not found')
    if parts[-1] == "pods":
        space = parts[parts.index("namespaces") + 1]
        pods = [now(pod) for pod in load("pods.json", []) if pod["metadata"]["namespace"] == space and selected(pod, query.get("labelSelector", ""))]
        first, limit = int(query.get("continue", "0")), int(query["limit"])
        more = {"continue": str(first + limit)} if first + limit < len(pods) else {}
        return json.dump({"kind": "PodList", "metadata": more, "items": pods[first:first + limit]}, sys.stdout)
    found = load("owners.json", {}).get(parts[-1])
    return json.dump(found, sys.stdout) if found else fail(f'Error from server (NotFound): {parts[-2]} "{parts[-1]}" not found')


def evict(pod):
    open(f"{PODS}/{pod}.died", "w", encoding="utf-8").close()


def answer(pod, does, words):
    """What the program of the pod says to these words (snapshot ...)."""
    tree = does.get("after", does["tree"]) if "--counters" in words else does["tree"]
    if does.get("exec") == "saved":
        with open(tree, "rb") as file:
            sys.stdout.buffer.write(file.read())
        return
    railhead = does.get("railhead", os.environ["RAILHEAD"])
    os.execv(railhead, [railhead, *words, "--root", tree])


def execute(words):
    pod = next(word for i, word in enumerate(words) if i > 1 and not word.startswith("-") and words[i - 1] not in ("-n", "-c"))
    command = words[words.index("--") + 1:]
    does = load("does.json", {}).get(pod, {})
    way = does.get("exec", "answers")
    if way == "hangs":
        time.sleep(1000)
    if way == "forbidden":
        fail(f'Error from server (Forbidden): pods "{pod}" is forbidden: User "dev" cannot create resource "pods/exec" in API group "" in the namespace "team-a"')
    if way == "dies":
        sys.stdout.write("A Railhead snapshot: everything doctor reads\n-- railhead --\n")
        sys.stdout.flush()
        evict(pod)
        fail("command terminated with exit code 137", 137)
    if way in ("missing", "bare", "musl") and command[0] != "sh":
        fail("error: Internal error occurred: " + RUNTIME.format(command[0], f"stat {command[0]}: no such file or directory"))
    if way == "bare":
        fail("error: Internal error occurred: " + RUNTIME.format("sh", "executable file not found in $PATH"))
    if way == "musl":
        sys.stdin.buffer.read()
        fail("sh: /tmp/railhead-verify-1: not found\ncommand terminated with exit code 127", 127)
    if way == "missing":
        os.environ["HOME"] = "/nonexistent"
        os.execvp("sh", command)
    if way == "old" and len(command) > 2:
        fail(f"railhead: The following argument was not expected: {command[2]}\ncommand terminated with exit code 2", 2)
    answer(pod, does, command[1:])


def log(words):
    pod = next(word for i, word in enumerate(words) if i > 1 and not word.startswith("-") and words[i - 1] not in ("-n", "-c"))
    does = load("does.json", {}).get(pod, {})
    if "log" not in does:
        return
    with open(does["log"], "rb") as file:
        head = file.read()
    deaf = does.get("deaf", False)
    room = 1 << 62 if deaf else int(option(words, "--limit-bytes", str(1 << 62)))
    line = b"step %08d: loss 2.5, and nothing that anybody reads\n"
    out = sys.stdout.buffer
    end = does.get("end", "").encode()
    if option(words, "--tail") and not deaf:
        lines = int(option(words, "--tail"))
        out.write((line % 99999999 * lines + end)[-lines * len(line):][:room])
        return
    filled = 0
    for piece in [head]:
        out.write(piece[:room])
        room -= len(piece)
    while filled < does.get("fill", 0) and room > 0:
        block = line % filled * 20000
        out.write(block[:room])
        room -= len(block)
        filled += len(block)
    if room > 0:
        out.write(end[:room])


def main():
    words = [word for word in sys.argv[1:] if not word.startswith(("--kubeconfig=", "--context="))]
    with open(f"{PODS}/calls", "a", encoding="utf-8") as calls:
        calls.write(" ".join(words).replace("\n", " ")[:200] + "\n")
    if words[:2] == ["config", "view"]:
        return print("team-a", end="")
    if words[0] == "get":
        return get(words[2])
    return execute(words) if words[0] == "exec" else log(words)


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(141)
