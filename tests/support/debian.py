"""Programs of Debian that tests talk to, unpacked below build/ and never installed: no service of theirs starts."""
import contextlib
import fcntl
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PLACE = ROOT / "build/debian"
KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"
SECONDS = 180


class Unavailable(Exception):
    """Why a program is not to be had."""


class Suite:
    """One release of Debian, by its name."""

    def __init__(self, name):
        self.name, self.place = name, PLACE / name

    def program(self, package, path, version="--version"):
        """A program of the package that runs on this machine."""
        found = self.unpacked(package) / path
        try:
            done = subprocess.run([found, *version.split()], capture_output=True, text=True, timeout=SECONDS)
        except (OSError, subprocess.SubprocessError) as problem:
            raise Unavailable(str(problem)) from problem
        if done.returncode != 0:
            raise Unavailable(f"{found.name} does not run here: {done.stderr.strip()[:200]}")
        return found

    def source(self, package, pattern):
        """The file of a source package that has such a name."""
        place = self.place / "source" / package
        with self._locked():
            if not any(place.glob(pattern)):
                place.mkdir(parents=True, exist_ok=True)
                self._known("deb-src")
                self._apt("source", "--download-only", "--only-source", package, place=place)
        found = sorted(place.glob(pattern))
        if not found:
            raise Unavailable(f"no {pattern} of the source package {package} came")
        return found[-1]

    def unpacked(self, package):
        """The folder the package is unpacked to; suites that run side by side wait for each other."""
        with self._locked():
            return self._unpacked(package)

    def _unpacked(self, package):
        folder = self.place / package
        if folder.exists():
            return folder
        self._known("deb")
        self._apt("download", package)
        archives = sorted(self.place.glob(f"{package}_*.deb"))
        if not archives:
            raise Unavailable(f"no archive of {package} came")
        try:
            unfinished = self.place / f"{package}.unfinished"
            subprocess.run(["dpkg", "-x", archives[-1], unfinished], check=True, capture_output=True, timeout=SECONDS)
            unfinished.rename(folder)
        except (OSError, subprocess.SubprocessError) as problem:
            raise Unavailable(f"dpkg -x {archives[-1].name}: {problem}") from problem
        return folder

    @contextlib.contextmanager
    def _locked(self):
        self.place.mkdir(parents=True, exist_ok=True)
        with (self.place / "lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _known(self, kind):
        """Lists of what the suite has: packages (deb) or sources (deb-src)."""
        for part in ("apt/lists/partial", "apt/cache/archives/partial"):
            (self.place / part).mkdir(parents=True, exist_ok=True)
        if not pathlib.Path(KEYRING).exists():
            raise Unavailable(f"there is no {KEYRING}")
        (self.place / "apt/sources.list").write_text(f"{kind} [signed-by={KEYRING}] http://deb.debian.org/debian {self.name} main\n")
        if not any((self.place / "apt/lists").glob("*_Packages*" if kind == "deb" else "*_Sources*")):
            self._apt("update")

    def _apt(self, *words, place=None):
        """apt-get with lists, cache and sources of its own: the machine's stay as they are."""
        own = self.place / "apt"
        settings = {"Dir::State": own, "Dir::State::lists": own / "lists", "Dir::State::status": "/dev/null", "Dir::Cache": own / "cache",
                    "Dir::Etc::SourceList": own / "sources.list", "Dir::Etc::SourceParts": "/dev/null", "APT::Sandbox::User": "root",
                    "Acquire::Languages": "none", "Acquire::http::Timeout": "20", "Acquire::Retries": "1"}
        command = ["apt-get", "-qq", *(part for name, value in settings.items() for part in ("-o", f"{name}={value}")), *words]
        try:
            done = subprocess.run(command, cwd=place or self.place, capture_output=True, text=True, timeout=SECONDS)
        except (OSError, subprocess.TimeoutExpired) as problem:
            raise Unavailable(str(problem)) from problem
        said = [line for line in done.stderr.splitlines() if line.startswith(("E:", "W:"))]
        if done.returncode != 0 or any("Failed to fetch" in line for line in said):
            raise Unavailable(said[0] if said else f"apt-get {words[0]} failed")
