#include "nri/policy/amount.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "base/units.h"
#include "facts/cluster/quantity.h"
#include "manifest/job/fields/texts.h"
#include "nri/policy/annotations.h"
#include "nri/policy/words.h"

namespace railhead::nri {
namespace {

constexpr std::string_view kShare = "node-memory*";
constexpr std::uint64_t kPage = 4096;
constexpr std::size_t kLongest = 40;

/// Thousandths of "0.9", "1", "0.125": above 0 and at most 1, up to three decimals.
std::optional<std::uint32_t> share_of(std::string_view text) {
  const bool point = text.size() > 2 && text[1] == '.';
  if (!(text.size() == 1 || point) || text.size() > 5 || (text[0] != '0' && text[0] != '1')) return std::nullopt;
  std::string decimals(point ? text.substr(2) : "");
  decimals.resize(3, '0');
  const auto thousandths = base::unsigned_number(decimals);
  if (!thousandths) return std::nullopt;
  const std::uint64_t permille = static_cast<std::uint64_t>(text[0] - '0') * 1000 + *thousandths;
  if (permille == 0 || permille > 1000) return std::nullopt;
  return static_cast<std::uint32_t>(permille);
}

Amount numbered(std::uint64_t value) {
  return value == kUnlimited ? Amount{.kind = Amount::Kind::unlimited} : Amount{.value = value};
}

bool is_digits(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
}

/// A word of limits.conf, Docker or systemd for no limit.
bool means_unlimited(std::string_view text) {
  constexpr std::array<std::string_view, 6> kWords = {"unlimited", "infinity", "infinite", "inf", "max", "none"};
  return std::ranges::find(kWords, base::lowered(text)) != kWords.end();
}

}  // namespace

base::Result<Amount> parse_amount(std::string_view text) {
  if (text == "unlimited" || text == "-1") return Amount{.kind = Amount::Kind::unlimited};
  if (text.starts_with(kShare)) {
    if (const auto permille = share_of(text.substr(kShare.size())))
      return Amount{.kind = Amount::Kind::node_memory, .permille = *permille};
  } else if (is_digits(text)) {
    if (const auto number = base::unsigned_number(text)) return numbered(*number);
  } else if (text.size() <= kLongest && text.find_first_of(" \t\r\n") == std::string_view::npos) {
    const auto quantity = facts::parse_quantity(text);
    if (quantity && quantity->whole) return numbered(quantity->units);
  }
  return std::unexpected(base::Error{
      .code = base::Code::malformed,
      .message = base::format("expected a size (8Gi), unlimited or node-memory*0.9, found \"{}\"", shortened(text, kLongest)),
      .suggestion = advised_amount(text)});
}

std::string advised_amount(std::string_view text) {
  if (text.empty() || text.size() > kLongest) return {};
  if (means_unlimited(text)) return "did you mean unlimited?";
  if (text == "node-memory") return "write node-memory*1 for all of it";
  if (text.starts_with("node-memory")) return "a share is above 0 and at most 1, with up to three decimals: node-memory*0.9";
  if (text.ends_with('%')) return "a share of the node's memory is written node-memory*0.9";
  return text.find_first_not_of("0.") == std::string_view::npos ? std::string() : manifest::job::advised_size(text);
}

std::optional<std::uint64_t> value_on(const Node& node, const Amount& amount) {
  switch (amount.kind) {
    case Amount::Kind::number: return amount.value;
    case Amount::Kind::unlimited: return kUnlimited;
    case Amount::Kind::node_memory: break;
  }
  const std::uint64_t share = node.memory / 1000 * amount.permille + node.memory % 1000 * amount.permille / 1000;
  const std::uint64_t pages = share / kPage * kPage;
  return pages == 0 ? std::nullopt : std::optional(pages);
}

bool is_more(const Amount& left, const Amount& right) {
  if (right.kind == Amount::Kind::unlimited) return false;
  if (left.kind == Amount::Kind::unlimited) return true;
  if (left.kind != right.kind) return false;
  return left.kind == Amount::Kind::number ? left.value > right.value : left.permille > right.permille;
}

std::string shown(std::string_view type, std::uint64_t value) {
  if (value == kUnlimited) return "unlimited";
  return type == kMemlock ? base::exact({value}) : std::to_string(value);
}

std::string shown(std::string_view type, const Amount& amount) {
  if (amount.kind == Amount::Kind::unlimited) return "unlimited";
  if (amount.kind == Amount::Kind::number) return shown(type, amount.value);
  std::string decimals = base::format("{:03}", amount.permille % 1000);
  while (decimals.ends_with('0')) decimals.pop_back();
  return base::format("{}{}{}{}", kShare, amount.permille / 1000, decimals.empty() ? "" : ".", decimals);
}

std::string shown(std::string_view type, const Amount& soft, const Amount& hard) {
  if (soft == hard) return shown(type, hard);
  return base::format("{} soft and {} hard", shown(type, soft), shown(type, hard));
}

std::string shown(const Rlimit& limit) {
  if (limit.soft == limit.hard) return shown(limit.type, limit.hard);
  return base::format("{} soft and {} hard", shown(limit.type, limit.soft), shown(limit.type, limit.hard));
}

}  // namespace railhead::nri
