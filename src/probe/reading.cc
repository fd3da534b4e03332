#include "probe/reading.h"

#include <cerrno>

namespace railhead::probe {
namespace {

facts::Why why_of(sys::Errno error) {
  if (error == sys::kNotAsked) return facts::Why::not_asked;
  switch (error.value) {
    case ENOENT:
    case ENOTDIR:
    case ENODEV: return facts::Why::not_found;
    case EACCES:
    case EPERM: return facts::Why::denied;
    default: return facts::Why::unavailable;
  }
}

/// The first 40 bytes, not cut inside a UTF-8 character: continuation bytes are 10xxxxxx.
std::string cut(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  if (text.size() <= kLongest) return base::printable(text);
  std::size_t end = kLongest;
  while (end > kLongest - 4 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return base::printable(text.substr(0, end)) + "...";
}

}  // namespace

facts::Missing missing_of(sys::Errno error) {
  if (error == sys::kNotAsked) return {.why = facts::Why::not_asked};
  return {.why = why_of(error), .detail = sys::symbol(error)};
}

facts::Missing malformed(std::string_view expected, std::string_view found) {
  std::string detail = "expected " + std::string(expected) + ", found ";
  detail += found.empty() ? "nothing" : "'" + cut(found) + "'";
  return {.why = facts::Why::malformed, .detail = std::move(detail)};
}

facts::Known<std::string> text_of(const sys::Outcome<std::string>& read, std::string source) {
  if (!read) return {missing_of(read.error()), std::move(source)};
  const std::string_view text = base::trimmed(*read);
  if (text.empty()) return {facts::Missing{.why = facts::Why::unavailable, .detail = "empty"}, std::move(source)};
  return {base::printable(text), std::move(source)};
}

facts::Known<std::string> text_of(const sys::FileTree& files, std::string path) {
  const sys::Outcome<std::string> read = files.read(path);
  return text_of(read, std::move(path));
}

facts::Known<std::string> link_name_of(const sys::FileTree& files, std::string path) {
  const sys::Outcome<std::string> target = files.link(path);
  if (!target) return {missing_of(target.error()), std::move(path)};
  return {base::printable(last_component(*target)), std::move(path)};
}

std::string_view last_component(std::string_view path) {
  const std::size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? path : path.substr(slash + 1);
}

}  // namespace railhead::probe
