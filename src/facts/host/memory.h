#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "facts/known.h"

/// Memory of the machine and of this process's control group.
namespace railhead::facts {

/// The memory controller of cgroup v1 (memory.limit_in_bytes) or v2 (memory.max); `limit` nullopt is "max". The smallest limit
/// on the way up to the root counts, since each level is charged.
struct CgroupMemory {
  unsigned version = 2;
  std::string path;  // of the group whose limit counts, below the controller's mount
  std::optional<base::Bytes> limit;
  base::Bytes used;
};

struct FileSystem {
  base::Bytes size;
  base::Bytes used;
};

/// One page size of /sys/kernel/mm/hugepages.
struct HugePages {
  base::Bytes page;
  std::uint64_t total = 0;
  std::uint64_t free = 0;
};

struct Memory {
  Known<base::Bytes> total;      // MemTotal
  Known<base::Bytes> available;  // MemAvailable
  Known<CgroupMemory> cgroup;
  Known<FileSystem> shm;  // /dev/shm
  Known<std::vector<HugePages>> huge_pages;
};

}  // namespace railhead::facts
