#include "manifest/validation/entries.h"

#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "manifest/validation/go_text.h"

namespace railhead::manifest::validation {

void refuse_value(Entries& entries, std::string path, std::string_view value, std::string_view why) {
  entries.push_back({std::move(path), base::format("Invalid value: {}: {}", value, why)});
}

void refuse_text(Entries& entries, std::string path, std::string_view text, std::string_view why) {
  refuse_value(entries, std::move(path), go_quoted(text), why);
}

void forbid(Entries& entries, std::string path, std::string_view why) {
  entries.push_back({std::move(path), base::format("Forbidden: {}", why)});
}

void require(Entries& entries, std::string path, std::string_view why) {
  entries.push_back({std::move(path), base::format("Required value{}{}", why.empty() ? "" : ": ", why)});
}

void refuse_choice(Entries& entries, std::string path, std::string_view text, std::initializer_list<std::string_view> choices) {
  std::vector<std::string> quoted;
  quoted.reserve(choices.size());
  for (std::string_view choice : choices) quoted.push_back(go_quoted(choice));
  entries.push_back({std::move(path), base::format("Unsupported value: {}: supported values: {}", json_quoted(text),
                                                   base::joined(quoted, ", "))});
}

void check_id(Entries& entries, std::string path, std::int64_t id) {
  if (id < 0 || id > std::numeric_limits<std::int32_t>::max())
    refuse_value(entries, std::move(path), base::format("{}", id), "must be between 0 and 2147483647, inclusive");
}

}  // namespace railhead::manifest::validation
