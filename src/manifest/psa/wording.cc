#include "manifest/psa/wording.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest::psa {

std::string in_quotes(const std::vector<std::string>& words) {
  return words.empty() ? std::string() : base::format("\"{}\"", base::joined(words, "\", \""));
}

std::string in_quotes(const std::set<std::string>& words) {
  return in_quotes(std::vector<std::string>(words.begin(), words.end()));
}

std::string named(std::string_view noun, const std::vector<std::string>& names) {
  return base::format("{}{} {}", noun, names.size() == 1 ? "" : "s", in_quotes(names));
}

bool has(const std::vector<std::string>& list, std::string_view word) { return std::ranges::find(list, word) != list.end(); }

std::string Setters::words() const {
  if (containers.empty()) return "pod";
  return base::format("{}{}", pod ? "pod and " : "", named("container", containers));
}

}  // namespace railhead::manifest::psa
