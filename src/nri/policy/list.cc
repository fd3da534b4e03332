#include "nri/policy/list.h"

#include <algorithm>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/check/wording.h"
#include "manifest/yaml/yaml.h"
#include "nri/policy/amount.h"
#include "nri/policy/words.h"

namespace railhead::nri {
namespace {

using manifest::NodeKind;
using manifest::Value;

constexpr std::size_t kMostValues = 4096;

std::unexpected<base::Error> wrong(std::string message) {
  return std::unexpected(base::Error{.code = base::Code::malformed,
                                     .message = std::move(message),
                                     .suggestion = "Write a list, as [{type: memlock, soft: 8388608, hard: 68719476736}]."});
}

/// The value of a key in any case, as the ulimit-adjuster takes it.
Value member(const Value& mapping, std::string_view key) {
  for (const auto& [name, value] : mapping.members())
    if (base::lowered(name.view().value_or("").substr(0, 16)) == key) return value;
  return {};
}

base::Result<Amount> amount_of(const Value& entry, std::string_view key, std::size_t place) {
  const Value value = member(entry, key);
  const std::string_view text = value.view().value_or("");
  const bool whole =
      value.is(NodeKind::scalar) && !text.empty() && std::ranges::all_of(text, [](char c) { return c >= '0' && c <= '9'; });
  if (whole || text == "unlimited" || text == "-1")
    if (auto amount = parse_amount(text)) return amount;
  return wrong(base::format("entry {}: {}: expected a whole number, -1 or unlimited, found {}", place, key,
                            value ? manifest::job::shown(value) : "none"));
}

base::Result<Asked> entry_of(const Value& entry, std::size_t place) {
  if (!entry.is(NodeKind::mapping))
    return wrong(
        base::format("entry {}: expected a mapping with type, soft and hard, found {}", place, manifest::job::shown(entry)));
  const Value type = member(entry, "type");
  Asked asked{.type = rlimit_type(type.view().value_or(""))};
  if (asked.type.empty())
    return wrong(base::format("entry {}: type: expected a limit like memlock or RLIMIT_NOFILE, found {}", place,
                              type ? manifest::job::shown(type) : "none"));
  const auto soft = amount_of(entry, "soft", place);
  if (!soft) return std::unexpected(soft.error());
  const auto hard = amount_of(entry, "hard", place);
  if (!hard) return std::unexpected(hard.error());
  asked.soft = *soft;
  asked.hard = *hard;
  if (is_more(asked.soft, asked.hard))
    return wrong(base::format("entry {}: the soft limit of {} is more than the hard one of {}", place,
                              shown(asked.type, asked.soft), shown(asked.type, asked.hard)));
  return asked;
}

}  // namespace

base::Result<std::vector<Asked>> read_list(std::string_view value) {
  const manifest::Parsed parsed = manifest::parse_yaml(value, kMostValues);
  if (!parsed.errors.empty()) {
    const manifest::YamlError& error = parsed.errors.front();
    return wrong(base::format("expected a list in YAML or JSON: line {}: {}", error.line, shortened(error.message)));
  }
  const Value root = parsed.documents.size() == 1 ? Value(parsed.documents.front()) : Value();
  if (!root.is(NodeKind::sequence))
    return wrong(base::format("expected a list in YAML or JSON, found {}",
                              parsed.documents.size() > 1 ? "several documents" : manifest::job::shown(root)));
  std::vector<Asked> all;
  for (const Value& item : root.items()) {
    auto asked = entry_of(item, all.size() + 1);
    if (!asked) return std::unexpected(asked.error());
    if (std::ranges::find(all, asked->type, &Asked::type) != all.end())
      return wrong(base::format("{} stands in the list twice", short_type(asked->type)));
    all.push_back(*std::move(asked));
  }
  return all;
}

}  // namespace railhead::nri
