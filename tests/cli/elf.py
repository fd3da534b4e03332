"""The binary starts in older images: what its ELF file asks of them (docs/architecture.md)."""
import re
import shutil
import subprocess

NEWEST = (2, 34)  # Ubuntu 22.04 has 2.35, RHEL 9 has 2.34
ALLOWED = re.compile(r"libc\.so\.6|libm\.so\.6|libgcc_s\.so\.1|ld-linux[-a-z0-9_]*\.so\.\d|ld64\.so\.\d")


def readelf(program, *options):
    return subprocess.run(["readelf", "--wide", *options, program.binary], capture_output=True, text=True, check=True).stdout


def test(program, tally, place):  # noqa: ARG001  (all modules take the same)
    if program.sanitized:
        tally.skip("the ELF file", "a sanitizer's runtime asks for more")
        return
    if not shutil.which("readelf"):
        tally.skip("the ELF file", "there is no readelf (binutils)")
        return
    versions = {tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_(\d+(?:\.\d+)+)", readelf(program, "--version-info"))}
    too_new = sorted(version for version in versions if version > NEWEST)
    symbols = [line.split()[-2:] for line in readelf(program, "--dyn-syms").splitlines() if any(f"GLIBC_{'.'.join(map(str, v))}" in line for v in too_new)]
    tally.true("glibc symbols", versions and not too_new, f"none newer than {NEWEST}", f"{too_new}: {symbols}")
    needed = re.findall(r"\(NEEDED\).*\[(.*)\]", readelf(program, "--dynamic"))
    others = [name for name in needed if not ALLOWED.fullmatch(name)]
    tally.true("libraries needed", needed and not others, "libc, libm, libgcc_s and the loader", needed)
    tally.true("no library path of the build machine", not re.search(r"\((RPATH|RUNPATH)\)", readelf(program, "--dynamic")), "none", "RPATH or RUNPATH")
