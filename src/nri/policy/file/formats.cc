#include "nri/policy/file/formats.h"

#include <algorithm>

#include "base/text.h"
#include "manifest/job/fields/texts.h"
#include "nri/policy/amount.h"
#include "nri/policy/annotations.h"

namespace railhead::nri {
namespace {

using manifest::job::Format;
using manifest::job::FormatFacts;

#define QUANTITY "\\+?[0-9.]+([eE][0-9]+|[kMGTPE]|[KMGTPE]i)?"

constexpr std::size_t kAmount = 40;
constexpr std::size_t kLabel = 63;
constexpr std::size_t kSubdomain = 253;
constexpr std::size_t kKey = 253 + 1 + 63;
constexpr std::size_t kValue = 1024;
/// What kernels before 5.16 gave to everybody: less is a number without its unit.
constexpr std::uint64_t kLeastMemlock = std::uint64_t{64} << 10U;

bool is_memlock(std::string_view text) {
  const auto amount = parse_amount(text);
  return amount && (amount->kind != Amount::Kind::number || amount->value >= kLeastMemlock);
}

bool is_limit(std::string_view text) {
  const auto amount = parse_amount(text);
  return amount && amount->kind != Amount::Kind::node_memory;
}

std::string advised_limit(std::string_view text) {
  return text.starts_with("node-memory") ? "a share of the node's memory is for memlock alone" : advised_amount(text);
}

bool is_type(std::string_view text) { return !rlimit_type(text).empty(); }

std::string advised_type(std::string_view text) {
  const std::string low = base::lowered(text.substr(0, kLabel));
  if (low == "memory" || low == "mlock" || low == "ipc_lock") return "did you mean memlock?";
  if (low == "files" || low == "fds" || low == "openfiles" || low == "fd") return "did you mean nofile?";
  if (low == "processes" || low == "threads" || low == "pids") return "did you mean nproc?";
  return {};
}

bool is_line(std::string_view text) {
  return base::one_line(text) == text && text.find_first_of("\n\t") == std::string_view::npos;
}

/// A text of a kind, or the beginning of one with "*" behind it.
template <bool (*Fits)(std::string_view)>
bool is_pattern(std::string_view text) {
  if (!text.ends_with('*')) return Fits(text);
  std::string begun(text.substr(0, text.size() - 1));
  // What it may end in, were it written to its end.
  if (begun.ends_with('-') || begun.ends_with('.') || begun.ends_with('_') || begun.ends_with('/')) begun += 'a';
  return begun.empty() || Fits(begun);
}

}  // namespace

constexpr FormatFacts kMemlockAmount = {
    Format::own,
    "a size of at least 64Ki (8Gi), unlimited or a share of the node's memory (node-memory*0.9)",
    "^(unlimited|-1|node-memory\\*(0\\.[0-9]{1,3}|1(\\.0{1,3})?)|" QUANTITY ")$",
    kAmount,
    is_memlock,
    advised_amount};
constexpr FormatFacts kLimitAmount = {
    Format::own, "a number, a size (8Mi) or unlimited", "^(unlimited|-1|" QUANTITY ")$", kAmount, is_limit, advised_limit};
constexpr FormatFacts kLimitType = {Format::own, "a limit like nofile or RLIMIT_NOFILE", "^[A-Za-z_]+$", kLabel, is_type,
                                    advised_type};
constexpr FormatFacts kRuleName = {Format::own,
                                   "a name of small letters, digits and '-', at most 63 characters",
                                   "^[a-z0-9]([-a-z0-9]*[a-z0-9])?$",
                                   kLabel,
                                   manifest::job::is_label,
                                   manifest::job::advised_name};
constexpr FormatFacts kSpacePattern = {Format::own,
                                       "a namespace, or how it begins with * behind it (team-*)",
                                       "^[a-z0-9]*[-a-z0-9]*\\*?$",
                                       kLabel,
                                       is_pattern<manifest::job::is_label>,
                                       manifest::job::no_advice};
constexpr FormatFacts kClassPattern = {Format::own,
                                       "a runtime class, or how it begins with * behind it (kata-*)",
                                       "^[-a-z0-9.]*\\*?$",
                                       kSubdomain,
                                       is_pattern<manifest::job::is_subdomain>,
                                       manifest::job::no_advice};
constexpr FormatFacts kKeyPattern = {Format::own,
                                     "NAME or DOMAIN/NAME, or how it begins with * behind it",
                                     "^[-A-Za-z0-9_./]*\\*?$",
                                     kKey,
                                     is_pattern<manifest::job::is_label_key>,
                                     manifest::job::no_advice};
constexpr FormatFacts kLabelPattern = {Format::own,
                                       "a label's value, or how it begins with * behind it",
                                       "^[-A-Za-z0-9_.]*\\*?$",
                                       kLabel,
                                       is_pattern<manifest::job::is_label_value>,
                                       manifest::job::no_advice};
constexpr FormatFacts kValuePattern = {
    Format::own, "a text in one line of at most 1024 bytes", "", kValue, is_line, manifest::job::no_advice};

#undef QUANTITY

}  // namespace railhead::nri
