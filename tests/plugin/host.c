/* Loads an environment plugin as NCCL does (src/plugin/env.cc: dlopen, the symbol of version 2, else that of version 1; init,
   getEnv, finalize, dlclose), and prints what it answers. libnccl itself is not needed, and is not here.

   host PLUGIN VERSION ROOT NAME...   VERSION is 1 or 2; ROOT is chrooted into between dlopen and init, "/" for no chroot

   Prints "init MICROSECONDS" (CPU time), "threads N", "NAME=VALUE" or "NAME unset" for each name, "again same" when a second
   getEnv gives the same pointer, and on stderr what the plugin logs. */
#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef void (*Log)(int level, unsigned long subsystem, const char* file, int line, const char* format, ...);

struct Version1 {
  const char* name;
  int (*init)(uint8_t, uint8_t, uint8_t, const char*);
  int (*finalize)(void);
  const char* (*get_env)(const char*);
};

struct Version2 {
  const char* name;
  int (*init)(uint8_t, uint8_t, uint8_t, const char*, Log);
  int (*finalize)(void);
  const char* (*get_env)(const char*);
};

static void log_line(int level, unsigned long subsystem, const char* file, int line, const char* format, ...) {
  (void)level, (void)subsystem, (void)file, (void)line;
  va_list rest;
  va_start(rest, format);
  vfprintf(stderr, format, rest);
  va_end(rest);
  fputc('\n', stderr);
}

static int fail(const char* what, const char* why) {
  fprintf(stderr, "%s: %s\n", what, why ? why : "");
  return 1;
}

/* Of this process's own CPU time: what a busy machine adds is not the plugin's. */
static double microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec * 1e6 + (double)now.tv_nsec / 1e3;
}

static int threads(int tasks) {
  DIR* folder = fdopendir(tasks);
  int count = 0;
  while (folder && readdir(folder)) ++count;
  return count - 2;
}

int main(int argc, char** argv) {
  if (argc < 4) return fail("usage", "host PLUGIN VERSION ROOT NAME...");
  void* library = dlopen(argv[1], RTLD_NOW | RTLD_LOCAL);
  if (!library) return fail("dlopen", dlerror());
  const int version = atoi(argv[2]);
  const struct Version1* one = dlsym(library, "ncclEnvPlugin_v1");
  const struct Version2* two = dlsym(library, "ncclEnvPlugin_v2");
  if (version == 2 ? !two : !one) return fail("dlsym", dlerror());
  const int tasks = open("/proc/self/task", O_RDONLY | O_DIRECTORY);
  if (strcmp(argv[3], "/") != 0 && (chroot(argv[3]) != 0 || chdir("/") != 0)) return fail("chroot", argv[3]);

  const double start = microseconds();
  const int status = version == 2 ? two->init(2, 30, 7, "", log_line) : one->init(2, 28, 7, "");
  const double end = microseconds();
  if (status != 0) return fail("init", "no success");
  printf("init %.0f\nthreads %d\n", end - start, threads(tasks));

  const char* (*get_env)(const char*) = version == 2 ? two->get_env : one->get_env;
  int same = 1;
  for (int i = 4; i < argc; ++i) {
    const char* value = get_env(argv[i]);
    same = same && value == get_env(argv[i]);
    if (value)
      printf("%s=%s\n", argv[i], value);
    else
      printf("%s unset\n", argv[i]);
  }
  /* A second init must leave what was answered where it is: NCCL may hold it until finalize. */
  const char* held = argc > 4 ? get_env(argv[4]) : NULL;
  if ((version == 2 ? two->init(2, 30, 7, "", NULL) : one->init(2, 28, 7, "")) != 0) return fail("second init", "no success");
  same = same && (argc <= 4 || held == get_env(argv[4]));
  printf("again %s\n", same ? "same" : "another");
  if ((version == 2 ? two->finalize() : one->finalize()) != 0) return fail("finalize", "no success");
  if (get_env("NCCL_IB_HCA") != getenv("NCCL_IB_HCA")) return fail("after finalize", "still answers");
  return dlclose(library) == 0 ? 0 : fail("dlclose", dlerror());
}
