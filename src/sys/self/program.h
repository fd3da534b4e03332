#pragma once

#include <string>
#include <vector>

#include "sys/errno.h"
#include "sys/self/environ.h"

namespace railhead::sys {

/// The file that execvp(3) would execute: `name` itself where it has a slash, else the first executable one of PATH (of
/// `environ`, else /usr/local/bin:/usr/bin:/bin). ENOENT: there is none; EACCES: what there is may not be executed.
Outcome<std::string> find_program(const std::string& name, const Environ& environ);

/// Becomes the program: no fork, the process stays what it is. Returns only when it failed, with the errno of execve(2).
Errno execute(const std::string& path, const std::vector<std::string>& arguments, const Environ& environ);

/// The environment as the kernel laid it down for this process, before the dynamic loader took anything out of it.
Outcome<Environ> initial_environ();

/// Copies the file that runs to `path` by a temporary file beside it, mode 0755, and takes its file capabilities along.
/// `capabilities_kept` is false where it has some and the copy could not be given them; the errno says why.
struct InstalledCopy {
  bool had_capabilities = false;
  Errno capabilities = Errno{0};  // 0: kept, or there were none
};
Outcome<InstalledCopy> install_self(const std::string& path);

}  // namespace railhead::sys
