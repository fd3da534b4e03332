"""Each system call that exec makes, refused or pretended: the command must not start, with less than promised or with more."""
import resource

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
    for error in ("1", "0"):
        # Without no_new_privs only CAP_SYS_ADMIN may install a filter, so that it stands before the change of user.
        before = (place.refuse, "setrlimit", error, *LOW[2:])
        done = place.run("--", "touch", started, before=["prlimit", LOW[1], *map(str, before)])
        check(tally, f"setrlimit {'refused' if error == '1' else 'pretended'}", done, started)


def refused(place, tally, what, before, words, started):
    done = place.run(*words, "--", "touch", started, before=before)
    check(tally, what, done, started)


def check(tally, what, done, started):
    tally.equal(f"{what}: exit code", 125, done.returncode)
    tally.true(f"{what}: nothing starts", not started.exists(), "no file of the command's", "one")
    tally.contains(f"{what}: it is said", "Nothing was started.", done.stderr)
    started.unlink(missing_ok=True)
