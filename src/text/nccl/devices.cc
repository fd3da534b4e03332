#include "text/nccl/devices.h"

#include "base/text.h"

namespace railhead::text {
namespace {

constexpr std::size_t kMost = 1024;

/// "mlx5_0:1/RoCE", with a comma, brace or "/SHARP" behind.
bool parse_hca(std::string_view word, facts::LogHca& hca) {
  const std::size_t colon = word.find(':');
  const std::size_t slash = word.find('/', colon == std::string_view::npos ? 0 : colon);
  if (colon == std::string_view::npos || colon == 0 || slash == std::string_view::npos) return false;
  const auto port = base::unsigned_number(word.substr(colon + 1, slash - colon - 1));
  if (!port || *port > 255) return false;
  std::string_view layer = word.substr(slash + 1);
  layer = layer.substr(0, layer.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"));
  if (layer != "IB" && layer != "RoCE") return false;
  hca = {.name = base::one_line(word.substr(0, colon)), .port = static_cast<unsigned>(*port), .link_layer = std::string(layer)};
  return true;
}

}  // namespace

std::vector<facts::LogHca> parse_hcas(std::string_view list) {
  std::vector<facts::LogHca> hcas;
  list = list.substr(0, list.find("; OOB"));
  for (std::string_view word : base::words(list)) {
    if (const std::size_t bracket = word.rfind(']'); bracket != std::string_view::npos) word.remove_prefix(bracket + 1);
    facts::LogHca hca;
    if (hcas.size() < kMost && parse_hca(word, hca)) hcas.push_back(std::move(hca));
  }
  return hcas;
}

}  // namespace railhead::text
