#include <cstdlib>
#include <memory>
#include <string>

#include "plugin/answers.h"
#include "plugin/nccl_env.h"
#include "sys/file/root_tree.h"
#include "sys/live_kernel.h"

// libnccl-env-railhead.so. NCCL calls init once a process, before its first variable and after it has put its nccl.conf files
// into the environment; getEnv for each variable, from any thread; finalize at exit. What is in the environment always wins.
// Nothing is thrown into NCCL, and a machine that cannot be read leaves every variable as it is.

namespace railhead::plugin {
namespace {

constexpr int kInfo = 3;
constexpr unsigned long kEnv = 128;

/// Written by init and finalize, read in between.
std::unique_ptr<Answers>& held() {
  static std::unique_ptr<Answers> answers;
  return answers;
}

void say(Log log, const Answers& answers) {
  if (!log) return;
  log(kInfo, kEnv, "railhead", 0, "ENV/Plugin: railhead: %s", answers.why.c_str());
  for (const auto& [name, value] : answers.values) {
    const char* set = std::getenv(name.c_str());
    if (!set) log(kInfo, kEnv, "railhead", 0, "ENV/Plugin: railhead: %s=%s", name.c_str(), value.c_str());
  }
}

Result init(std::uint8_t major, std::uint8_t minor, Log log) {
  if (held()) return 0;  // once a process: what was answered stays where it is until finalize
  try {
    const auto tree = sys::RootTree::open("/");
    if (!tree) return 0;
    const sys::LiveKernel kernel;
    const sys::Environ environ = sys::own_environ();
    held() = std::make_unique<Answers>(
        answers({.files = *tree, .kernel = kernel, .environ = environ, .live = true}, {.major = major, .minor = minor}));
    say(log, *held());
  } catch (...) {
    held().reset();
  }
  return 0;
}

Result init_1(std::uint8_t major, std::uint8_t minor, std::uint8_t, const char*) { return init(major, minor, nullptr); }

Result init_2(std::uint8_t major, std::uint8_t minor, std::uint8_t, const char*, Log log) { return init(major, minor, log); }

Result finalize() {
  held().reset();
  return 0;
}

const char* get_env(const char* name) {
  if (const char* set = std::getenv(name)) return set;
  if (!held()) return nullptr;
  const auto found = held()->values.find(std::string_view(name));
  return found == held()->values.end() ? nullptr : found->second.c_str();
}

}  // namespace
}  // namespace railhead::plugin

extern "C" {

__attribute__((visibility("default"))) extern const railhead::plugin::Version1 ncclEnvPlugin_v1;
__attribute__((visibility("default"))) extern const railhead::plugin::Version2 ncclEnvPlugin_v2;

const railhead::plugin::Version1 ncclEnvPlugin_v1 = {"railhead", railhead::plugin::init_1, railhead::plugin::finalize,
                                                     railhead::plugin::get_env};
const railhead::plugin::Version2 ncclEnvPlugin_v2 = {"railhead", railhead::plugin::init_2, railhead::plugin::finalize,
                                                     railhead::plugin::get_env};
}
