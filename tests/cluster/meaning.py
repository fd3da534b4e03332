"""Whether an injected object still means what it meant: every value of the original is there, and what is new lies where `inject` writes.

Paths are JSON pointers in which members of lists go by their names, so that an added volume or container moves no other."""
import json
import re

# What the server itself makes up: other on every try.
MADE_UP = re.compile(r"metadata/(uid|creationTimestamp|resourceVersion|generation|selfLink|managedFields/.*)"
                     r"|metadata/annotations/kubectl.kubernetes.io~1last-applied-configuration"
                     r"|(.*/)?(labels|matchLabels)/(batch.kubernetes.io~1)?controller-uid"
                     r"|spec/clusterIPs?(/.*)?|status(/.*)?|(.*/)?creationTimestamp")
NETWORKS = "metadata/annotations/k8s.v1.cni.cncf.io~1networks"
# Where `inject` may add, below the object or its pod template.
ADDED = [re.compile("(.*/)?" + path) for path in (
    re.escape(NETWORKS),
    r"metadata/annotations/railhead\.dev~1[^/]+",
    r"metadata/annotations/ulimits\.noderesource\.dev~1container\.[^/]+",
    r"containers/[^/]+/resources/(requests|limits)/[^/]+",
    r"containers/[^/]+/securityContext/capabilities/add/[^/]+",
    r"containers/[^/]+/env/[^/]+/.*",
    r"containers/[^/]+/volumeMounts/[^/]+/.*",
    r"spec/serviceAccount(Name)?",
    r"spec/volumes/[^/]+/name",
    r"spec/volumes/[^/]+/emptyDir(/medium|/sizeLimit)?",
    r"spec/affinity/podAntiAffinity/.*",
    r"spec/subdomain",
    r"spec/trainer/(env/.*|resourcesPerNode/(requests|limits)/[^/]+)",
)]
ADDED_BY_LAUNCHER = [re.compile("(.*/)?" + path) for path in (r"initContainers/railhead[^/]*/.*", r"containers/[^/]+/(command|args)/\d+")]
COMMAND = re.compile(r"((.*/)?containers/[^/]+)/(command|args)/\d+")


def faults(before, after, launcher=False):
    """One line for each value that is gone, changed, or new in a place that is not for `inject`."""
    old, new = dict(_leaves(before)), dict(_leaves(after))
    found = []
    for path, value in old.items():
        if path in new and new[path] == value:
            continue
        if value in ({}, []) and any(other.startswith(path + "/") for other in new):
            continue  # it was empty and now holds what was added
        if path.endswith(NETWORKS) and path in new and _entries(new[path])[:len(_entries(value))] == _entries(value):
            continue
        if launcher and COMMAND.fullmatch(path):
            continue  # judged as a whole below
        found.append(f"{path} was {value!r}, is {new.get(path, 'gone')!r}")
    places = ADDED + (ADDED_BY_LAUNCHER if launcher else [])
    found += [f"{path} is new: {new[path]!r}" for path in new if path not in old and not any(place.fullmatch(path) for place in places)]
    return found + (_unwrapped(old, new) if launcher else [])


def _unwrapped(old, new):
    """The words of a wrapped command must end in those that it had."""
    found = []
    for container in dict.fromkeys(match[1] for path in old if (match := COMMAND.fullmatch(path))):
        was, now = _words(old, container), _words(new, container)
        if now[len(now) - len(was):] != was:
            found.append(f"{container} ran {was}, runs {now}")
    return found


def _words(leaves, container):
    """command and args as one list."""
    words = []
    for part in ("command", "args"):
        position = 0
        while (path := f"{container}/{part}/{position}") in leaves:
            words.append(leaves[path])
            position += 1
    return words


def _entries(networks):
    """(namespace, name, interface) of each attachment of the annotation, in either of its forms."""
    if networks.lstrip().startswith("["):
        return [(entry.get("namespace"), entry["name"], entry.get("interface")) for entry in json.loads(networks)]
    found = []
    for entry in filter(None, (part.strip() for part in networks.split(","))):
        match = re.fullmatch(r"(?:([^/@]+)/)?([^/@]+)(?:@(.+))?", entry)
        found.append(match.groups() if match else entry)
    return found


def _leaves(value, path=""):
    """(path, value) of everything that holds nothing, or is empty."""
    if MADE_UP.fullmatch(path):
        return
    members = _members(value, path)
    if not members:
        yield path, value
    for key, member in members:
        yield from _leaves(member, f"{path}/{key}" if path else key)


def _members(value, path):
    if isinstance(value, dict):
        return [(key.replace("~", "~0").replace("/", "~1"), member) for key, member in value.items()]
    if not isinstance(value, list):
        return []
    keys = _keys(value, path.rsplit("/", 1)[-1])
    return list(zip(keys, value))


def _keys(items, name):
    """What tells the items apart: a name, a mount's place, the word itself in a list of capabilities, else the position."""
    if name in ("add", "drop"):
        return [str(item) for item in items]
    field = "mountPath" if name == "volumeMounts" else "name"
    keys = [item.get(field) if isinstance(item, dict) else None for item in items]
    if None in keys or len(set(keys)) != len(keys):
        return [str(at) for at in range(len(items))]
    return [str(key).replace("~", "~0").replace("/", "~1") for key in keys]
