#include "memlock/node/json_place.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace railhead::memlock::node {
namespace {

std::size_t after_blanks(std::string_view text, std::size_t at) {
  return std::min(text.find_first_not_of(" \t\r\n", at), text.size());
}

/// One past the closing quote of the string at `at`.
std::size_t after_string(std::string_view text, std::size_t at) {
  for (++at; at < text.size() && text[at] != '"'; ++at)
    if (text[at] == '\\') ++at;
  return std::min(at + 1, text.size());
}

/// One past the value at `at`, whatever it is.
std::size_t after_value(std::string_view text, std::size_t at) {
  std::size_t depth = 0;
  while (at < text.size()) {
    const char c = text[at];
    if (c == '"') {
      at = after_string(text, at);
      if (depth == 0) return at;
      continue;
    }
    if (depth == 0 && (c == ',' || c == '}' || c == ']' || c == ' ' || c == '\t' || c == '\r' || c == '\n')) return at;
    if (c == '{' || c == '[') ++depth;
    ++at;
    if ((c == '}' || c == ']') && --depth == 0) return at;
  }
  return at;
}

/// The key in quotes with its escapes translated: "mem\u006cock" is memlock too.
std::string name_of(std::string_view quoted) {
  const nlohmann::json name = nlohmann::json::parse(quoted, nullptr, false);
  return name.is_string() ? name.get<std::string>() : std::string(quoted);
}

}  // namespace

std::size_t JsonObject::count(std::string_view name) const {
  return static_cast<std::size_t>(
      std::count_if(members.begin(), members.end(), [name](const JsonMember& member) { return member.name == name; }));
}

const JsonMember* JsonObject::find(std::string_view name) const& {
  for (const JsonMember& member : members)
    if (member.name == name) return &member;
  return nullptr;
}

JsonObject json_object(std::string_view text, std::size_t at) {
  JsonObject object{.open = after_blanks(text, at)};
  std::size_t place = after_blanks(text, object.open + 1);
  while (place < text.size() && text[place] == '"') {
    JsonMember member{.name = {}, .key = place};
    const std::size_t end = after_string(text, place);
    member.name = name_of(text.substr(place, end - place));
    member.value = after_blanks(text, after_blanks(text, end) + 1);  // past the colon
    member.end = after_value(text, member.value);
    place = after_blanks(text, member.end);
    if (place < text.size() && text[place] == ',') place = after_blanks(text, place + 1);
    object.members.push_back(std::move(member));
  }
  object.close = place;
  return object;
}

std::size_t deeper_than(std::size_t most, std::string_view text) {
  std::size_t depth = 0;
  for (std::size_t at = 0; at < text.size();) {
    const char c = text[at];
    if (c == '"') {
      at = after_string(text, at);
      continue;
    }
    if ((c == '{' || c == '[') && ++depth > most) return at;
    if ((c == '}' || c == ']') && depth > 0) --depth;
    ++at;
  }
  return std::string_view::npos;
}

std::size_t line_at(std::string_view text, std::size_t offset) {
  const auto end = text.begin() + static_cast<std::ptrdiff_t>(std::min(offset, text.size()));
  return 1 + static_cast<std::size_t>(std::count(text.begin(), end, '\n'));
}

}  // namespace railhead::memlock::node
