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
