"""The binary with file capabilities, started by a user: what is only permitted is passed on, and the environment stays whole."""
import shutil
import subprocess

from run import status_of

LOCK = 1 << 14
USER = ["setpriv", "--reuid", "1234", "--regid", "1234", "--clear-groups", "--inh-caps=-all"]


def test(place, tally):
    if not shutil.which("setcap"):
        return tally.skip("file capabilities", "setcap (libcap2-bin) is not installed")
    done = subprocess.run(["setcap", "cap_ipc_lock+p", place.binary], capture_output=True, text=True)
    if done.returncode != 0:
        return tally.skip("file capabilities", f"the file system of {place.folder} does not take them: {done.stderr.strip()}")
    passed_on(place, tally)
    installed(place, tally)
    subprocess.run(["setcap", "-r", place.binary], check=True)


def passed_on(place, tally):
    env = {"LD_LIBRARY_PATH": "/opt/lib", "NCCL_DEBUG": "INFO"}
    done = place.run("--quiet", "--", "sh", "-c", "cat /proc/self/status; env", before=USER, env=env)
    if not tally.equal("a user starts it", (0, ""), (done.returncode, done.stderr)):
        return
    status = status_of(done.stdout)
    for name in ("CapEff", "CapPrm", "CapAmb"):
        tally.equal(f"the command's {name} is IPC_LOCK alone", f"{LOCK:016x}", status[name])
    tally.contains("what the loader takes from such a program is given back", "LD_LIBRARY_PATH=/opt/lib\n", done.stdout)
    done = place.run("--quiet", "--", "cat", "/proc/self/status", before=[*USER, "setpriv", "--no-new-privs"])
    tally.equal("under no_new_privs they give nothing", f"{0:016x}", status_of(done.stdout).get("CapEff"))
    done = place.run("--quiet", "--", "cat", "/proc/self/status", before=["setpriv", "--bounding-set", "-ipc_lock", *USER])
    tally.equal("outside the bounding set they give nothing, and it starts", f"{0:016x}", status_of(done.stdout).get("CapEff"))


def installed(place, tally):
    target = place.folder / "tools"
    target.mkdir()
    done = place.run("--install", target)
    tally.equal("--install", (0, f"installed {target}/railhead\n", ""), (done.returncode, done.stdout, done.stderr))
    kept = subprocess.run(["getcap", target / "railhead"], capture_output=True, text=True).stdout
    tally.contains("the copy has the file capabilities", "cap_ipc_lock=p", kept)
    tally.equal("the copy is the program", place.binary.read_bytes(), (target / "railhead").read_bytes())
    tally.equal("nothing else is left in the folder", ["railhead"], [each.name for each in target.iterdir()])
    done = place.run("--install", place.folder / "nowhere")
    tally.equal("a folder that is not there", 125, done.returncode)
    tally.contains("is named", "nowhere/railhead", done.stderr)
