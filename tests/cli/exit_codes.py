"""The exit codes of doctor: 0 nothing, 1 findings, 3 not known; and how --fail-on, --only, --skip and --mode move them."""
import worlds

# world, further options, exit code
CASES = [
    ("ib-host", [], 0),
    ("roce-pod", [], 0),
    ("roce-pod", ["--fail-on", "warning"], 0),
    ("roce-pod", ["--fail-on", "info"], 1),  # devices of others are visible
    ("tcp-vm", [], 0),
    ("tcp-vm", ["--fail-on", "warning"], 1),
    ("tcp-vm", ["--fail-on=info"], 1),
    ("tcp-vm", ["--fail-on", "never"], 0),
    ("tcp-vm", ["--mode", "rdma"], 1),
    ("tcp-vm", ["--mode", "rdma", "--fail-on", "never"], 0),
    ("tcp-vm", ["--mode", "tcp", "--fail-on", "warning"], 0),
    ("broken-pod", [], 1),
    ("broken-pod", ["--fail-on", "never"], 0),
    ("broken-pod", ["--only", "pci"], 0),
    ("broken-pod", ["--only", "memlock.cap-ineffective-nonroot"], 1),
    ("broken-pod", ["--only", "pci,memlock.cap-ineffective-nonroot"], 1),
    ("broken-pod", ["--only", "port", "--skip", "port.not-active"], 0),
    ("broken-host", [], 1),
    ("broken-host", ["--mode", "tcp"], 0),
    ("roce-pod", ["--memlock-need", "16GiB"], 0),
    ("broken-host", ["--memlock-need", "4KiB", "--only", "memlock.low"], 0),
    ("broken-host", ["--memlock-need", "16GiB", "--only", "memlock.low"], 1),
    ("unreadable", [], 3),
    ("unreadable", ["--fail-on", "never"], 3),
    ("unreadable", ["--only", "memlock"], 3),
]


def test(program, tally, place):
    for world, options, code in CASES:
        path = worlds.as_file(world, place)
        done = program.run("doctor", "--from", path, *options)
        tally.equal(f"{world} {' '.join(options)}: exit code", code, done.status)
        same, _ = program.json("doctor", "--from", path, *options)
        tally.equal(f"{world} {' '.join(options)} -o json: exit code", code, same.status)
    selection(program, tally, worlds.as_file("broken-pod", place))
    for words in (["--help"], ["--version"], ["doctor", "--help"], ["snapshot", "--help"], ["checks", "--help"], ["schema", "--help"],
                  ["memlock", "--help"], ["memlock", "explain", "--help"], ["memlock", "size", "--help"], ["node", "memlock", "--help"],
                  ["node", "memlock", "show", "--help"], ["node", "memlock", "render", "--help"], ["node", "memlock", "apply", "--help"]):
        done = program.run(*words)
        tally.true(" ".join(words), done.status == 0 and done.out and not done.err, "exit 0, the text on stdout", f"{done.status} {done.said}")


def selection(program, tally, path):
    def ids(*options):
        _, found = program.json("doctor", "--from", path, *options)
        return {finding["id"] for finding in found["findings"]} if found else set()

    tally.equal("--only of a check", {"memlock.low"}, ids("--only", "memlock.low"))
    families = {check.split(".")[0] for check in ids("--only", "memlock,port")}
    tally.equal("--only of two families", {"memlock", "port"}, families)
    tally.equal("--only given twice", ids("--only", "memlock,port"), ids("--only", "memlock", "--only", "port"))
    rest = ids("--skip", "memlock")
    tally.true("--skip of a family", rest and not any(check.startswith("memlock.") for check in rest), "others alone", rest)
