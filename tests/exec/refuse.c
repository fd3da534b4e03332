/* refuse CALL ERRNO COMMAND...: runs the command with one system call refused (ERRNO 1 is EPERM), or, with ERRNO 0, pretended:
 * it does nothing and says that it worked. Calls: setrlimit (of RLIMIT_MEMLOCK), capset, keepcaps, capbset-drop, ambient,
 * setgroups, setresgid, setresuid, fork (every way to a new process), and by their own names those that only read. */
#include <errno.h>
#include <linux/audit.h>
#include <linux/capability.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#define ANY (-1)

/* `argument` and `value`: only where that argument has that value. `set` : only where the third argument is no null pointer. */
struct call {
  const char* name;
  int number;
  int argument;
  unsigned value;
  int set;
};

static const struct call calls[] = {
    {"setrlimit", SYS_prlimit64, 1, RLIMIT_MEMLOCK, 1},
    {"setrlimit", SYS_setrlimit, 0, RLIMIT_MEMLOCK, 0},
    {"capset", SYS_capset, ANY, 0, 0},
    {"keepcaps", SYS_prctl, 0, PR_SET_KEEPCAPS, 0},
    {"capbset-drop", SYS_prctl, 0, PR_CAPBSET_DROP, 0},
    {"ambient", SYS_prctl, 0, PR_CAP_AMBIENT, 0},
    {"setgroups", SYS_setgroups, ANY, 0, 0},
    {"setresgid", SYS_setresgid, ANY, 0, 0},
    {"setresuid", SYS_setresuid, ANY, 0, 0},
    {"fork", SYS_clone, ANY, 0, 0},
    {"fork", SYS_clone3, ANY, 0, 0},
    {"fork", SYS_fork, ANY, 0, 0},
    {"fork", SYS_vfork, ANY, 0, 0},
    {"capget", SYS_capget, ANY, 0, 0},
    {"getdents64", SYS_getdents64, ANY, 0, 0},
    {"readlink", SYS_readlink, ANY, 0, 0},
    {"readlinkat", SYS_readlinkat, ANY, 0, 0},
    {"faccessat2", SYS_faccessat2, ANY, 0, 0},
    {"statfs", SYS_statfs, ANY, 0, 0},
    {"fstatfs", SYS_fstatfs, ANY, 0, 0},
    {"fcntl", SYS_fcntl, ANY, 0, 0},
    {"socket", SYS_socket, ANY, 0, 0},
    {"bind", SYS_bind, ANY, 0, 0},
    {"getsockname", SYS_getsockname, ANY, 0, 0},
    {"sendto", SYS_sendto, ANY, 0, 0},
    {"recvmsg", SYS_recvmsg, ANY, 0, 0},
    {"getrlimit", SYS_prlimit64, 2, 0, 0},
};

static unsigned low_word(int argument) { return (unsigned)(offsetof(struct seccomp_data, args) + (size_t)argument * 8); }

/* One filter a call: they all apply, and the strictest answer counts. */
static int install(const struct call* call, unsigned error) {
  struct sock_filter code[8];
  unsigned short n = 0;
  const int steps = (call->argument != ANY ? 2 : 0) + (call->set ? 2 : 0);
  code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
  code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (unsigned)call->number, 0, (unsigned char)(steps + 1));
  if (call->argument != ANY) {
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low_word(call->argument));
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, call->value, 0, (unsigned char)(call->set ? 3 : 1));
  }
  if (call->set) {
    code[n++] = (struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, low_word(2));
    code[n++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, 0, 1, 0);
  }
  code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | (error & SECCOMP_RET_DATA));
  code[n++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  struct sock_fprog program = {.len = n, .filter = code};
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, 0, &program);
}

int main(int argc, char** argv) {
  if (argc < 4) return fprintf(stderr, "usage: refuse CALL ERRNO COMMAND...\n"), 2;
  int found = 0;
  for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
    if (strcmp(calls[i].name, argv[1]) != 0) continue;
    found = 1;
    if (install(&calls[i], (unsigned)atoi(argv[2])) != 0) return perror("refuse: seccomp"), 3;
  }
  if (!found) return fprintf(stderr, "refuse: no call %s\n", argv[1]), 2;
  execvp(argv[3], argv + 3);
  return perror("refuse: exec"), 3;
}
