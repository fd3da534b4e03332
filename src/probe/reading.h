#pragma once

#include <concepts>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/text.h"
#include "facts/known.h"
#include "sys/errno.h"
#include "sys/file/file_tree.h"

/// The one way from an answer of the operating system to a fact: the value with its source, or why there is none.
namespace railhead::probe {

/// ENOENT, ENOTDIR, ENODEV are not_found; EACCES and EPERM denied; kNotAsked not_asked; all others unavailable. `detail` is the
/// errno's symbol.
facts::Missing missing_of(sys::Errno error);

/// "expected a number, found 'abc'". What was found is made printable and cut after 40 characters.
facts::Missing malformed(std::string_view expected, std::string_view found);

/// A fact out of a read that was already made. `parse` takes the trimmed text and gives a std::optional<T>; `expected` says,
/// with its article, what it reads: "a number".
template <class T, class Parse>
facts::Known<T> parsed(const sys::Outcome<std::string>& read, std::string source, std::string_view expected, Parse parse) {
  if (!read) return {missing_of(read.error()), std::move(source)};
  const std::string_view text = base::trimmed(*read);
  std::optional<T> value = parse(text);
  if (!value) return {malformed(expected, text), std::move(source)};
  return {std::move(*value), std::move(source)};
}

/// The fact that `path` holds.
template <class T, class Parse>
facts::Known<T> parsed(const sys::FileTree& files, std::string path, std::string_view expected, Parse parse) {
  const sys::Outcome<std::string> read = files.read(path);
  return parsed<T>(read, std::move(path), expected, parse);
}

/// `text` as a T, nothing where it does not fit. Base 16 takes an optional 0x and is for unsigned types only.
template <std::integral T>
std::optional<T> number(std::string_view text, int base = 10) {
  if constexpr (std::is_signed_v<T>) {
    const std::optional<std::int64_t> value = base::signed_number(text);
    if (!value || !std::in_range<T>(*value)) return std::nullopt;
    return static_cast<T>(*value);
  } else {
    const std::optional<std::uint64_t> value = base::unsigned_number(text, base);
    if (!value || !std::in_range<T>(*value)) return std::nullopt;
    return static_cast<T>(*value);
  }
}

/// The number that `path` holds: number_of<int>(files, ".../numa_node").
template <std::integral T = std::uint64_t>
facts::Known<T> number_of(const sys::FileTree& files, std::string path, int base = 10) {
  return parsed<T>(files, std::move(path), "a number", [base](std::string_view text) { return number<T>(text, base); });
}

/// The text that was read, trimmed and printable; an empty one is unavailable. Where an empty text means something use
/// parsed().
facts::Known<std::string> text_of(const sys::Outcome<std::string>& read, std::string source);
facts::Known<std::string> text_of(const sys::FileTree& files, std::string path);

/// The last component of the link `path`, as /sys/.../driver names its driver.
facts::Known<std::string> link_name_of(const sys::FileTree& files, std::string path);

/// What follows the last slash; the whole of a text without one.
std::string_view last_component(std::string_view path);

}  // namespace railhead::probe
