#include "finding/preflight/ranges.h"

#include "facts/net/address_text.h"
#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

/// "198.51.100.0/24" of "198.51.100.10-198.51.100.20/24" too.
std::optional<facts::Address> subnet_in(const std::string& text) {
  return facts::parse_subnet(text.substr(text.find('-') == std::string::npos ? 0 : text.find('-') + 1));
}

const facts::NetworkDefinition* read_of(const facts::Survey& survey, const facts::WantedNetwork& network) {
  const facts::SurveyedObject* object = network.made ? nullptr : definition_of(survey, network);
  return object && object->read && object->read->network ? &*object->read->network : nullptr;
}

}  // namespace

std::vector<Range> ranges_of(const facts::Survey& survey, const facts::WantedNetwork& network, const std::string& file) {
  std::vector<Range> ranges;
  const auto add = [&](const std::string& text, const std::string& source) {
    if (const auto subnet = subnet_in(text)) ranges.push_back({text, source, *subnet});
  };
  if (const auto* read = read_of(survey, network)) {
    for (const facts::CniPlugin& plugin : read->plugins)
      for (const facts::Placed& one : plugin.ipam.subnets) add(one.text, one.source);
  } else if (network.made && !network.subnet.empty()) {
    add(network.subnet, file);
  }
  return ranges;
}

std::vector<std::string> ipam_of(const facts::Survey& survey, const facts::WantedNetwork& network) {
  if (network.made) return network.ipam;
  std::vector<std::string> types;
  if (const auto* read = read_of(survey, network))
    for (const facts::CniPlugin& plugin : read->plugins)
      if (plugin.ipam_type) types.push_back(*plugin.ipam_type);
  return types;
}

std::vector<std::string> types_of(const facts::Survey& survey, const facts::WantedNetwork& network) {
  if (network.made) return network.types;
  std::vector<std::string> types;
  if (const auto* read = read_of(survey, network))
    for (const facts::CniPlugin& plugin : read->plugins)
      if (plugin.type) types.push_back(*plugin.type);
  return types;
}

std::optional<std::uint64_t> hosts_in(const facts::Address& subnet) {
  const unsigned bits = (subnet.ipv4 ? 32U : 128U) - subnet.prefix_length;
  if (bits > 32) return std::nullopt;
  const std::uint64_t all = std::uint64_t{1} << bits;
  return subnet.ipv4 && bits >= 2 ? all - 2 : all;
}

}  // namespace railhead::check
