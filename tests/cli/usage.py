"""Wrong use and unusable input: exit code 2, a message that says what was wrong, and under -o json one object that says the same."""
import worlds

# options, what the message must hold
WRONG = [
    ([], ["subcommand"]),
    (["--bogus"], ["--bogus"]),
    (["docter"], ["docter"]),
    (["doctor", "--bogus"], ["--bogus"]),
    (["doctor", "stray"], ["stray"]),
    (["doctor", "--color=blue"], ["blue", "always"]),
    (["doctor", "--probe=some"], ["some", "open"]),
    (["doctor", "--mode", "fast"], ["fast", "rdma"]),
    (["doctor", "--fail-on", "often"], ["often", "warning"]),
    (["doctor", "--only", "memlock.lwo"], ["memlock.lwo", "memlock.low"]),
    (["doctor", "--skip", "gids"], ["gids", "gid"]),
    (["doctor", "--only", "xyzzy"], ["xyzzy", "railhead checks"]),
    (["doctor", "--only", ""], ["--only", "empty"]),
    (["doctor", "--memlock-need", "banana"], ["banana"]),
    (["doctor", "--memlock-need", "16XB"], ["16XB"]),
    (["doctor", "--memlock-need", "-1"], ["-1"]),
    (["doctor", "--memlock-need", ""], ["--memlock-need"]),
    (["doctor", "--memlock-need", "99999999999999GiB"], ["99999999999999GiB"]),
    (["doctor", "--probe-max", "lots"], ["lots"]),
    (["doctor", "--root", "{place}", "--from", "{place}/text"], ["--root", "--from"]),
    (["doctor", "--root", "{place}/absent"], ["absent", "No such file"]),
    (["doctor", "--root", "{place}/text"], ["text", "folder"]),
    (["doctor", "--root", ""], ["--root"]),
    (["doctor", "--from", "{place}/absent"], ["absent", "No such file"]),
    (["doctor", "--from", ""], ["--from"]),
    (["doctor", "--from", "{place}"], ["cannot read", "directory"]),
    (["doctor", "--from", "{place}/text"], ["not a snapshot"]),
    (["doctor", "--from", "{place}/empty"], ["not a snapshot"]),
    (["doctor", "--from", "{place}/header"], ["header:2"]),
    (["doctor", "--from", "{place}/twice"], ["twice:3", "proc/modules"]),
    (["doctor", "--from", "{place}/answers"], ["facts.json"]),
    (["doctor", "--from", "{place}/outside"], ["outside:1"]),
    (["doctor", "--from", "/proc/self/exe"], ["not a snapshot"]),
    (["doctor", "--from", "/dev/zero"], ["larger than"]),
    (["env", "--lint", "--mode", "fast"], ["fast", "rdma"]),
    (["env", "--lint", "--from", "{place}/absent"], ["absent", "No such file"]),
    (["checks", "memlock.lwo"], ["memlock.lwo", "memlock.low"]),
    (["checks", "--pages", "{place}/absent"], ["absent", "No such file"]),
    (["checks", "--pages", ""], ["--pages"]),
    (["schema", "docter"], ["docter", "doctor"]),
    (["schema"], ["command"]),
    (["memlock"], ["'memlock' needs a subcommand", "explain, size"]),
    (["networks"], ["'networks' needs a subcommand", "copy"]),
    (["networks", "copy"], ["--from"]),
    (["networks", "copy", "--from", ""], ["--from", "empty"]),
    (["discover", "-o", "toml"], ["toml", "yaml"]),
    (["discover", "--kubectl", "/nowhere/kubectl"], ["/nowhere/kubectl"]),
    (["discover", "--request-timeout", "soon"], ["soon", "30s"]),
    (["discover", "--service-account", ""], ["--service-account", "empty"]),
    (["docter", "--help"], ["docter", "doctor"]),
    (["memlock", "explian", "--help"], ["explian", "explain, size"]),
    (["memlock", "explian"], ["explian", "explain, size"]),
    (["explain"], ["FILE"]),
    (["explain", "{place}/absent"], ["absent", "No such file"]),
    (["explain", "{place}"], ["Is a directory"]),
    (["memlock", "explain", "--uid", "root"], ["--uid", "root", "1000"]),
    (["memlock", "explain", "--uid", "-1"], ["--uid"]),
    (["memlock", "explain", "--caps", "IPC-LOCK"], ["IPC-LOCK", "IPC_LOCK,SYS_RESOURCE"]),
    (["memlock", "explain", "--caps", ""], ["--caps"]),
    (["memlock", "explain", "--runtime", "podman"], ["podman", "containerd"]),
    (["memlock", "explain", "--cluster", "nomad"], ["nomad", "openshift"]),
    (["memlock", "explain", "--kube-version", "4.16"], ["4.16", "1.31"]),
    (["memlock", "explain", "--uid", "0", "--root", "{place}"], ["--root", "--uid"]),
    (["memlock", "explain", "--root", "{place}/absent"], ["absent"]),
    (["memlock", "size"], ["--channels"]),
    (["memlock", "size", "--channels", "0", "--peers", "1", "--qps", "1"], ["--channels", "at least 1"]),
    (["memlock", "size", "--channels", "1", "--peers", "x", "--qps", "1"], ["--peers", "x"]),
    (["memlock", "size", "--channels", "1", "--peers", "1", "--qps", "-3"], ["--qps"]),
    (["memlock", "size", "--channels", "1", "--peers", "1", "--qps", "99999999999999"], ["64 bits"]),
    (["memlock", "size", "--channels", "1", "--peers", "1", "--qps", "1", "--buffsize", "big"], ["big"]),
    (["node"], ["subcommand"]),
    (["node", "memlock"], ["subcommand", "apply"]),
    (["node", "memlock", "aply"], ["aply", "apply"]),
    (["node", "memlock", "show", "--root", "{place}"], ["no container runtime", "--root"]),
    (["node", "memlock", "show", "--root", "{place}/absent"], ["absent"]),
    (["node", "memlock", "render", "--root", "{place}"], ["no container runtime", "--runtime"]),
    (["node", "memlock", "render", "--runtime", "crio", "--value", "0"], ["--value", "64GiB"]),
    (["node", "memlock", "render", "--runtime", "crio", "--value", "lots"], ["lots"]),
    (["node", "memlock", "render", "--runtime", "docker", "--openshift"], ["--openshift", "CRI-O"]),
    (["node", "memlock", "render", "--openshift", "--role", "a b"], ["--role", "a b"]),
    (["snapshot", "{place}/absent/file"], ["absent", "No such file"]),
    (["snapshot", "--probe=full"], ["full", "open"]),
    (["snapshot", "--root", "{place}/absent"], ["absent"]),
]
FILES = {
    "text": "A text that was never a snapshot.\n",
    "empty": "",
    "header": "-- root/proc/modules --\n-- root/proc/cmdline (purple) --\n",
    "twice": "-- root/proc/modules --\nib_core 1 0 - Live 0x0\n-- root/proc/modules --\n",
    "answers": "-- root/proc/modules --\n-- facts.json --\n[1, 2\n",
    "outside": "-- root/../../etc/passwd --\nroot:x\n",
}


def test(program, tally, place):
    for name, text in FILES.items():
        (place / name).write_text(text)
    for options, parts in WRONG:
        words = [option.format(place=place) for option in options]
        what = " ".join(options) or "no arguments"
        done = program.run(*words)
        tally.equal(f"{what}: exit code", 2, done.status)
        tally.equal(f"{what}: stdout", "", done.text)
        readable(tally, what, done.said, parts)
        if words and words[0] in ("doctor", "checks"):
            as_json(program, tally, what, words, parts)
    json_after_the_mistake(program, tally)
    from_stdin(program, tally, place)


def readable(tally, what, said, parts):
    tally.true(f"{what}: form", said.startswith("railhead: ") and said.count("\n") <= 3, "'railhead: ...' in at most three lines", said)
    for part in parts:
        tally.contains(f"{what}: message", part, said)


def as_json(program, tally, what, words, parts):
    done, found = program.json(*words)
    tally.equal(f"{what} -o json: exit code", 2, done.status)
    if not found:
        return
    error = found.get("error", {})
    for part in parts:
        tally.contains(f"{what} -o json", part, " ".join(str(value) for value in error.values()))


def json_after_the_mistake(program, tally):
    for words in (["doctor", "--bogus", "-o", "json"], ["doctor", "-ojson", "--bogus"], ["doctor", "--output=json", "--bogus"],
                  ["doctor", "--output", "json", "--probe=x"], ["doctor", "-o", "JSON", "--bogus"]):
        done = program.run(*words)
        tally.equal(f"{' '.join(words)}: exit code", 2, done.status)
        program.parsed(" ".join(words), "doctor", done)


def from_stdin(program, tally, place):
    text = worlds.as_file("roce-pod", place).read_bytes()
    by_name = program.run("doctor", "--from", place / "roce-pod.txtar")
    piped = program.run("doctor", "--from", "-", stdin=text)
    tally.same_text("--from -", by_name.text, piped.text)
    with_returns = program.run("doctor", "--from", "-", stdin=b"\r\n".join(text.split(b"\n")))
    tally.true("a snapshot with CRLF", with_returns.status in (0, 1, 2, 3), "an exit code", with_returns.status)
    cut = program.run("doctor", "--from", "-", stdin=text[: len(text) // 2])
    tally.true("half a snapshot", cut.status in (0, 1, 2, 3), "an exit code", cut.status)
    nothing = program.run("doctor", "--from", "-")
    tally.equal("--from - and nothing there: exit code", 2, nothing.status)
