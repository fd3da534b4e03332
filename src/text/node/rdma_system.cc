#include <optional>

#include "base/text.h"
#include "text/node/kinds.h"
#include "text/setting/adopt.h"

// `rdma system` of iproute2: "netns shared copy-on-fork on privileged-qkey off"; older ones print the first two words alone.
namespace railhead::text::node {
namespace {

std::optional<facts::NetnsMode> mode_of(std::string_view line) {
  const std::vector<std::string_view> words = base::words(line.substr(0, 200));
  if (words.size() < 2 || words[0] != "netns") return std::nullopt;
  if (words.size() > 2 && words[2] != "copy-on-fork" && words[2] != "privileged-qkey") return std::nullopt;
  if (words[1] == "shared") return facts::NetnsMode::shared;
  if (words[1] == "exclusive") return facts::NetnsMode::exclusive;
  return std::nullopt;
}

bool shows(std::string_view line) { return mode_of(line).has_value(); }

bool continues(std::string_view) { return false; }

void read(const Block& block, facts::Machine& machine) {
  for (const Line& line : block.lines)
    if (const auto mode = mode_of(line.text)) setting::adopt(machine.rdma.netns_mode, {*mode, block.place(line)});
}

}  // namespace

Kind rdma_system() { return {.name = "rdma-system", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::node
