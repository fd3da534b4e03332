"""The programs of Debian 13 that read what `node memlock` writes, unpacked below build/ and never installed."""
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLACE = ROOT / "build/node/debian"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
# dockerd checks its configuration with --validate since version 23, so that Debian 12's is too old.
SOURCE = f"deb [signed-by={KEYRING}] http://deb.debian.org/debian trixie main\n"
SECONDS = 180


class Unavailable(Exception):
    """Why a package is not to be had."""


def apt(*words):
    """apt-get with lists, cache and sources of its own: the machine's stay as they are."""
    settings = {"Dir::State": PLACE / "apt", "Dir::State::lists": PLACE / "apt/lists", "Dir::State::status": "/dev/null",
                "Dir::Cache": PLACE / "apt/cache", "Dir::Etc::SourceList": PLACE / "apt/sources.list", "Dir::Etc::SourceParts": "/dev/null",
                "APT::Sandbox::User": "root", "Acquire::Languages": "none", "Acquire::http::Timeout": "20", "Acquire::Retries": "1"}
    command = ["apt-get", "-qq", *(part for name, value in settings.items() for part in ("-o", f"{name}={value}")), *words]
    try:
        done = subprocess.run(command, cwd=PLACE, capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as problem:
        raise Unavailable(str(problem)) from problem
    said = [line for line in done.stderr.splitlines() if line.startswith(("E:", "W:"))]
    if done.returncode != 0 or any("Failed to fetch" in line for line in said):
        raise Unavailable(said[0] if said else f"apt-get {words[0]} failed")


def unpacked(package):
    """The folder the package is unpacked to."""
    folder = PLACE / package
    if folder.exists():
        return folder
    for part in ("apt/lists/partial", "apt/cache/archives/partial"):
        (PLACE / part).mkdir(parents=True, exist_ok=True)
    if not pathlib.Path(KEYRING).exists():
        raise Unavailable(f"there is no {KEYRING}")
    (PLACE / "apt/sources.list").write_text(SOURCE)
    if not any((PLACE / "apt/lists").glob("*_Packages*")):
        apt("update")
    apt("download", package)
    archives = sorted(PLACE.glob(f"{package}_*.deb"))
    if not archives:
        raise Unavailable(f"no archive of {package} came")
    try:
        unfinished = PLACE / f"{package}.unfinished"
        subprocess.run(["dpkg", "-x", archives[-1], unfinished], check=True, capture_output=True, timeout=SECONDS)
        unfinished.rename(folder)
    except (OSError, subprocess.SubprocessError) as problem:
        raise Unavailable(f"dpkg -x {archives[-1].name}: {problem}") from problem
    return folder


def program(package, path):
    """A program of the package that runs on this machine."""
    found = unpacked(package) / path
    try:
        done = subprocess.run([found, "--version"], capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.SubprocessError) as problem:
        raise Unavailable(str(problem)) from problem
    if done.returncode != 0:
        raise Unavailable(f"{found.name} does not run here: {done.stderr.strip()[:200]}")
    return found
