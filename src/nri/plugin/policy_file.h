#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "nri/policy/policy.h"

namespace railhead::nri {

/// The policy in the file, or the built-in one where `path` is empty. Errors: it cannot be read, or read_policy's.
base::Result<Policy> load_policy(const std::string& path);

/// A regular file of at most `most` bytes; a FIFO or a device that would hold up its reader is an error.
base::Result<std::string> read_file(const std::string& path, std::size_t most);

/// MemTotal of a text as in /proc/meminfo, in bytes; 0 where it is not there.
std::uint64_t memory_of(std::string_view meminfo);

/// MemTotal of this machine, in bytes; 0 where it is not known. In a container it is the node's.
std::uint64_t node_memory();

}  // namespace railhead::nri
