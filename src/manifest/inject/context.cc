#include "manifest/inject/context.h"

#include <algorithm>

#include "base/text.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

bool has(std::string_view text, std::string_view word) { return text.find(word) != std::string_view::npos; }

/// The word behind "key:" in YAML or JSON, without quotes; empty where it is none.
std::string_view word_behind(std::string_view text, std::size_t at) {
  constexpr std::string_view kAround = " \t\"':";
  const std::size_t begin = text.find_first_not_of(kAround, at);
  if (begin == std::string_view::npos) return {};
  const std::size_t end = text.find_first_of(" \t\r\n\"',}#", begin);
  return text.substr(begin, end == std::string_view::npos ? end : end - begin);
}

void gather_names(std::string_view text, std::vector<std::string>& names) {
  for (const std::string_view key : {"serviceName", "subdomain"})
    for (std::size_t at = text.find(key); at != std::string_view::npos; at = text.find(key, at + key.size())) {
      const std::string_view name = word_behind(text, at + key.size());
      if (name.empty() || name.size() > 63 || std::ranges::find(names, name) != names.end()) continue;
      names.emplace_back(name);
    }
}

void gather_services(std::string_view text, std::vector<HeadlessService>& services) {
  const Parsed parsed = parse_yaml(text);
  for (const Document& document : parsed.documents) {
    const Value object(document);
    if (object["kind"].view() != "Service" || object["spec"]["clusterIP"].view() != "None") continue;
    services.push_back(
        {.space = object["metadata"]["namespace"].text().value_or(""), .name = object["metadata"]["name"].text().value_or("")});
  }
}

}  // namespace

void gather(std::string_view text, Wishes& wishes) {
  if (has(text, "clusterIP") && has(text, "None")) gather_services(text, wishes.services);
  if (has(text, "gpu") || !wishes.containers.empty()) gather_names(text, wishes.named);
}

}  // namespace railhead::manifest
