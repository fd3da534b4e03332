#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/cluster/survey/preflight.h"
#include "facts/net/interface.h"

namespace railhead::check {

/// A subnet from which the pods of a network get their addresses, as it is written and where.
struct Range {
  std::string text;
  std::string source;
  facts::Address subnet;
};

/// Those of the network's definition, or of the rail where the job makes the network; none where they cannot be read.
std::vector<Range> ranges_of(const facts::Survey& survey, const facts::WantedNetwork& network, const std::string& file);

/// What the network's definition has of the pod's addresses: "whereabouts", "host-local"; none where nothing says so.
std::vector<std::string> ipam_of(const facts::Survey& survey, const facts::WantedNetwork& network);

/// The CNI plugins of a network, by its definition or by what the job makes.
std::vector<std::string> types_of(const facts::Survey& survey, const facts::WantedNetwork& network);

/// Addresses that pods can have: without the network's own and, of IPv4, the broadcast; nothing for more than 2^32.
std::optional<std::uint64_t> hosts_in(const facts::Address& subnet);

}  // namespace railhead::check
