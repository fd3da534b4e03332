"""The comparison itself: what it must let pass, and what it must catch. Needs no server."""
import copy

import meaning

NETWORKS = "k8s.v1.cni.cncf.io/networks"
POD = {
    "kind": "Pod", "metadata": {"name": "pod", "uid": "1", "annotations": {NETWORKS: "a, ns/b@net2"}},
    "spec": {
        "containers": [{"name": "train", "image": "train:1", "command": ["run", "fast"], "args": ["all"], "env": [{"name": "OWN", "value": "1"}],
                        "resources": {"limits": {"gpu": "1"}}, "securityContext": {"capabilities": {"add": ["CHOWN"]}}, "volumeMounts": []}],
        "volumes": [{"name": "own", "emptyDir": {}}]}}


def networks(text):
    return lambda pod, _: pod["metadata"]["annotations"].update({NETWORKS: text})


def command(words, args):
    return lambda _, container: container.update(command=words, args=args)


# name: what happens to the pod and its container
FINE = {
    "another uid": lambda pod, _: pod["metadata"].update(uid="2"),
    "a network more": networks("a, ns/b@net2, c"),
    "a network more, as JSON": networks('[{"name": "a"}, {"name": "b", "namespace": "ns", "interface": "net2"}, {"name": "c"}]'),
    "a variable before the others": lambda _, container: container["env"].insert(0, {"name": "NEW", "value": "1"}),
    "a capability": lambda _, container: container["securityContext"]["capabilities"]["add"].insert(0, "IPC_LOCK"),
    "a mount where there was none": lambda _, container: container["volumeMounts"].append({"name": "shm", "mountPath": "/dev/shm"}),
    "a volume before the others": lambda pod, _: pod["spec"]["volumes"].insert(0, {"name": "shm", "emptyDir": {"medium": "Memory"}}),
}
FAULTS = {
    "a network is gone": networks("ns/b@net2, c"),
    "networks in another order": networks("ns/b@net2, a"),
    "no networks": lambda pod, _: pod["metadata"]["annotations"].pop(NETWORKS),
    "another image": lambda _, container: container.update(image="train:2"),
    "a terminal": lambda _, container: container.update(tty=True),
    "another value": lambda _, container: container["env"][0].update(value="2"),
    "no variables": lambda _, container: container.pop("env"),
    "a capability instead of another": lambda _, container: container["securityContext"]["capabilities"].update(add=["IPC_LOCK"]),
    "a limit raised": lambda _, container: container["resources"]["limits"].update(gpu="2"),
    "no volume": lambda pod, _: pod["spec"]["volumes"].pop(),
    "a folder of the host": lambda pod, _: pod["spec"]["volumes"].append({"name": "host", "hostPath": {"path": "/"}}),
    "the host's network": lambda pod, _: pod["spec"].update(hostNetwork=True),
    "a container more": lambda pod, _: pod["spec"]["containers"].append({"name": "other", "image": "other:1"}),
    "a command wrapped without the launcher": command(["railhead", "exec", "--"], ["run", "fast", "all"]),
}
WRAPPED_FINE = {"wrapped": command(["railhead", "exec", "--"], ["run", "fast", "all"])}
WRAPPED_FAULTS = {"a word is gone": command(["railhead", "exec", "--"], ["run", "all"]),
                  "no command": command([], [])}


def check(tally):
    for launcher, fine, wrong in ((False, FINE, FAULTS), (True, WRAPPED_FINE, WRAPPED_FAULTS)):
        for name, change in fine.items():
            tally.equal(f"the comparison lets pass: {name}", [], _found(change, launcher))
        for name, change in wrong.items():
            tally.true(f"the comparison catches: {name}", _found(change, launcher), "a fault", "none")


def _found(change, launcher):
    pod = copy.deepcopy(POD)
    change(pod, pod["spec"]["containers"][0])
    return meaning.faults(POD, pod, launcher)
