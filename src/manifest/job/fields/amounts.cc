#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "base/units.h"
#include "facts/cluster/quantity.h"
#include "facts/net/address_text.h"
#include "manifest/job/fields/texts.h"
#include "manifest/job/rules/subnets.h"

namespace railhead::manifest::job {
namespace {

std::optional<facts::Quantity> quantity(std::string_view text) {
  // parse_quantity trims; what the API server is sent must have no blanks.
  return text.find_first_of(" \t\r\n") == std::string_view::npos ? facts::parse_quantity(text) : std::nullopt;
}

/// The number in front, and what follows it.
std::pair<std::string_view, std::string> number_and_unit(std::string_view text) {
  text = base::trimmed(text.substr(0, 40));
  const std::size_t end = std::min(text.find_first_not_of("0123456789."), text.size());
  return {text.substr(0, end), base::lowered(base::trimmed(text.substr(end)))};
}

}  // namespace

bool is_size(std::string_view text) {
  const auto read = quantity(text);
  return read && read->whole && read->units >= base::mebibytes(1).value;
}

bool is_cpus(std::string_view text) {
  const auto read = quantity(text);
  return read && read->units > 0;
}

bool is_shm(std::string_view text) { return text == "none" || is_size(text); }

bool is_subnet(std::string_view text) { return subnet_of(text).has_value(); }

std::string advised_size(std::string_view text) {
  const auto [number, unit] = number_and_unit(text);
  if (number.empty()) return {};
  if (unit == "m") return base::format("m means thousandths: write {}M (10^6 bytes each) or {}Mi (2^20)", number, number);
  if (unit.empty()) return base::format("that is bytes: did you mean {}Gi?", number);
  constexpr std::array<std::string_view, 4> kLetters = {"k", "m", "g", "t"};
  for (std::size_t i = 0; i < kLetters.size(); ++i) {
    const std::string_view small = kLetters[i];
    const std::string_view rest = std::string_view(unit).substr(1);
    if (!unit.starts_with(small) || !(rest.empty() || rest == "b" || rest == "i" || rest == "ib" || rest == "bytes")) continue;
    const char large = static_cast<char>(small[0] - 'a' + 'A');
    return base::format("write {}{} (10^{} bytes each) or {}{}i (2^{})", number, i == 0 ? 'k' : large, 3 * (i + 1), number,
                        large, 10 * (i + 1));
  }
  return {};
}

std::string advised_cpus(std::string_view text) {
  const auto [number, unit] = number_and_unit(text);
  const bool named = unit == "c" || unit.starts_with("cpu") || unit.starts_with("core") || unit.starts_with("vcpu");
  return !number.empty() && named ? base::format("write {}", number) : std::string();
}

std::string advised_subnet(std::string_view text) {
  if (facts::parse_host_address(std::string(text)))
    return base::format("did you mean {}/{}?", text, text.find(':') == std::string_view::npos ? 24 : 64);
  const std::string network = network_text(text);
  return network.empty() ? std::string() : base::format("did you mean {}?", network);
}

}  // namespace railhead::manifest::job
