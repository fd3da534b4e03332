#pragma once

#include <string>
#include <vector>

#include "memlock/node/config.h"

/// LimitMEMLOCK= in the [Service] section of a unit and its drop-ins. Source: systemd.unit(5), systemd.exec(5).
namespace railhead::memlock::node {

/// "/etc/systemd/system/containerd.service.d/99-railhead-memlock.conf"
std::string unit_drop_in_path(const std::string& service);

/// What the files set, in order; an empty value takes back what was set before. Never fails: systemd ignores lines that make no
/// sense, and so does this.
std::vector<Setting> unit_settings(const std::vector<File>& files);

/// Those that make sense: systemd passes over the others.
std::vector<Setting> understood(std::vector<Setting> settings);

std::string unit_drop_in(const Allowance& value);

/// Where ExecStart= or an Environment= of the unit has the word `option`; empty where none has.
std::string unit_line_with(const std::vector<File>& files, const std::string& option);

}  // namespace railhead::memlock::node
