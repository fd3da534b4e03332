"""What a command costs as a whole process: CPU time, elapsed time, peak memory."""
import os
import pathlib
import statistics
import subprocess
import tempfile
import time


class Cost:
    """The costs of one command over its runs; all times in milliseconds."""

    def __init__(self):
        self.cpu = []
        self.elapsed = []

    def add(self, cpu, elapsed):
        self.cpu.append(cpu)
        self.elapsed.append(elapsed)

    @property
    def median_cpu(self):
        return statistics.median(self.cpu)

    @property
    def median_elapsed(self):
        return statistics.median(self.elapsed)


def once(command, environment=None, sink="/dev/null"):
    """(CPU, elapsed) in milliseconds; the output goes to `sink`. posix_spawn, since what a fork of Python costs would be counted
    as the command's."""
    quiet = [(os.POSIX_SPAWN_OPEN, 1, sink, os.O_WRONLY | os.O_CREAT, 0o644), (os.POSIX_SPAWN_OPEN, 2, "/dev/null", os.O_WRONLY, 0)]
    start = time.monotonic()
    child = os.posix_spawnp(command[0], command, os.environ if environment is None else environment, file_actions=quiet)
    _, status, used = os.wait4(child, 0)
    elapsed = time.monotonic() - start
    if os.waitstatus_to_exitcode(status) not in (0, 1, 3):  # doctor: 1 a finding, 3 undetermined
        raise SystemExit(f"perf: {' '.join(command)} failed with status {status}")
    return 1000 * (used.ru_utime + used.ru_stime), 1000 * elapsed


def alternating(commands, rounds, sink="/dev/null"):
    """name -> Cost of each of `commands` (name -> argv), run by turns so that a busy moment of the machine hits all of them;
    every other round goes backwards. A first round is not counted: it warms the caches."""
    costs = {name: Cost() for name in commands}
    for number in range(rounds + 1):
        names = list(commands) if number % 2 == 0 else list(reversed(commands))
        for name in names:
            spent = once(commands[name], sink=sink)
            if number > 0:
                costs[name].add(*spent)
    return costs


def peak_memory(command):
    """The largest resident size in KiB, by time(1): a child of Python would be charged with Python's own size before its exec."""
    done = subprocess.run(["/usr/bin/time", "-f", "%M", *command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    return int(done.stderr.split()[-1])


def _children(pid):
    try:
        return len(pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
    except OSError:
        return 0


def alone(command, environment):
    """A command that starts others: (its own CPU seconds, elapsed seconds, peak KiB, most children, stdout). The process is looked at before it is waited for: after that
    the time of its children would be in its own."""
    with tempfile.TemporaryFile() as out:
        start = time.monotonic()
        child = subprocess.Popen(command, env=environment, stdout=out)
        most, peak = 0, 0
        while os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None:
            most = max(most, _children(child.pid))
            status = pathlib.Path(f"/proc/{child.pid}/status").read_text()
            if "VmHWM:" in status:
                peak = max(peak, int(status.split("VmHWM:")[1].split()[0]))
            time.sleep(0.02)
        elapsed = time.monotonic() - start
        fields = pathlib.Path(f"/proc/{child.pid}/stat").read_text().rpartition(")")[2].split()
        child.wait()
        out.seek(0)
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"), elapsed, peak, most, out.read()
