"""Each system call that exec makes, refused or pretended: the command must not start, with less than promised or with more."""
import resource

from run import status_of

READING = ("capget", "getdents64", "readlink", "readlinkat", "faccessat2", "statfs", "fstatfs", "fcntl", "socket", "bind", "getsockname",
           "sendto", "recvmsg", "getrlimit")
HARD = 4 << 20
LOW = ["prlimit", f"--memlock={1 << 20}:{HARD}", "setpriv", "--reuid", "1234", "--regid", "1234", "--clear-groups", "--inh-caps=-all"]


def test(place, tally):
    started = place.folder / "started"
    for call in ("keepcaps", "setgroups", "setresgid", "setresuid", "capset", "ambient"):
        for error in ("1", "0"):
            # A pretended PR_SET_KEEPCAPS leaves nothing permitted, and capset(2) then fails by itself.
            before = ("setpriv", "--bounding-set", "-sys_resource", place.refuse, call, error)
            refused(place, tally, f"--user with {call} {'refused' if error == '1' else 'pretended'}", before, ("--user", "1234:1234,44"), started)
    limit = resource.getrlimit(resource.RLIMIT_MEMLOCK)[1]
    if limit != resource.RLIM_INFINITY and limit < HARD:
        return tally.skip("setrlimit refused", "the hard memlock limit here is below 4 MiB")
    for call in READING:
        for error in ("1", "38"):
            read(place, tally, call, error)
    for call in ("capget", "getrlimit"):
        read(place, tally, call, "0")
    for error in ("1", "0"):
        # Without no_new_privs only CAP_SYS_ADMIN may install a filter, so that it stands before the change of user.
        before = (place.refuse, "setrlimit", error, *LOW[2:])
        done = place.run("--", "touch", started, before=["prlimit", LOW[1], *map(str, before)])
        check(tally, f"setrlimit {'refused' if error == '1' else 'pretended'}", done, started)


def as_user(place, before=()):
    """Exit code of a command that becomes a user, and what that command was."""
    done = place.run("--user", "1234:1234,44", "--", "sh", "-c", "cat /proc/self/status; ulimit -l; ulimit -Hl", before=before)
    found = status_of(done.stdout)
    return done, {**{name: found.get(name) for name in ("Uid", "Gid", "Groups", "CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb", "NoNewPrivs")},
                  "limits": done.stdout.split()[-2:]}


def read(place, tally, call, error):
    """What is only read may be missing: then the command is whom it was to be and may no more than that, or it is not started."""
    what = f"{call} {'pretended' if error == '0' else 'fails with ' + error}"
    _, promised = as_user(place)
    done, found = as_user(place, ("setpriv", "--bounding-set", "-sys_resource", place.refuse, call, error))
    if done.returncode == 125:
        return tally.equal(f"{what}: nothing starts", "", done.stdout)
    tally.equal(f"{what}: the command starts", 0, done.returncode)
    for name in ("Uid", "Gid", "Groups", "NoNewPrivs", "limits"):
        tally.equal(f"{what}: {name}", promised[name], found[name])
    for name in (name for name in promised if name.startswith("Cap")):
        more = int(found[name] or "0", 16) & ~int(promised[name], 16)
        tally.equal(f"{what}: {name} beyond what was promised", 0, more)
    return None


def refused(place, tally, what, before, words, started):
    done = place.run(*words, "--", "touch", started, before=before)
    check(tally, what, done, started)


def check(tally, what, done, started):
    tally.equal(f"{what}: exit code", 125, done.returncode)
    tally.true(f"{what}: nothing starts", not started.exists(), "no file of the command's", "one")
    tally.contains(f"{what}: it is said", "Nothing was started.", done.stderr)
    started.unlink(missing_ok=True)
