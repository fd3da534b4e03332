#include "text/fault/completion.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/text.h"

namespace railhead::text {
namespace {

constexpr unsigned kMostStatus = 64;  // enum ibv_wc_status ends at 23

std::string_view number_at(std::string_view text) {
  const auto end = std::ranges::find_if(text, [](char c) { return c < '0' || c > '9'; });
  return text.substr(0, static_cast<std::size_t>(end - text.begin()));
}

std::optional<std::uint64_t> number_after(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  return base::unsigned_number(number_at(text.substr(at + label.size())));
}

/// The word behind the label, which may stand against it ("remoteGidsfd00::1") or a blank away.
std::string word_after(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) return {};
  std::string_view rest = text.substr(at + label.size());
  if (rest.starts_with(' ')) rest.remove_prefix(1);
  return base::one_line(rest.substr(0, rest.find_first_of(" \t,")));
}

std::optional<std::uint64_t> status_of(std::string_view text) {
  constexpr std::string_view kStatus = "status=";
  if (const std::size_t at = text.find(kStatus); at != std::string_view::npos) {
    const std::string_view rest = text.substr(at + kStatus.size());
    if (!rest.starts_with("IBV_WC_")) return base::unsigned_number(number_at(rest));
    const std::size_t bracket = rest.find('(');
    return bracket == std::string_view::npos ? std::nullopt : base::unsigned_number(number_at(rest.substr(bracket + 1)));
  }
  return number_after(text, "with error ");
}

/// The names of enum ibv_wc_status that a log may give alone, with their numbers.
constexpr std::array<std::pair<std::string_view, unsigned>, 9> kNames = {{{"IBV_WC_LOC_PROT_ERR", 4},
                                                                          {"IBV_WC_WR_FLUSH_ERR", 5},
                                                                          {"IBV_WC_REM_INV_REQ_ERR", 9},
                                                                          {"IBV_WC_REM_ACCESS_ERR", 10},
                                                                          {"IBV_WC_REM_OP_ERR", 11},
                                                                          {"IBV_WC_RETRY_EXC_ERR", 12},
                                                                          {"IBV_WC_RNR_RETRY_EXC_ERR", 13},
                                                                          {"IBV_WC_LOC_LEN_ERR", 1},
                                                                          {"IBV_WC_LOC_QP_OP_ERR", 2}}};

std::optional<facts::Completion> by_name(std::string_view message) {
  for (const auto& [name, status] : kNames)
    if (message.find(name) != std::string_view::npos) return facts::Completion{.status = status};
  return std::nullopt;
}

}  // namespace

std::optional<facts::Completion> parse_completion(std::string_view message) {
  const std::size_t start = message.find("Got completion");
  if (start == std::string_view::npos) return by_name(message);
  const std::string_view text = message.substr(start);
  const auto status = status_of(text);
  if (!status || *status == 0 || *status > kMostStatus) return std::nullopt;
  facts::Completion completion{.status = static_cast<unsigned>(*status)};
  auto vendor = number_after(text, "vendor err ");
  if (!vendor) vendor = number_after(text, "vendor_err=");
  if (vendor && *vendor <= 0xFFFF) completion.vendor = static_cast<unsigned>(*vendor);
  completion.peer = word_after(text, "from peer");
  completion.local_gid = word_after(text, "localGid");
  completion.remote_gid = word_after(text, "remoteGids");
  completion.hca = word_after(text, " hca");
  return completion;
}

}  // namespace railhead::text
