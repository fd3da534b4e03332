/* What the kernel really lets this process pin: the independent witness beside `railhead doctor` in the lab.
 *
 *   pin [FIRST...] mr|mlock BYTES     one region of that size: "ok" or the name of the errno
 *   pin [FIRST...] max mr|mlock       the largest single region that works, to the page; "unlimited" when 128 MiB work
 *   pin [FIRST...] raise              hard and soft limit to unlimited: "ok" or the errno
 *   pin [FIRST...] report             "mr MAX", "mlock MAX", "caps E P A B" (IPC_LOCK effective, permitted, ambient, in the
 *                                     bounding set; - where not) and last "raise ok|ERRNO", a line each
 *   pin launch PROGRAM ARGUMENT...    makes IPC_LOCK inheritable and ambient as far as it may, then becomes PROGRAM
 *   pin exec PROGRAM ARGUMENT...      becomes PROGRAM; prints the errno when that fails
 * FIRST: --soft-to-hard raises the soft limit to the hard one, --unlimited both to unlimited, --effective IPC_LOCK from
 * permitted to effective.
 *
 * Exit 0 when the answer could be found (also when it is a refusal), 2 when it could not.
 * System calls and libibverbs only; nothing of Railhead, so that the two cannot share a mistake. */
#define _GNU_SOURCE
#include <errno.h>
#include <infiniband/verbs.h>
#include <linux/capability.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static const size_t kPage = 4096;
static const size_t kBound = 128UL << 20;

static void die(const char* what) {
  fprintf(stderr, "pin: %s: %s\n", what, strerror(errno));
  exit(2);
}

static struct ibv_pd* protection_domain(void) {
  static struct ibv_pd* pd;
  if (pd) return pd;
  int count = 0;
  struct ibv_device** devices = ibv_get_device_list(&count);
  if (!devices || count == 0) {
    fprintf(stderr, "pin: no RDMA device\n");
    exit(2);
  }
  struct ibv_context* context = ibv_open_device(devices[0]);
  if (!context) die("ibv_open_device");
  pd = ibv_alloc_pd(context);
  if (!pd) die("ibv_alloc_pd");
  return pd;
}

/* 0, or the errno of the refusal. Nothing stays pinned. */
static int try_mr(size_t bytes) {
  struct ibv_pd* pd = protection_domain();
  void* at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) die("mmap");
  struct ibv_mr* mr = ibv_reg_mr(pd, at, bytes, IBV_ACCESS_LOCAL_WRITE);
  int refused = mr ? 0 : errno;
  if (mr && ibv_dereg_mr(mr) != 0) die("ibv_dereg_mr");
  munmap(at, bytes);
  return refused;
}

static int try_mlock(size_t bytes) {
  void* at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (at == MAP_FAILED) die("mmap");
  int refused = mlock(at, bytes) == 0 ? 0 : errno;
  munmap(at, bytes);
  return refused;
}

typedef int (*attempt)(size_t);

static attempt attempt_named(const char* name) {
  if (strcmp(name, "mr") == 0) return try_mr;
  if (strcmp(name, "mlock") == 0) return try_mlock;
  fprintf(stderr, "pin: mr or mlock, not %s\n", name);
  exit(2);
}

static size_t soft_limit(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0) die("getrlimit");
  return limit.rlim_cur;
}

static void print_max(attempt works) {
  if (works(kBound) == 0) {
    puts("unlimited");
    return;
  }
  /* Most often the answer is the soft limit, and two attempts prove it. */
  size_t soft = soft_limit();
  if (soft < kBound && works(soft) == 0 && works(soft + kPage) != 0) {
    printf("%zu\n", soft);
    return;
  }
  size_t good = 0, bad = kBound / kPage;
  while (bad - good > 1) {
    size_t middle = good + (bad - good) / 2;
    if (works(middle * kPage) == 0)
      good = middle;
    else
      bad = middle;
  }
  printf("%zu\n", good * kPage);
}

static const char* outcome(int refused) { return refused ? strerrorname_np(refused) : "ok"; }

static int raise_limit(void) {
  struct rlimit unlimited = {RLIM_INFINITY, RLIM_INFINITY};
  return setrlimit(RLIMIT_MEMLOCK, &unlimited) == 0 ? 0 : errno;
}

static void soft_to_hard(void) {
  struct rlimit limit;
  if (getrlimit(RLIMIT_MEMLOCK, &limit) != 0) die("getrlimit");
  limit.rlim_cur = limit.rlim_max;
  if (setrlimit(RLIMIT_MEMLOCK, &limit) != 0) die("setrlimit soft to hard");
}

/* By system call: libcap would be one more thing to have. IPC_LOCK is below 32, so the first word is enough. */
static struct __user_cap_header_struct cap_header = {_LINUX_CAPABILITY_VERSION_3, 0};

static void read_caps(struct __user_cap_data_struct data[2]) {
  if (syscall(SYS_capget, &cap_header, data) != 0) die("capget");
}

static int has_ipc_lock(unsigned int word) { return (word >> CAP_IPC_LOCK) & 1; }

static void make_effective(void) {
  struct __user_cap_data_struct data[2];
  read_caps(data);
  data[0].effective |= data[0].permitted & (1U << CAP_IPC_LOCK);
  if (syscall(SYS_capset, &cap_header, data) != 0) die("capset effective");
}

static void make_ambient(void) {
  struct __user_cap_data_struct data[2];
  read_caps(data);
  if (!has_ipc_lock(data[0].permitted)) return;
  data[0].inheritable |= 1U << CAP_IPC_LOCK;
  if (syscall(SYS_capset, &cap_header, data) != 0) die("capset inheritable");
  if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, CAP_IPC_LOCK, 0, 0) != 0) die("ambient");
}

static void print_caps(void) {
  struct __user_cap_data_struct data[2];
  read_caps(data);
  printf("caps %s %s %s %s\n", has_ipc_lock(data[0].effective) ? "effective" : "-",
         has_ipc_lock(data[0].permitted) ? "permitted" : "-",
         prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_IS_SET, CAP_IPC_LOCK, 0, 0) == 1 ? "ambient" : "-",
         prctl(PR_CAPBSET_READ, CAP_IPC_LOCK) == 1 ? "bounding" : "-");
}

static void print_report(void) {
  printf("mr ");
  print_max(try_mr);
  printf("mlock ");
  print_max(try_mlock);
  print_caps();
  printf("raise %s\n", outcome(raise_limit()));
}

static int become(char** argv) {
  execvp(argv[0], argv);
  puts(strerrorname_np(errno));
  return 0;
}

int main(int argc, char** argv) {
  char** word = argv + 1;
  for (; *word && strncmp(*word, "--", 2) == 0; word++) {
    if (strcmp(*word, "--soft-to-hard") == 0)
      soft_to_hard();
    else if (strcmp(*word, "--unlimited") == 0) {
      if ((errno = raise_limit()) != 0) die("setrlimit unlimited");
    } else if (strcmp(*word, "--effective") == 0)
      make_effective();
    else
      break;
  }
  int words = argc - (int)(word - argv);
  if (words == 2 && strcmp(word[0], "max") == 0)
    print_max(attempt_named(word[1]));
  else if (words == 1 && strcmp(word[0], "raise") == 0)
    puts(outcome(raise_limit()));
  else if (words == 1 && strcmp(word[0], "report") == 0)
    print_report();
  else if (words >= 2 && strcmp(word[0], "launch") == 0) {
    make_ambient();
    return become(word + 1);
  } else if (words >= 2 && strcmp(word[0], "exec") == 0)
    return become(word + 1);
  else if (words == 2)
    puts(outcome(attempt_named(word[0])(strtoul(word[1], NULL, 0))));
  else {
    fprintf(stderr, "pin: usage: see the head of tests/lab/pin.c\n");
    return 2;
  }
  return 0;
}
