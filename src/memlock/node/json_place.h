#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// Where things stand in a JSON text that is known to be valid: for edits that leave every other byte alone.
namespace railhead::memlock::node {

/// A member of an object: offsets into the text, `end` one past the last byte of the value.
struct JsonMember {
  std::string name;
  std::size_t key = 0;
  std::size_t value = 0;
  std::size_t end = 0;
};

/// An object: the offset of its brace, that of its closing brace, and its members in order.
struct JsonObject {
  std::size_t open = 0;
  std::size_t close = 0;
  std::vector<JsonMember> members = {};

  std::size_t count(std::string_view name) const;
  /// A pointer into this object, which has to outlive it.
  const JsonMember* find(std::string_view name) const&;
  const JsonMember* find(std::string_view name) const&& = delete;
};

/// The object that begins at the first byte from `at` on that is no blank. Only for texts that a parser has accepted and whose
/// value there is an object.
JsonObject json_object(std::string_view text, std::size_t at);

/// Where the text first opens more than `most` objects and arrays inside each other; npos where it nowhere does. For any text.
std::size_t deeper_than(std::size_t most, std::string_view text);

/// The line of an offset, from 1.
std::size_t line_at(std::string_view text, std::size_t offset);

}  // namespace railhead::memlock::node
