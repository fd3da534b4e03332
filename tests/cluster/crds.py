"""Custom resources whose manifests are tried: their schemas know where the pod templates are and what a pod template looks like, and
leave the rest open. Written for these tests; no operator's own definition is copied."""

import json

OPEN = {"type": "object", "x-kubernetes-preserve-unknown-fields": True}
TEXT = {"type": "string"}
NUMBER = {"type": "integer"}
QUANTITY = {"x-kubernetes-int-or-string": True}


def shape(required=(), **properties):
    """An object with these fields among others."""
    schema = {**OPEN, "properties": properties}
    return {**schema, "required": list(required)} if required else schema


def many(items):
    return {"type": "array", "items": items}


def named(values):
    """A map whose keys are names."""
    return {"type": "object", "additionalProperties": values}


QUANTITIES = named(QUANTITY)
CAPABILITIES = shape(add=many(TEXT), drop=many(TEXT))
MOUNT = shape(["name", "mountPath"], name=TEXT, mountPath=TEXT, readOnly={"type": "boolean"})
ENV = shape(["name"], name=TEXT, value=TEXT, valueFrom=OPEN)
CONTAINER = shape(["name"], name=TEXT, image=TEXT, command=many(TEXT), args=many(TEXT), env=many(ENV), volumeMounts=many(MOUNT),
                  resources=shape(limits=QUANTITIES, requests=QUANTITIES), securityContext=shape(capabilities=CAPABILITIES))
VOLUME = shape(["name"], name=TEXT, emptyDir=shape(medium=TEXT, sizeLimit=QUANTITY), hostPath=shape(["path"], path=TEXT))
POD = shape(["containers"], containers={**many(CONTAINER), "minItems": 1}, initContainers=many(CONTAINER), volumes=many(VOLUME),
            serviceAccountName=TEXT, subdomain=TEXT, hostNetwork={"type": "boolean"})
TEMPLATE = shape(["spec"], metadata=shape(annotations=named(TEXT), labels=named(TEXT)), spec=POD)
JOB_TEMPLATE = shape(["spec"], spec=shape(["template"], template=TEMPLATE, parallelism=NUMBER, completions=NUMBER))
REPLICAS = named(shape(["template"], replicas=NUMBER, template=TEMPLATE))
RAY = shape(["headGroupSpec"], headGroupSpec=shape(["template"], template=TEMPLATE),
            workerGroupSpecs=many(shape(["groupName", "template"], groupName=TEXT, template=TEMPLATE)))
SRIOV = shape(["resourceName"], resourceName=TEXT, networkNamespace=TEXT, ipam=TEXT, linkState=TEXT)
NETWORKS, CONSTRAINTS = "k8s.cni.cncf.io", "security.openshift.io"
OF_CLUSTER = (CONSTRAINTS, "config.openshift.io")

# (kind, group, version): schema of what stands beside metadata
SCHEMAS = {
    ("NetworkAttachmentDefinition", NETWORKS, "v1"): {"spec": shape(config=TEXT)},
    ("SecurityContextConstraints", CONSTRAINTS, "v1"): {
        "allowHostDirVolumePlugin": {"type": "boolean"}, "allowPrivilegedContainer": {"type": "boolean"}, "allowedCapabilities": many(TEXT),
        "defaultAddCapabilities": many(TEXT), "requiredDropCapabilities": many(TEXT), "volumes": many(TEXT), "users": many(TEXT),
        "groups": many(TEXT), "runAsUser": shape(type=TEXT), "seLinuxContext": shape(type=TEXT)},
    ("ClusterVersion", "config.openshift.io", "v1"): {"status": OPEN},
    ("SriovNetworkNodePolicy", "sriovnetwork.openshift.io", "v1"): {
        "spec": shape(["resourceName", "numVfs", "nicSelector"], resourceName=TEXT, numVfs=NUMBER, nicSelector=shape(pfNames=many(TEXT)),
                      isRdma={"type": "boolean"})},
    ("SriovNetwork", "sriovnetwork.openshift.io", "v1"): {"spec": SRIOV},
    ("SriovIBNetwork", "sriovnetwork.openshift.io", "v1"): {"spec": SRIOV},
    ("PyTorchJob", "kubeflow.org", "v1"): {"spec": shape(["pytorchReplicaSpecs"], pytorchReplicaSpecs=REPLICAS)},
    ("MPIJob", "kubeflow.org", "v2beta1"): {"spec": shape(["mpiReplicaSpecs"], mpiReplicaSpecs=REPLICAS, slotsPerWorker=NUMBER)},
    ("TrainJob", "trainer.kubeflow.org", "v1alpha1"): {
        "spec": shape(["runtimeRef"], runtimeRef=shape(["name"], name=TEXT), trainer=shape(
            image=TEXT, command=many(TEXT), args=many(TEXT), env=many(ENV), numNodes=NUMBER,
            resourcesPerNode=shape(limits=QUANTITIES, requests=QUANTITIES)))},
    ("JobSet", "jobset.x-k8s.io", "v1alpha2"): {
        "spec": shape(["replicatedJobs"], replicatedJobs=many(shape(["name", "template"], name=TEXT, replicas=NUMBER, template=JOB_TEMPLATE)))},
    ("LeaderWorkerSet", "leaderworkerset.x-k8s.io", "v1"): {
        "spec": shape(["leaderWorkerTemplate"], replicas=NUMBER, leaderWorkerTemplate=shape(
            ["workerTemplate"], size=NUMBER, leaderTemplate=TEMPLATE, workerTemplate=TEMPLATE))},
    ("RayCluster", "ray.io", "v1"): {"spec": RAY},
    ("RayJob", "ray.io", "v1"): {"spec": shape(entrypoint=TEXT, rayClusterSpec=RAY, submitterPodTemplate=TEMPLATE)},
    ("Job", "batch.volcano.sh", "v1alpha1"): {
        "spec": shape(["tasks"], minAvailable=NUMBER, tasks=many(shape(["template"], name=TEXT, replicas=NUMBER, template=TEMPLATE)))},
}
PLURALS = {"NetworkAttachmentDefinition": "network-attachment-definitions", "SriovNetworkNodePolicy": "sriovnetworknodepolicies",
           "SecurityContextConstraints": "securitycontextconstraints"}


def text():
    """The CustomResourceDefinitions as a v1 List, in JSON."""
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": [_definition(*key, fields) for key, fields in SCHEMAS.items()]})


def _definition(kind, group, version, fields):
    plural = PLURALS.get(kind, kind.lower() + "s")
    top = {"apiVersion": TEXT, "kind": TEXT, "metadata": {"type": "object"}, **fields}
    return {
        "apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": {"name": f"{plural}.{group}"},
        "spec": {
            "group": group, "scope": "Cluster" if group in OF_CLUSTER else "Namespaced",
            "names": {"plural": plural, "singular": kind.lower(), "kind": kind, "listKind": kind + "List"},
            "versions": [{"name": version, "served": True, "storage": True, "schema": {"openAPIV3Schema": {**OPEN, "properties": top}}}]}}
