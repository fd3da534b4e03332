#!/usr/bin/env python3
"""Measures `railhead doctor --probe=off` against the least that its reads cost and against a shell loop; see perf/README.md.

usage: perf/doctor.py BINARY BARE_LOOP [ROUNDS]
"""
import json
import pathlib
import re
import shutil
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import measure

HERE = pathlib.Path(__file__).resolve().parent
TREES = HERE.parent / "build/perf"
DEVICES = 16
SAMPLE = ["mlx5_[01]", 2]  # the shell loop takes long enough over two devices; what it costs grows with their number
ENTRY = re.compile(rb"^-- root(/.*?)(?: \(base64\))? --$", re.MULTILINE)


class Bars:
    """The targets, and whether each held."""

    def __init__(self):
        self.missed = 0

    def line(self, what, value, unit, most=None, least=None):
        held = (most is None or value <= most) and (least is None or value >= least)
        self.missed += not held
        print(f"    {what:<40} {value:8.2f} {unit:<4} {self.bar(unit, most, least, held)}")

    @staticmethod
    def bar(unit, most, least, held):
        if most is None and least is None:
            return ""
        bar = f"at most {most:g}" if most is not None else f"at least {least:g}"
        return f"{bar + ' ' + unit:<16} {'ok' if held else 'MISSED'}"


def tree(variant):
    """The tree, made anew when what makes it is younger."""
    place = TREES / f"tree-{variant}"
    makers = [HERE / "make_tree.py", HERE.parent / "tests/worlds/ib-host.txtar"]
    made = TREES / f"tree-{variant}.made"
    if not made.exists() or any(maker.stat().st_mtime > made.stat().st_mtime for maker in makers):
        shutil.rmtree(place, ignore_errors=True)
        TREES.mkdir(parents=True, exist_ok=True)
        subprocess.run([sys.executable, makers[0], place, variant], check=True)
        made.touch()
    return place


def files_read(binary, root):
    """The regular files that doctor reads: a snapshot is a record of just that."""
    archive = subprocess.run([binary, "snapshot", "--probe=off", "--root", root, "-"], check=True, capture_output=True).stdout
    paths = [str(root) + match.group(1).decode() for match in ENTRY.finditer(archive)]
    return [path for path in paths if pathlib.Path(path).is_file()]


def report(variant, files, costs):
    print(f"{variant}: {len(files)} files read; medians of {len(costs['doctor'].cpu)} runs by turns (least to most)")
    for name, cost in costs.items():
        print(f"    {name:<18} CPU {cost.median_cpu:8.2f} ms ({min(cost.cpu):.2f} to {max(cost.cpu):.2f})   "
              f"elapsed {cost.median_elapsed:8.2f} ms ({min(cost.elapsed):.2f} to {max(cost.elapsed):.2f})")


def compare(binary, bare_loop, variant, rounds, bars):
    root = tree(variant)
    files = files_read(binary, root)
    listed = TREES / f"files-{variant}"
    listed.write_text("".join(f"{path}\n" for path in files))
    doctor = [binary, "doctor", "--probe=off", "--root", str(root)]
    commands = {"doctor": doctor, "doctor -o json": [*doctor, "-o", "json"], "bare loop": [bare_loop, str(listed)]}
    costs = measure.alternating(commands, rounds)
    report(variant, files, costs)
    text, as_json, bare = costs.values()
    shell = measure.once([str(HERE / "shell_loop.sh"), str(root), SAMPLE[0]])[0] * DEVICES / SAMPLE[1]
    bars.line("CPU, doctor / bare loop", text.median_cpu / bare.median_cpu, "x", most=1.5)
    bars.line("CPU, doctor -o json / bare loop", as_json.median_cpu / bare.median_cpu, "x")
    bars.line(f"CPU, shell loop ({shell:.0f} ms) / doctor", shell / text.median_cpu, "x", least=20)
    bars.line("CPU, doctor", text.median_cpu, "ms", most=100)
    bars.line("CPU, doctor -o json", as_json.median_cpu, "ms", most=100)
    bars.line("elapsed, doctor, the quickest run", min(text.elapsed), "ms", most=100)
    for name in ("doctor", "doctor -o json"):
        bars.line(f"peak memory, {name}", measure.peak_memory(commands[name]) / 1024, "MiB", most=20)


def in_place(root, rounds, binary):
    """The same on the machine's own root, with the tree's sys over /sys in a mount namespace: no --root, so no openat2."""
    command = ["unshare", "-m", "sh", "-c", 'mount --bind "$1/sys" /sys && shift && exec "$@"', "sh", str(root), sys.executable,
               str(HERE / "live.py"), binary, str(rounds)]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        print(f"as /sys: not measured ({(done.stderr.strip().splitlines() or ['no mount namespace here'])[-1]})")
        return
    answer = json.loads(done.stdout)
    print(f"as /sys (mount namespace, typical): doctor CPU {answer['cpu']:.2f} ms, elapsed {answer['elapsed']:.2f} ms")
    print(f"ibv_devinfo -v on it: {answer['ibv_devinfo']}")


def main():
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    binary, bare_loop = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) == 4 else 15
    bars = Bars()
    for variant in ("typical", "full"):
        compare(binary, bare_loop, variant, rounds, bars)
    in_place(tree("typical"), rounds, binary)
    print("perf/doctor: " + (f"{bars.missed} bars missed" if bars.missed else "all bars held"))
    return 1 if bars.missed else 0


if __name__ == "__main__":
    sys.exit(main())
