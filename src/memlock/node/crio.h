#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "memlock/node/config.h"

/// CRI-O: default_ulimits of [crio.runtime], in /etc/crio/crio.conf and in the files of /etc/crio/crio.conf.d in the order of
/// their names. Each of them that has the key replaces the whole list. Source: crio.conf.d(5), pkg/config of cri-o/cri-o.
namespace railhead::memlock::node {

constexpr const char* kCrioDropIn = "/etc/crio/crio.conf.d/99-railhead-memlock.conf";

/// The list of one file that has it.
struct DefaultUlimits {
  std::string path;
  std::size_t line = 0;
  std::vector<std::string> entries;
};

/// Those of all files, in order of reading.
base::Result<std::vector<DefaultUlimits>> default_ulimits(const std::vector<File>& files);

base::Result<std::vector<Setting>> crio_settings(const std::vector<File>& files);

/// The text of the drop-in: `kept` are entries for other limits that the list it replaces had, and stay.
std::string crio_drop_in(const Allowance& value, const std::vector<std::string>& kept, const std::string& kept_from);

}  // namespace railhead::memlock::node
