"""A libibverbs that hangs, crashes or babbles neither holds nor fells nor garbles doctor: it is reported as not known."""
import ctypes
import os
import shutil
import subprocess

import trees

SOURCE = r"""
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void break_down(void) {
#if defined(HANG)
  for (;;) pause();
#elif defined(CRASH)
  abort();
#elif defined(LEAVE)
  exit(0);
#elif defined(BABBLE)
  printf("{\"babble\": 1}\n"), fflush(stdout), fprintf(stderr, "babble\n");
#endif
}
#ifdef EARLY
__attribute__((constructor)) static void load(void) { break_down(); }
#endif
void **ibv_get_device_list(int *count) {
#ifndef EARLY
  break_down();
#endif
  if (count) *count = 0;
  return calloc(1, sizeof(void *));
}
void ibv_free_device_list(void **list) { free(list); }
const char *ibv_get_device_name(void *device) { return device; }
void *ibv_open_device(void *device) { return (void)device, errno = EIO, (void *)0; }
int ibv_close_device(void *c) { return (void)c, 0; }
int ibv_query_device(void *c, void *a) { return (void)c, (void)a, EIO; }
int ibv_query_port(void *c, unsigned char p, void *a) { return (void)c, (void)p, (void)a, EIO; }
void *ibv_alloc_pd(void *c) { return (void)c, (void *)0; }
int ibv_dealloc_pd(void *d) { return (void)d, 0; }
void *ibv_reg_mr(void *d, void *a, unsigned long n, int f) { return (void)d, (void)a, (void)n, (void)f, (void *)0; }
int ibv_dereg_mr(void *r) { return (void)r, 0; }
"""
SECONDS = 25
NEW_MOUNTS, NEW_USER, BIND, PRIVATE = 0x20000, 0x10000000, 4096, 0x44000  # sched.h, sys/mount.h


def built(place, *defines):
    """A folder for LD_LIBRARY_PATH with a libibverbs of that behaviour."""
    folder = place / "-".join(defines).lower()
    folder.mkdir()
    source = folder / "verbs.c"
    source.write_text(SOURCE)
    subprocess.run(["cc", "-shared", "-fPIC", *(f"-D{name}" for name in defines), "-Wl,-soname,libibverbs.so.1", "-o", folder / "libibverbs.so.1", source],
                   check=True)
    return folder


def with_class(folder):
    """Puts `folder` in the place of /sys/class, for the child alone: a device to ask libibverbs about."""
    libc = ctypes.CDLL(None, use_errno=True)

    def prepare():
        if libc.unshare(NEW_MOUNTS) != 0 and libc.unshare(NEW_MOUNTS | NEW_USER) != 0:
            raise OSError(ctypes.get_errno(), "unshare")
        if libc.mount(None, b"/", None, PRIVATE, None) != 0 or libc.mount(os.fsencode(folder), b"/sys/class", None, BIND, None) != 0:
            raise OSError(ctypes.get_errno(), "mount")

    return prepare


def test(program, tally, place):
    if not shutil.which("cc"):
        tally.skip("broken libraries", "there is no cc")
        return
    for how in ("HANG", "CRASH", "LEAVE", "BABBLE"):
        survives(program, tally, f"a libibverbs that does {how} when loaded", built(place, how, "EARLY"), None, how)
    trees.device(place / "tree", "mlx5_0")
    prepare = with_class(place / "tree/sys/class")
    try:
        program.run("checks", "memlock.low", prepare=prepare)
    except subprocess.SubprocessError as problem:
        tally.skip("a libibverbs that breaks when asked for its devices", f"no mount namespace here: {problem}")
        return
    for how in ("HANG", "CRASH", "LEAVE", "BABBLE"):
        survives(program, tally, f"a libibverbs that does {how} when asked", built(place, how, "LATE"), prepare, how)


def survives(program, tally, what, folder, prepare, how):
    done, found = program.json("doctor", env={"LD_LIBRARY_PATH": str(folder)}, prepare=prepare)
    tally.true(f"{what}: time", done.seconds < SECONDS, f"under {SECONDS} s", f"{done.seconds:.1f} s")
    tally.true(f"{what}: exit code", done.status in (0, 1, 3), "0, 1 or 3", done.status)
    if found and how != "BABBLE":
        said_unknown(tally, what, found, prepare)


def said_unknown(tally, what, found, prepare):
    if not prepare:
        loads = found["facts"]["software"]["libibverbs"]["loads"]
        tally.true(f"{what}: loads", isinstance(loads, dict) and loads.get("missing") in ("unavailable", "timeout"), "not known", loads)
        return
    device = found["facts"]["rdma"]["devices"][0]
    for fact in ("verbs_lists", "verbs_opens"):
        tally.true(f"{what}: {fact}", isinstance(device[fact], dict) and device[fact].get("missing"), "not known", device[fact])
    tally.equal(f"{what}: usable devices", [], found["verdict"]["usable_devices"])
