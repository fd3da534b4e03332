"""What the command may do, read from its own /proc/self/status, in each situation that this machine can make."""
import resource
import shutil
import subprocess

from run import status_of

LOCK, RESOURCE = 1 << 14, 1 << 24
SHOW = ("--", "sh", "-c", "cat /proc/self/status; ulimit -l; ulimit -Hl")


def test(place, tally):
    if not shutil.which("setpriv"):
        return tally.skip("capabilities", "setpriv (util-linux) is not installed")
    rows(place, tally)
    limits(place, tally)


def shown(place, tally, what, *words, before=()):
    done = place.run("--quiet", *words, *SHOW, before=before)
    if not tally.equal(f"{what}: starts", (0, ""), (done.returncode, done.stderr)):
        return None
    return {**status_of(done.stdout), "soft": done.stdout.split()[-2], "hard": done.stdout.split()[-1]}


def effective(status):
    return int(status["CapEff"], 16)


def setpriv(*words):
    return ["setpriv", *words]


def rows(place, tally):
    root = shown(place, tally, "root")
    if root:
        tally.true("root keeps IPC_LOCK", effective(root) & LOCK, "IPC_LOCK in CapEff", root["CapEff"])
    user = shown(place, tally, "root becomes a user", "--user", "1234:2345,44")
    if user:
        tally.equal("its uids", ["1234"] * 4, user["Uid"].split())
        tally.equal("its gids", ["2345"] * 4, user["Gid"].split())
        tally.equal("its groups", ["44", "2345"], user["Groups"].split())
        # Without SYS_RESOURCE on this machine the ladder's rung is the ambient capability, and nothing beside it.
        expected = 0 if user["soft"] == "unlimited" else LOCK
        for name in ("CapEff", "CapPrm", "CapAmb", "CapInh"):
            tally.equal(f"a user's {name}", f"{expected:016x}", user[name])
    plain = shown(place, tally, "a user without anything", before=setpriv("--reuid", "1234", "--regid", "1234", "--clear-groups", "--inh-caps=-all"))
    if plain:
        tally.equal("has nothing afterwards", f"{0:016x}", plain["CapEff"])
        tally.equal("and no limit it did not have", plain["soft"], plain["hard"])
    ambient = shown(place, tally, "a user with an ambient IPC_LOCK",
                    before=setpriv("--reuid", "1234", "--regid", "1234", "--clear-groups", "--inh-caps=-all,+ipc_lock", "--ambient-caps=-all,+ipc_lock"))
    if ambient:
        tally.equal("keeps it and has no other", f"{LOCK:016x}", ambient["CapEff"])
    kept = shown(place, tally, "root with --memlock keep", "--user", "1234:1234", "--memlock", "keep")
    if kept:
        tally.equal("a user gets no capability with --memlock keep", f"{0:016x}", kept["CapEff"])
    dropped = shown(place, tally, "root with --drop-caps", "--drop-caps")
    if dropped:
        tally.true("SYS_RESOURCE is gone", not int(dropped["CapBnd"], 16) & RESOURCE and not effective(dropped) & RESOURCE, "neither bounding nor effective", dropped)


def limits(place, tally):
    """A soft limit below the hard one needs no privilege."""
    soft, hard = 1 << 20, 4 << 20
    if resource.getrlimit(resource.RLIMIT_MEMLOCK)[1] != resource.RLIM_INFINITY and resource.getrlimit(resource.RLIMIT_MEMLOCK)[1] < hard:
        return tally.skip("soft to hard", "the hard memlock limit here is below 4 MiB")
    before = ["prlimit", f"--memlock={soft}:{hard}", *setpriv("--reuid", "1234", "--regid", "1234", "--clear-groups", "--inh-caps=-all")]
    raised = shown(place, tally, "a soft limit below the hard one", before=before)
    if raised:
        tally.equal("soft to hard", ("4096", "4096"), (raised["soft"], raised["hard"]))
    exact = shown(place, tally, "a size between them", "--memlock", "2MiB", before=before)
    if exact:
        tally.equal("the soft limit is what was asked", ("2048", "4096"), (exact["soft"], exact["hard"]))
    done = place.run("--require", "memlock=64GiB", "--", "echo", "started", before=before)
    tally.equal("a requirement that cannot be met starts nothing", (125, ""), (done.returncode, done.stdout))
    tally.contains("and says what there would be", "could pin 4 MiB, and 64 GiB is required", done.stderr)
