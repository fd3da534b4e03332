#include "manifest/facts/origin.h"

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kLongestText = 4096;

template <class T>
facts::Known<T> told(const Value& value, std::optional<T> read, const char* expected, const Origin& origin) {
  if (read) return {std::move(*read), origin.place(value)};
  const auto text = value.text();
  if (!value || (value.is(NodeKind::scalar) && !text)) return {};
  return {facts::Missing{facts::Why::malformed, base::format("expected {}, found '{}'", expected,
                                                             base::one_line(text.value_or("a list").substr(0, 60)))},
          origin.place(value)};
}

}  // namespace

std::uint64_t Origin::number(std::uint64_t line) const {
  return line >= 1 && line <= numbers.size() ? numbers[line - 1] : before + line;
}

std::string Origin::place(std::uint32_t line) const { return file + ":" + std::to_string(number(line)); }

facts::Known<std::string> told_text(const Value& value, const Origin& origin) {
  auto text = value.text();
  if (text) text = base::one_line(text->substr(0, kLongestText));
  return told<std::string>(value, std::move(text), "a text", origin);
}

facts::Known<std::int64_t> told_integer(const Value& value, const Origin& origin) {
  return told<std::int64_t>(value, value.integer(), "a number", origin);
}

facts::Known<bool> told_boolean(const Value& value, const Origin& origin) {
  return told<bool>(value, value.boolean(), "true or false", origin);
}

}  // namespace railhead::manifest
