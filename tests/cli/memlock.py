"""memlock explain and memlock size: what they print, word for word, and their exit codes."""
import worlds
from goldens import compare
from program import neutral

EXPLAINED = {
    "openshift-user": ["--uid", "1000", "--caps", "IPC_LOCK", "--cluster", "openshift"],
    "kubernetes-root": ["--uid", "0", "--runtime", "containerd", "--cluster", "kubernetes", "--kube-version", "1.31"],
    "user-namespace": ["--userns", "--caps", "IPC_LOCK,SYS_RESOURCE", "--cluster", "kubernetes", "--runtime", "containerd"],
    "docker-root": ["--uid", "0", "--cluster", "none", "--runtime", "docker"],
}
SPACE = """apiVersion: v1
kind: Namespace
metadata: {name: lab, annotations: {openshift.io/sa.scc.uid-range: 5000/100, openshift.io/sa.scc.mcs: "s0:c9,c4"}}
---
"""
SCC = """apiVersion: security.openshift.io/v1
kind: SecurityContextConstraints
metadata: {name: fabric}
allowPrivilegedContainer: false
allowedCapabilities: [IPC_LOCK]
allowHostDirVolumePlugin: false
allowHostIPC: false
allowHostNetwork: false
allowHostPID: false
allowHostPorts: false
readOnlyRootFilesystem: false
runAsUser: {type: MustRunAsRange}
seLinuxContext: {type: MustRunAs}
fsGroup: {type: RunAsAny}
supplementalGroups: {type: RunAsAny}
volumes: [configMap, emptyDir, projected, secret]
"""
ANY = SCC.replace("MustRunAsRange", "RunAsAny")
GRANT = "users: ['system:serviceaccount:lab:runner']\n"
# name: options, and what stdin has
ASKED = {
    "scc-granted": (["--uid", "1500", "--scc", "-"], SPACE + SCC + GRANT),
    "scc-alone": (["--uid", "1500", "--scc", "-"], ANY),
    "scc-and-level": (["--uid", "0", "--scc", "-", "--psa", "baseline"], SPACE + SCC + GRANT),
    "psa-baseline": (["--uid", "0", "--psa", "baseline", "--runtime", "containerd"], ""),
    "psa-restricted": (["--uid", "1500", "--psa", "restricted"], ""),
}
JOB = ["--channels", "16", "--peers", "7", "--qps", "64"]
LIMITS = ("Limit                     Soft Limit           Hard Limit           Units     \n"
          "Max locked memory         8388608              8388608              bytes     \n")
STATUS = "Uid:\t1000\t1000\t1000\t1000\nGid:\t0\t0\t0\t0\n" + "".join(
    f"Cap{name}:\t0000000000000000\n" for name in ("Inh", "Prm", "Eff", "Bnd", "Amb")) + "NoNewPrivs:\t0\n"
MOST = (1 << 64) - 1


def test(program, tally, place):
    for name, options in EXPLAINED.items():
        done = program.run("memlock", "explain", *options)
        tally.equal(f"explain {name}: exit code", 0, done.status)
        tally.equal(f"explain {name}: stderr", "", done.said)
        compare(tally, f"explain-{name}.txt", done.text)
        table = done.text.split("\nway ")[1].split("\n\n")[0]
        tally.true(f"explain {name}: width", max(map(len, table.splitlines())) <= 100, "100 columns at most", table)
        _, found = program.json("memlock", "explain", *options)
        for way in found["ways"]:
            tally.true(f"explain {name} {way['id']}: nothing privileged", "privileged: true" not in way["snippet"] + way["admission"], "no", way)
    compare(tally, "explain-openshift-user.json", neutral(program.json("memlock", "explain", *EXPLAINED["openshift-user"])[0].text))
    of_worlds(program, tally, place)
    asked(program, tally, place)
    refused_words(program, tally, place)
    sizes(program, tally, place)


def of_worlds(program, tally, place):
    """Without flags it is the process at hand."""
    done = program.run("memlock", "explain", "--from", worlds.as_file("roce-pod", place))
    tally.contains("explain roce-pod", "Nothing has to be set", done.text)
    done = program.run("memlock", "explain", "--from", worlds.as_file("broken-pod", place))
    tally.contains("explain broken-pod", "can pin 8 MiB", done.text)
    nothing = place / "nothing"
    nothing.mkdir()
    done, found = program.json("memlock", "explain", "--root", nothing)
    tally.equal("explain of nothing: not known is not no", None, found["memlock"]["predicted_bytes"])
    tally.true("explain of nothing", found["answer"].startswith("Not known"), "not known", found["answer"])
    done, found = program.json("memlock", "explain")
    tally.equal("explain of this process", (0, False), (done.status, found["situation"]["described"]))


def ways_of(program, *options, **more):
    """The ways by id, and the situation."""
    _, found = program.json("memlock", "explain", *options, **more)
    return {way["id"]: way for way in found["ways"]}, found["situation"]


def verdicts(ways):
    return {name: way["admitted"]["verdict"] for name, way in ways.items() if way["admitted"]["verdict"] not in ("not asked", "not needed")}


def asked(program, tally, place):
    """--scc and --psa: each way that goes through the manifest of a pod is put to admission."""
    for name, (options, text) in ASKED.items():
        done = program.run("memlock", "explain", *options, stdin=text.encode())
        tally.equal(f"explain {name}: exit code", 0, done.status)
        compare(tally, f"explain-{name}.txt", done.text)
    options, text = ASKED["scc-granted"]
    compare(tally, "explain-scc-granted.json", neutral(program.json("memlock", "explain", *options, stdin=text.encode())[0].text))
    ways, situation = ways_of(program, *options, stdin=text.encode())
    tally.equal("scc-granted", {"ipc-lock-as-root": "refused", "raise-then-drop": "refused", "file-capabilities": "admitted"}, verdicts(ways))
    tally.equal("scc-granted: nobody but the owner", ("you", "", "lab/runner"),
                (ways["file-capabilities"]["actor"], ways["file-capabilities"]["admission"], ways["file-capabilities"]["admitted"]["service_account"]))
    tally.equal("scc-granted: --scc means OpenShift", ("openshift", "crio"), (situation["cluster"], situation["runtime"]))
    ways, _ = ways_of(program, *options, stdin=SCC.encode())
    tally.equal("scc-alone: one command", ("needs a grant", "oc adm policy add-scc-to-user fabric -z SERVICEACCOUNT -n NAMESPACE"),
                (ways["file-capabilities"]["admitted"]["verdict"], ways["file-capabilities"]["admission"]))
    for level, expected in (("privileged", "admitted"), ("baseline", "refused"), ("restricted", "refused")):
        ways, situation = ways_of(program, "--uid", "0", "--psa", level, "--runtime", "containerd")
        tally.equal(f"--psa {level}", {expected}, set(verdicts(ways).values()))
        tally.equal(f"--psa {level}: --psa alone means Kubernetes", "kubernetes", situation["cluster"])
        tally.equal(f"--psa {level}: the node's setting remains", ("yes", "not needed"), (ways["containerd-limit"]["works"], ways["containerd-limit"]["admitted"]["verdict"]))
        tally.equal(f"--psa {level}: no way of it works as things stand", level == "privileged", ways["ipc-lock-as-root"]["works"] == "yes")
    ways, situation = ways_of(program, "--psa", "privileged", "--cluster", "openshift", "--uid", "0")
    tally.equal("--psa with --cluster openshift asks the stock SCCs", (True, {"refused"}), (situation["asked"]["stock"], set(verdicts(ways).values())))
    ways, situation = ways_of(program, "--uid", "0", "--cluster", "openshift")
    tally.equal("nothing is asked without them", (None, {}), (situation["asked"], verdicts(ways)))
    folder = place / "objects"
    folder.mkdir()
    (folder / "one.yaml").write_text(SPACE)
    (folder / "two.yaml").write_text(SCC)
    grant = place / "grant.json"
    grant.write_text('{"apiVersion": "rbac.authorization.k8s.io/v1", "kind": "RoleBinding", "metadata": {"name": "a", "namespace": "lab"}, "roleRef": {"kind": "ClusterRole", "name": "b"},'
                     ' "subjects": [{"kind": "ServiceAccount", "name": "solver", "namespace": "lab"}]}')
    role = place / "role.yaml"
    role.write_text("kind: ClusterRole\napiVersion: rbac.authorization.k8s.io/v1\nmetadata: {name: b}\n"
                    "rules: [{apiGroups: [security.openshift.io], resources: [securitycontextconstraints], resourceNames: [fabric], verbs: [use]}]\n")
    ways, _ = ways_of(program, "--uid", "5007", "--scc", folder, "--scc", grant, "--scc", role)
    tally.equal("folders, several files, RBAC", ("admitted", "lab/solver"), tuple(ways["file-capabilities"]["admitted"][key] for key in ("verdict", "service_account")))
    ways, _ = ways_of(program, "--uid", "5007", "--scc", folder, "--scc", grant, "--scc", role, "-n", "lab", "--service-account", "other")
    tally.equal("another account", "needs a grant", ways["file-capabilities"]["admitted"]["verdict"])

    many = place / "many.yaml"
    many.write_text("---\n".join(SCC.replace("name: fabric", f"name: fabric-{number}").replace("IPC_LOCK", "NET_RAW") + f"users: ['system:serviceaccount:lab-{number}:runner']\n" for number in range(400 if program.sanitized else 2000)))
    done = program.run("memlock", "explain", "--uid", "1500", "--scc", many)
    tally.true("many SCCs: in little time", done.status == 0 and done.cpu < (40 if program.sanitized else 5), "an end in 5 s, with a sanitizer 40 s", (done.status, done.cpu))


def refused_words(program, tally, place):
    """What cannot be asked: exit code 2, with the file and the line where there is one."""
    for name, text, said in (("types.yaml", SPACE + SCC.replace("[IPC_LOCK]", "{IPC_LOCK: true}"), "types.yaml:9: "),
                             ("syntax.yaml", SCC.replace("{name: fabric}", "{name: fabric"), "syntax.yaml:"),
                             ("other.yaml", "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n", "no SCC in "),
                             ("empty.yaml", "", "no SCC in "),
                             ("strategy.yaml", SCC.replace("MustRunAsRange", "MustRunAsNobody"), "strategy.yaml:1")):
        file = place / name
        file.write_text(text)
        done = program.run("memlock", "explain", "--scc", file)
        tally.equal(f"--scc {name}", (2, ""), (done.status, done.text))
        tally.contains(f"--scc {name}", said, done.said)
    scc = place / "scc.yaml"
    scc.write_text(SCC)
    for words in (["--scc", place / "none.yaml"], ["--scc", scc, "--cluster", "kubernetes"], ["--scc", scc, "--cluster", "none"], ["--psa", "baseline", "--cluster", "none"],
                  ["--psa", "strict"], ["--psa", ""], ["--scc", ""], ["-n", "lab"], ["--service-account", "runner"], ["--psa", "baseline", "--kube-version", "1.99"]):
        done = program.run("memlock", "explain", *words)
        tally.equal(f"explain {words}", (2, ""), (done.status, done.text))
        tally.true(f"explain {words}: says why", done.said.startswith("railhead: "), "a message", done.said)


def group(root):
    """A process whose memory control group leaves 60 GiB."""
    for path, text in {"proc/self/cgroup": "0::/\n", "sys/fs/cgroup/cgroup.controllers": "cpu memory\n", "sys/fs/cgroup/memory.max": f"{64 << 30}\n",
                       "sys/fs/cgroup/memory.current": f"{4 << 30}\n", "proc/self/mountinfo": "31 30 0:27 / /sys/fs/cgroup ro - cgroup2 cgroup rw\n",
                       "proc/self/limits": LIMITS, "proc/self/status": STATUS, "proc/self/uid_map": "0 0 4294967295\n"}.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    (root / "proc/self/ns").mkdir()
    (root / "proc/self/ns/user").symlink_to("user:[4026531837]")
    return root


def sizes(program, tally, place):
    pod = group(place / "pod")
    compare(tally, "size-host.txt", program.run("memlock", "size", *JOB, "--no-gdr", "--host-buffers", "64MiB", "--root", pod).text)
    done = program.run("memlock", "size", *JOB, "--root", pod)
    compare(tally, "size-gdr.txt", done.text)
    tally.equal("size: it fits", 0, done.status)
    done, found = program.json("memlock", "size", *JOB, "--host-buffers", "1TiB", "--root", pod)
    tally.equal("size: more than the group leaves", 1, done.status)
    tally.true("size: the limit is what is left", found["fits"] is False and found["memlock_bytes"] == found["group_left_bytes"], "equal", found)
    tally.equal("size: the terms sum up", found["need_bytes"], sum(term["bytes"] for term in found["terms"]))
    done = program.run("memlock", "size", "--channels", MOST, "--peers", MOST, "--qps", "1", "--no-gdr")
    tally.equal("size: overflow", 2, done.status)
