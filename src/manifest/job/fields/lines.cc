#include <algorithm>
#include <array>
#include <cctype>

#include "base/format.h"
#include "base/text.h"
#include "facts/net/address_text.h"
#include "manifest/job/fields/texts.h"

namespace railhead::manifest::job {
namespace {

constexpr std::string_view kDigits = "0123456789";

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' || c == 0x7F; }

bool leaves(std::string_view path) {
  return std::ranges::any_of(base::split(path, '/'), [](std::string_view part) { return part == ".."; });
}

bool has_any(std::string_view text, std::string_view characters) {
  return text.find_first_of(characters) != std::string_view::npos;
}

/// "registry.example:5000", or "" where the image names none.
std::string_view registry_of(std::string_view image) {
  const std::size_t slash = image.find('/');
  const std::string_view first = image.substr(0, slash);
  return slash != std::string_view::npos && has_any(first, ".:") ? first : std::string_view();
}

bool is_registry(std::string_view text) {
  const std::size_t colon = text.find(':');
  const std::string_view host = text.substr(0, colon);
  const bool port = colon == std::string_view::npos || base::unsigned_number(text.substr(colon + 1)).has_value();
  return port && !host.empty() && host.front() != '.' && host.front() != '-' && std::ranges::all_of(host, [](char c) {
           return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '.' || c == '-';
         });
}

/// "llama/train" of an image without its registry, tag and digest.
std::string_view repository_of(std::string_view image) {
  image = image.substr(0, image.find('@'));
  const std::size_t slash = image.rfind('/');
  const std::size_t colon = image.rfind(':');
  if (colon != std::string_view::npos && (slash == std::string_view::npos || colon > slash)) image = image.substr(0, colon);
  const std::string_view registry = registry_of(image);
  return registry.empty() ? image : image.substr(registry.size() + 1);
}

std::string_view tag_of(std::string_view image) {
  image = image.substr(0, image.find('@'));
  const std::size_t colon = image.rfind(':');
  const bool port = colon != std::string_view::npos && image.find('/', colon) != std::string_view::npos;
  return colon == std::string_view::npos || port ? "latest" : image.substr(colon + 1);
}

bool is_repository_part(std::string_view part) {
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '_' || c == '-'; };
  const auto ends = [](char c) { return c != '.' && c != '_' && c != '-'; };
  return !part.empty() && std::ranges::all_of(part, fits) && ends(part.front()) && ends(part.back());
}

}  // namespace

bool is_any(std::string_view) { return true; }

bool is_line(std::string_view text) { return !base::trimmed(text).empty() && std::ranges::none_of(text, is_control); }

bool is_absolute_path(std::string_view text) { return is_line(text) && text.starts_with('/') && !leaves(text); }

bool is_mount_path(std::string_view text) {
  return is_absolute_path(text) && !has_any(text, ":") && text.find_first_not_of('/') != std::string_view::npos;
}

bool is_inside_path(std::string_view text) { return is_line(text) && !text.starts_with('/') && !leaves(text); }

bool is_image(std::string_view text) {
  if (!is_line(text) || has_any(text, " ")) return false;
  const std::size_t at = text.find('@');
  if (at != std::string_view::npos && text.find(':', at) == std::string_view::npos) return false;
  const std::string_view registry = registry_of(text);
  if (!registry.empty() && !is_registry(registry)) return false;
  return std::ranges::all_of(base::split(repository_of(text), '/'), is_repository_part) && is_image_tag(tag_of(text));
}

bool is_git(std::string_view text) {
  if (!is_line(text) || has_any(text, " ")) return false;
  constexpr std::array<std::string_view, 4> kSchemes = {"https://", "http://", "ssh://", "git://"};
  for (const std::string_view scheme : kSchemes)
    if (text.starts_with(scheme)) return text.size() > scheme.size();
  const std::size_t at = text.find('@');
  const std::size_t colon = text.find(':');
  return at != std::string_view::npos && at > 0 && colon != std::string_view::npos && colon > at + 1 &&
         colon + 1 < text.size() && text.find("://") == std::string_view::npos;
}

bool is_git_ref(std::string_view text) {
  return is_line(text) && !has_any(text, " ~^:?*[\\") && !text.starts_with('-') && text.find("..") == std::string_view::npos;
}

bool is_version(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  const std::size_t major = std::min(text.find_first_not_of(kDigits), text.size());
  if (major == 0 || major == text.size() || text[major] != '.') return false;
  const std::string_view rest = text.substr(major + 1);
  return is_line(rest) && rest[0] >= '0' && rest[0] <= '9';
}

bool is_interface(std::string_view text) { return is_line(text) && !has_any(text, "/: ") && text != "." && text != ".."; }

bool is_partition(std::string_view text) {
  const auto number = text.starts_with("0x") ? base::unsigned_number(text, 16) : std::nullopt;
  return number && *number > 0 && *number <= 0xFFFF;
}

std::string advised_path(std::string_view text) {
  if (text.starts_with('/') || !is_line(text) || leaves(text) || text.size() > 60 || has_any(text, ":~$")) return {};
  return base::format("did you mean /{}?", text);
}

}  // namespace railhead::manifest::job
