#pragma once

#include <cstdint>

/// NCCL's environment plugin interface, versions 1 (NCCL 2.28.7) and 2 (2.30.7), in declarations of our own: names and the
/// order of members are what NCCL looks for. Source: plugins/env/README.md and src/plugin/env.cc of NVIDIA/nccl.
namespace railhead::plugin {

/// ncclResult_t: 0 is success.
using Result = int;

/// The logger that version 2 hands over: level (3 is INFO), subsystem (128 is ENV), file, line, printf format.
using Log = void (*)(int level, unsigned long subsystem, const char* file, int line, const char* format, ...);

using GetEnv = const char* (*)(const char* name);
using Finalize = Result (*)();

struct Version1 {
  const char* name;
  Result (*init)(std::uint8_t major, std::uint8_t minor, std::uint8_t patch, const char* suffix);
  Finalize finalize;
  GetEnv get_env;
};

struct Version2 {
  const char* name;
  Result (*init)(std::uint8_t major, std::uint8_t minor, std::uint8_t patch, const char* suffix, Log log);
  Finalize finalize;
  GetEnv get_env;
};

}  // namespace railhead::plugin
