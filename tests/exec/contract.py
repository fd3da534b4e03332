"""The process stays what it is: its number, its streams, its exit code, its signals; nothing is forked on the way."""
import signal
import subprocess


def test(place, tally):
    run = place.run
    done = run("--quiet", "--", "sh", "-c", "exit 7")
    tally.equal("the exit code is the command's", (7, "", ""), (done.returncode, done.stdout, done.stderr))
    done = run("--quiet", "--", "cat", stdin="one\ntwo\n")
    tally.equal("stdin is the command's", "one\ntwo\n", done.stdout)
    with subprocess.Popen([place.binary, "exec", "--quiet", "--", "sh", "-c", "echo $$; exec sleep 60"], stdout=subprocess.PIPE, text=True) as child:
        tally.equal("the process keeps its number", str(child.pid), child.stdout.readline().strip())
        child.send_signal(signal.SIGTERM)
        tally.equal("signals reach the command", -signal.SIGTERM, child.wait(20))
    refused = [place.refuse, "fork", "1"]
    done = run("--quiet", "--", "echo", "started", before=refused)
    tally.equal("nothing is forked", (0, "started\n"), (done.returncode, done.stdout))
    tally.true("the helper does refuse to fork", subprocess.run([*refused, "sh", "-c", "true | true"], capture_output=True).returncode != 0, "a failure", "none")
    failures(place, tally)
    environment(place, tally)


def failures(place, tally):
    run = place.run
    for what, words, code, said in (
            ("a command that is not there", ("--", "no-such-command"), 127, "there is no such command"),
            ("a file that cannot be executed", ("--", "/etc/passwd"), 126, "may not be executed"),
            ("a folder", ("--", "/etc"), 126, "may not be executed"),
            ("no command", (), 125, "there is no command to start"),
            ("an unknown option", ("--bogus", "--", "true"), 125, "--bogus"),
            ("a size that is none", ("--memlock", "lots", "--", "true"), 125, "--memlock"),
            ("a requirement that is none", ("--require", "speed", "--", "true"), 125, "--require rdma and --require memlock=SIZE"),
            ("a user that is not there", ("--user", "no-such-user", "--", "true"), 125, "there is no user 'no-such-user'"),
            ("a contradiction", ("--require", "rdma", "--mode", "tcp", "--", "true"), 125, "contradict")):
        done = run(*words)
        tally.equal(f"{what}: exit code", code, done.returncode)
        tally.contains(f"{what}: message", said, done.stderr)
        tally.equal(f"{what}: stdout", "", done.stdout)
    done = run("--", "sh", "-c", "echo $LC_TEST $1 \"$2\"", "sh", "--nnodes", "a b", env={"LC_TEST": "kept"})
    tally.equal("arguments and environment arrive as they were", "kept --nnodes a b\n", done.stdout)


def environment(place, tally):
    file = place.folder / "set.env"
    done = place.run("--env-file", file, "--node-rank", "1", "--nnodes", "2", "--master-addr", "10.9.8.7", "--quiet", "--", "env", env={"MASTER_PORT": "1234"})
    tally.equal("exit code with --env-file", 0, done.returncode)
    for line in ("NODE_RANK=1", "NNODES=2", "MASTER_ADDR=10.9.8.7", "MASTER_PORT=1234"):
        tally.contains("the command has the place of its node", line + "\n", done.stdout)
    written = file.read_text()
    tally.contains("the file has what was set", "NODE_RANK=1\n", written)
    tally.lacks("the file has nothing that the user set", "MASTER_PORT", written)
    done = place.run("--", "env", env={"NCCL_SOCKET_IFNAME": "mine0"})
    tally.contains("what the user set stays", "NCCL_SOCKET_IFNAME=mine0\n", done.stdout)
    tally.contains("a fall back to TCP is said", "NO RDMA", done.stderr)
    done = place.run("--require", "rdma", "--", "echo", "started")
    tally.equal("--require rdma starts nothing on a machine without", (125, ""), (done.returncode, done.stdout))
    tally.contains("and says why", "there is no RDMA device", done.stderr)
