#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "facts/rdma/device.h"
#include "sys/file/file_tree.h"

/// The tables of a port: folders of many small files, of which most say nothing.
namespace railhead::probe {

/// The GID table of the port whose folder is `port`. Type and netdev are read only of entries that are not zero. `ethernet`
/// tells RoCE v1 from InfiniBand, for which the kernel has one text.
facts::Known<facts::GidTable> gid_table(const sys::FileTree& files, const std::string& port, bool ethernet);

/// Of the table of a RoCE port the first entry that a job would use, alone: a routable IPv4 address of RoCE v2 on an interface
/// of this network namespace. The whole table where there is none: 256 slots take longer to read than all else of a port.
facts::Known<facts::GidTable> used_gid(const sys::FileTree& files, const std::string& port);

/// The first entry alone, without its type: on InfiniBand it holds the subnet prefix.
facts::Known<facts::GidTable> first_gid(const sys::FileTree& files, const std::string& port);

/// The P_Keys that are set, in order of index. An entry that cannot be read is left out; when none can, the first one's reason
/// is the fact's.
facts::Known<std::vector<std::uint16_t>> pkeys(const sys::FileTree& files, std::string path);

/// The numbers in a folder of counters by name. What is unreadable or no number ("N/A (no PMA)") is left out, and so is
/// `lifespan`, which says how long the others are cached.
std::map<std::string, std::uint64_t> counters(const sys::FileTree& files, const std::string& path);

}  // namespace railhead::probe
