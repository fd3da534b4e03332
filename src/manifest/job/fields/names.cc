#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/fields/texts.h"

namespace railhead::manifest::job {
namespace {

constexpr std::size_t kLabel = 63;
constexpr std::size_t kSubdomain = 253;

bool is_small(char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); }
bool is_alphanumeric(char c) { return is_small(c) || (c >= 'A' && c <= 'Z'); }
bool is_hexadecimal(char c) { return (c >= '0' && c <= '9') || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); }

/// Not empty, of these characters and `others`.
bool is_made_of(std::string_view text, bool (*is_one)(char), std::string_view others) {
  return !text.empty() &&
         std::ranges::all_of(text, [&](char c) { return is_one(c) || others.find(c) != std::string_view::npos; });
}

/// A name whose first and last characters are none of `others`.
bool is_name(std::string_view text, bool (*is_one)(char), std::string_view others) {
  return is_made_of(text, is_one, others) && is_one(text.front()) && is_one(text.back());
}

bool is_qualified(std::string_view text) { return text.size() <= kLabel && is_name(text, is_alphanumeric, "-_."); }

/// What stands before the slash, without it.
std::string_view prefix_of(std::string_view key) {
  const std::size_t slash = key.find('/');
  return slash == std::string_view::npos ? std::string_view() : key.substr(0, slash);
}

bool is_below(std::string_view domain, std::string_view other) {
  return domain == other || (domain.ends_with(other) && domain[domain.size() - other.size() - 1] == '.');
}

}  // namespace

bool is_label(std::string_view text) { return text.size() <= kLabel && is_name(text, is_small, "-"); }

bool is_job_name(std::string_view text) { return is_label(text) && text.front() >= 'a'; }

bool is_subdomain(std::string_view text) {
  if (text.size() > kSubdomain) return false;
  return std::ranges::all_of(base::split(text, '.'), [](std::string_view part) { return is_name(part, is_small, "-"); });
}

bool is_label_key(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string_view::npos) return is_qualified(text);
  return is_subdomain(text.substr(0, slash)) && is_qualified(text.substr(slash + 1));
}

bool is_own_label_key(std::string_view text) {
  const std::string_view prefix = prefix_of(text);
  return is_label_key(text) && prefix != "app.kubernetes.io" && prefix != "railhead.dev";
}

bool is_label_value(std::string_view text) { return text.empty() || is_qualified(text); }

bool is_resource(std::string_view text) {
  const std::string_view domain = prefix_of(text);
  return !domain.empty() && is_label_key(text) && !is_below(domain, "kubernetes.io") && !text.starts_with("requests.");
}

bool is_variable(std::string_view text) {
  return is_made_of(text, is_alphanumeric, "_") && !(text.front() >= '0' && text.front() <= '9');
}

bool is_file_key(std::string_view text) {
  return is_made_of(text, is_alphanumeric, "-_.") && text != "." && !text.starts_with("..");
}

bool is_image_tag(std::string_view text) {
  return is_made_of(text, is_alphanumeric, "-_.") && text.front() != '-' && text.front() != '.';
}

bool is_pci_id(std::string_view text) { return text.size() == 4 && is_made_of(text, is_hexadecimal, ""); }

std::string advised_name(std::string_view text) {
  std::string name = base::lowered(text.substr(0, kLabel));
  std::ranges::replace_if(name, [](char c) { return !is_small(c); }, '-');
  while (name.ends_with('-')) name.pop_back();
  name.erase(0, name.find_first_of("abcdefghijklmnopqrstuvwxyz"));
  return name.empty() || text.size() > 52 ? std::string() : base::format("did you mean {}?", name);
}

std::string advised_resource(std::string_view text) {
  return text.find('/') == std::string_view::npos
             ? "the nodes' own names have a domain: kubectl get nodes -o yaml, under allocatable"
             : "";
}

std::string no_advice(std::string_view) { return {}; }

}  // namespace railhead::manifest::job
