#include "report/scc/text/lines.h"

#include "base/format.h"
#include "base/text.h"
#include "report/columns.h"

namespace railhead::report {
namespace {

constexpr std::size_t kWidth = 112;

std::string wrapped_behind(std::string first, std::string_view text, std::size_t left) {
  bool begun = false;
  for (const std::string& line : wrapped(base::one_line(text), kWidth - left)) {
    if (begun) first.append(left, ' ');
    first += line;
    first += '\n';
    begun = true;
  }
  return first;
}

}  // namespace

std::string entry(std::string_view label, std::string_view text, std::size_t indent, std::size_t column) {
  const std::string name = base::one_line(label);
  std::string first(indent, ' ');
  first += name;
  const std::size_t left = indent + column;
  if (name.size() + 2 > column) {
    first += '\n';
    first.append(left, ' ');
  } else {
    first.append(column - name.size(), ' ');
  }
  return wrapped_behind(std::move(first), text, left);
}

std::string paragraph(std::string_view text, std::size_t indent) {
  return wrapped_behind(std::string(indent, ' '), text, indent);
}

std::string verbatim(std::string_view text, std::size_t indent) {
  std::string whole;
  for (const std::string_view line : base::lines(text)) {
    whole.append(indent, ' ');
    whole += base::one_line(line);
    whole += '\n';
  }
  return whole;
}

std::string sentence(std::string_view text, std::size_t indent) {
  const std::size_t end = text.find('\n');
  std::string whole = paragraph(text.substr(0, end), indent);
  if (end != std::string_view::npos) whole += verbatim(text.substr(end + 1), indent + 2);
  return whole;
}

std::string heading(const Style& style, std::string_view text) {
  return base::format("\n  {}\n", toned(style, Tone::strong, text));
}

}  // namespace railhead::report
