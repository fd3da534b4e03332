#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Text without meaning: cutting, trimming, numbers, order. Nothing here knows a format.
namespace railhead::base {

/// Without leading and trailing blanks, newlines and NULs (sysfs values end in a newline, some captures in a NUL).
std::string_view trimmed(std::string_view text);

/// The pieces between `separator`; an empty text gives one empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

/// The words between runs of blanks, tabs and newlines; no empty words.
std::vector<std::string_view> words(std::string_view text);

/// Lines without their "\n" or "\r\n"; a final newline makes no empty last line.
std::vector<std::string_view> lines(std::string_view text);

/// The whole of `text` as a number in `base` (an optional 0x is taken in base 16); nothing for signs, blanks, rests, overflow.
std::optional<std::uint64_t> unsigned_number(std::string_view text, int base = 10);

/// Like unsigned_number with an optional minus sign, base 10.
std::optional<std::int64_t> signed_number(std::string_view text);

/// Orders names as people do: mlx5_2 before mlx5_10.
bool natural_less(std::string_view left, std::string_view right);

std::string joined(const std::vector<std::string>& parts, std::string_view separator);

/// "mlx5_0, mlx5_1 and 14 more", in the order given.
std::string listed(std::vector<std::string> names, std::size_t most = 8);

/// "3" or "3, 5 and 7"
std::string listed(const std::vector<unsigned>& numbers);

std::string lowered(std::string_view text);

/// `text` as one word of a POSIX shell, in single quotes where it needs them: names read from a machine stand in commands that
/// people paste.
std::string shell_word(std::string_view text);

/// "1 port", "2 ports": the count and the noun with a plural s.
std::string counted(std::uint64_t count, std::string_view noun);

/// Length of the well-formed UTF-8 sequence at the front of `text`, which is not empty; 0 when there is none.
std::size_t utf8_length(std::string_view text);

/// Control characters (but not newline and tab), marks of direction, and bytes that are not UTF-8, replaced by '?', so that
/// text read from a hostile file cannot steer a terminal or break JSON.
std::string printable(std::string_view text);

/// printable() with newlines and tabs replaced too: a name must not make up a line of its own.
std::string one_line(std::string_view text);

}  // namespace railhead::base
