"""networks copy: what is taken out of a copy, what counts as equal, and that nothing is half-done."""
import json

import clusters
from clusters import RESOURCE

LIST = "apis/k8s.cni.cncf.io/v1/namespaces/{}/network-attachment-definitions"


def original(name, space, config='{"type": "sriov",  "name": "x"}', **metadata):
    return {"apiVersion": "k8s.cni.cncf.io/v1", "kind": "NetworkAttachmentDefinition",
            "metadata": {"name": name, "namespace": space, "uid": "1-2-3", "resourceVersion": "7", "generation": 3, "creationTimestamp": "2026-01-01T00:00:00Z",
                         "selfLink": "/x", "finalizers": ["hold"], "managedFields": [{}], "ownerReferences": [{"kind": "MacvlanNetwork", "name": "net"}], "labels": {"rack": "a"},
                         "annotations": {RESOURCE: "nvidia.com/" + name, "kubectl.kubernetes.io/last-applied-configuration": "{}",
                                         "sriovnetwork.openshift.io/owner-ref": "x"}, **metadata},
            "spec": {"config": config}, "status": {"x": 1}}


class Spaces:
    def __init__(self, program, tally, place):
        self.program, self.tally, self.place, self.count = program, tally, place, 0

    def made(self, here, there):
        self.count += 1
        cluster = clusters.Cluster(self.place / f"world{self.count}")
        return cluster.put(LIST.format("fabric"), here).put(LIST.format("team-a"), there)

    def copy(self, cluster, *words):
        return self.program.run("networks", "copy", "--from", "fabric", "--to", "team-a", *words, env=cluster.env)


def written(cluster):
    """What was sent to be kept."""
    return [json.loads(call["input"]) for call in cluster.calls() if call["words"][0] in ("create", "replace") and "dryRun" not in call["words"][2]]


def test(program, tally, place):
    spaces = Spaces(program, tally, place)
    cleaned(spaces, tally)
    compared(spaces, tally)
    refused(spaces, tally)
    usage(spaces, tally)


def cleaned(spaces, tally):
    cluster = spaces.made([original("rail2", "fabric"), original("rail1", "fabric")], [])
    done = spaces.copy(cluster)
    tally.equal("copied", (0, ""), (done.status, done.said))
    wanted = {"apiVersion": "k8s.cni.cncf.io/v1", "kind": "NetworkAttachmentDefinition",
              "metadata": {"name": "rail1", "namespace": "team-a", "labels": {"rack": "a"}, "annotations": {RESOURCE: "nvidia.com/rail1"}},
              "spec": {"config": '{"type": "sriov",  "name": "x"}'}}
    tally.equal("cleaned, in the order of names", [wanted, {**wanted, "metadata": {**wanted["metadata"], "name": "rail2", "annotations": {RESOURCE: "nvidia.com/rail2"}}}],
                sorted(written(cluster), key=lambda each: each["metadata"]["name"]))
    order = [call["words"][2] for call in cluster.calls() if call["words"][0] == "create"]
    tally.equal("all are tried before the first is kept", [True, True, False, False], ["dryRun=All" in path for path in order])
    done = spaces.copy(cluster)
    tally.equal("a second run", (0, 2), (done.status, len(written(cluster))))
    tally.contains("a second run", "team-a/rail1: is there already", done.text)
    done = spaces.copy(spaces.made([], []))
    tally.equal("nothing to copy", (0, "fabric has no networks\n"), (done.status, done.text))


def compared(spaces, tally):
    """The specification by its meaning, and the resource; notes and labels are everyone's own."""
    equal = original("rail1", "team-a", '{"name":"x","type":"sriov"}', labels={"other": "b"})
    done = spaces.copy(spaces.made([original("rail1", "fabric")], [equal]))
    tally.equal("blanks, order and labels make no difference", (0, "team-a/rail1: is there already\n"), (done.status, done.text))
    for what, other in (("another configuration", original("rail1", "team-a", '{"type": "bridge"}')), ("another resource", original("rail1", "team-a", annotations={RESOURCE: "nvidia.com/x"})),
                        ("no configuration", {**original("rail1", "team-a"), "spec": None}), ("no JSON", original("rail1", "team-a", "{"))):
        cluster = spaces.made([original("rail1", "fabric"), original("rail2", "fabric")], [other])
        done = spaces.copy(cluster)
        tally.equal(f"{what}: a conflict, and nothing is written", (1, []), (done.status, written(cluster)))
        tally.contains(what, "team-a/rail1: is there, and differs", done.text)
        tally.contains(what, "team-a/rail2: would be created, but nothing was written", done.text)
        done = spaces.copy(cluster, "--force", "rail1")
        tally.equal(f"{what}: by force", (0, ["7"]), (done.status, [each["metadata"].get("resourceVersion") for each in written(cluster)]))
        tally.contains(f"{what}: by force", "team-a/rail1: replaced", done.text)
    tally.contains("who writes it again", "MacvlanNetwork net makes the one that is there",
                   spaces.copy(spaces.made([original("rail1", "fabric")], [original("rail1", "team-a", "{}", annotations={})])).text)


def refused(spaces, tally):
    cluster = spaces.made([original("rail1", "fabric"), original("rail2", "fabric")], [])
    said = 'Error from server (Forbidden): x is forbidden: User "ada" cannot create resource "network-attachment-definitions" in API group "k8s.cni.cncf.io" in the namespace "team-a"'
    (cluster.place / (LIST.format("team-a") + ".write.err")).write_text(said)
    done = spaces.copy(cluster)
    tally.equal("not allowed", 3, done.status)
    for part in ("ada may not create network-attachment-definitions", "(nothing was written)", "--verb=create"):
        tally.contains("not allowed", part, done.said)
    cluster = spaces.made([original("rail1", "fabric"), original("rail2", "fabric")], [])
    path = "/" + LIST.format("team-a")
    (cluster.place / "answers.json").write_text(json.dumps([{"words": ["create", path], "code": 1, "err": "Error from server (InternalError): gone away"}]))
    done, found = spaces.program.json("networks", "copy", "--from", "fabric", "--to", "team-a", env=cluster.env)
    tally.equal("refused after all", (4, ["failed", "failed"]), (done.status, [each["state"] for each in found["networks"]]))
    cluster = spaces.made([original("rail1", "fabric")], [])
    for words in (["--dry-run"], ["--dry-run=client"], ["--dry-run=server"]):
        done = spaces.copy(cluster, *words)
        tally.equal(f"{words}: writes nothing", (0, []), (done.status, written(cluster)))
        tally.contains(f"{words}", "would be created", done.text)
    tally.equal("the server was asked once", 1, len([call for call in cluster.calls() if call["words"][0] == "create"]))
    done, found = spaces.program.json("networks", "copy", "--from", "fabric", "--to", "team-a", "--dry-run", env=cluster.env)
    tally.equal("-o json", (True, False, "created"), (found["dry_run"], found["refused"], found["networks"][0]["state"]))


def usage(spaces, tally):
    cluster = spaces.made([original("rail1", "fabric")], [])
    for words, parts in ((["rail9"], ["fabric has no network rail9", "It has rail1."]), (["--to", "fabric"], ["are both 'fabric'"]), (["--dry-run=maybe"], ["maybe", "client"])):
        to = [] if "--to" in words else ["--to", "team-a"]
        done = spaces.program.run("networks", "copy", "--from", "fabric", *to, *words, env=cluster.env)
        tally.equal(f"{words}: exit code", 2, done.status)
        for part in parts:
            tally.contains(f"{words}", part, done.said)
    done = spaces.program.run("networks", "copy", "--to", "team-a", env=cluster.env)
    tally.equal("without --from", 2, done.status)
    (cluster.place / "namespace").write_text("team-a")
    done = spaces.program.run("networks", "copy", "--from", "fabric", "--dry-run", env=cluster.env)
    tally.contains("to the namespace of the context", "team-a/rail1: would be created", done.text)
