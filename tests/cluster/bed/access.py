"""Who may do what in the bed, and how much."""
import json

SPACE = "team"
TOKENS = 'railhead-dev,dev,dev,"devs"\n'
USERS = {"dev": "railhead-dev", "gone": "railhead-gone"}
# What a user needs who deploys jobs into a namespace that is there.
RULES = [
    ("", ["pods", "services", "configmaps", "serviceaccounts", "persistentvolumeclaims"], ["get", "list", "watch", "create", "update", "patch", "delete"]),
    ("", ["pods/log", "events", "resourcequotas"], ["get", "list", "watch"]),
    ("", ["pods/exec"], ["create"]),
    ("apps", ["statefulsets"], ["get", "list", "watch", "create", "update", "patch", "delete"]),
    ("batch", ["jobs"], ["get", "list", "watch", "create", "update", "patch", "delete"]),
]


class User:
    """As kubectl.Kubectl takes it."""

    def __init__(self, server, name):
        self.folder = server.folder
        self.kubeconfig = server.kubeconfig if name == "admin" else server.folder / f"kubeconfig-{name}"
        if name != "admin":
            server.write_kubeconfig(self.kubeconfig, USERS[name])


def listed(*objects):
    return json.dumps({"apiVersion": "v1", "kind": "List", "items": list(objects)})


def space(name, **labels):
    return {"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name, "labels": labels}}


def granted(name=SPACE):
    """What lets `dev` deploy into that namespace."""
    rules = [{"apiGroups": [group], "resources": resources, "verbs": verbs} for group, resources, verbs in RULES]
    return [{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": "deployer", "namespace": name}, "rules": rules},
            {"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "deployer", "namespace": name},
             "roleRef": {"apiGroup": "rbac.authorization.k8s.io", "kind": "Role", "name": "deployer"},
             "subjects": [{"apiGroup": "rbac.authorization.k8s.io", "kind": "User", "name": "dev"}]}]


def quota(name, **most):
    """`most` with the names of the API: pods, or {"requests.rdma/hca": "2"}."""
    return {"apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": "most", "namespace": name}, "spec": {"hard": most}}
