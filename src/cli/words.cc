#include "cli/words.h"

#include "base/format.h"
#include "base/text.h"

namespace railhead::cli {
namespace {

std::string listed(const Words& words) {
  std::vector<std::string> names;
  for (const auto& [name, value] : words) names.push_back(name);
  return base::joined(names, ", ");
}

}  // namespace

CLI::Validator one_of(Words words) {
  const auto replace = [words = std::move(words)](std::string& given) -> std::string {
    for (const auto& [name, value] : words)
      if (base::lowered(given) == name) {
        given = std::to_string(value);
        return "";
      }
    return base::format("'{}' is none of {}", base::printable(given.substr(0, 80)), listed(words));
  };
  return {replace, ""};
}

CLI::Validator not_empty() {
  return {[](const std::string& given) -> std::string { return given.empty() ? "an empty value" : ""; }, ""};
}

}  // namespace railhead::cli
