#include <algorithm>

#include "base/text.h"
#include "manifest/edit/words.h"
#include "manifest/render/plan.h"

// Block style as kubectl prints it: lists begin in the column of their key. Texts of several lines are literal blocks, so that
// a script can be read and compared; what a block cannot carry unchanged is in double quotes.
namespace railhead::manifest::render {
namespace {

constexpr std::size_t kStep = 2;

struct Escape {
  std::string_view character;
  std::string_view written;
};

/// Line ends of YAML 1.1 besides "\n", which a reader would turn into it or fold (yaml.org/spec/1.1, b-char), and what is not
/// printable though no other escape takes it. `in_quotes` has the rest.
constexpr Escape kEscapes[] = {
    {"\xC2\x85", "\\u0085"}, {"\xE2\x80\xA8", "\\u2028"}, {"\xE2\x80\xA9", "\\u2029"}, {"\x7F", "\\u007f"}};

bool is_control(char c) { return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\t'; }

/// Of several lines, and such that a literal block gives back each byte.
bool fits_block(std::string_view text) {
  if (text.find('\n') == std::string_view::npos || std::ranges::any_of(text, is_control)) return false;
  if (text.find_first_not_of(" \t\n") == std::string_view::npos) return false;
  return std::ranges::none_of(kEscapes, [&](const Escape& one) { return text.find(one.character) != std::string_view::npos; });
}

std::string quoted(std::string_view text) {
  std::string result = in_quotes(text);
  for (const Escape& one : kEscapes)
    for (std::size_t at = result.find(one.character); at != std::string::npos; at = result.find(one.character, at))
      result.replace(at, one.character.size(), one.written);
  return result;
}

/// What stands behind the bar: how far the lines are indented where the first one does not show it, and what becomes of the
/// ends of the last ones.
std::string header_of(std::string_view text) {
  std::string header = "|";
  if (text.front() == ' ' || text.front() == '\n' || text.front() == '\t') header += std::to_string(kStep);
  if (!text.ends_with('\n')) return header + "-";
  return text.ends_with("\n\n") ? header + "+" : header;
}

class Writer {
 public:
  // The depth is that of what the program itself puts together.
  void members(const Members& members, std::size_t indent) {
    for (const auto& [key, value] : members) {
      text_.append(indent, ' ');
      member(key, value, indent);
    }
  }

  std::string text() && { return std::move(text_); }

 private:
  static bool is_short(const Tree& tree) { return tree.members.empty() && tree.items.empty(); }

  void put_word(std::string_view text) { text_ += is_plain_word(text) ? std::string(text) : quoted(text); }

  void member(const std::string& key, const Tree& value, std::size_t indent) {
    put_word(key);
    text_ += ":";
    if (is_short(value)) {
      text_ += " ";
      return put_short(value, indent + kStep);
    }
    text_ += "\n";
    if (value.kind == NodeKind::mapping) return members(value.members, indent + kStep);
    for (const Tree& each : value.items) item(each, indent);
  }

  void item(const Tree& value, std::size_t indent) {
    text_.append(indent, ' ');
    text_ += "- ";
    if (is_short(value)) return put_short(value, indent + kStep);
    if (value.kind == NodeKind::sequence) {
      text_ += "\n";
      for (const Tree& each : value.items) item(each, indent + kStep);
      return;
    }
    for (const auto& [key, each] : value.members) {
      if (&each != &value.members.front().second) text_.append(indent + kStep, ' ');
      member(key, each, indent + kStep);
    }
  }

  /// `indent` is that of the lines of a block.
  void put_short(const Tree& value, std::size_t indent) {
    if (value.kind == NodeKind::mapping) {
      text_ += "{}\n";
    } else if (value.kind == NodeKind::sequence) {
      text_ += "[]\n";
    } else if (!value.is_text) {
      text_ += value.text + "\n";
    } else if (fits_block(value.text)) {
      put_block(value.text, indent);
    } else {
      put_word(value.text);
      text_ += "\n";
    }
  }

  void put_block(std::string_view text, std::size_t indent) {
    text_ += header_of(text) + "\n";
    if (text.ends_with('\n')) text.remove_suffix(1);
    for (const std::string_view line : base::split(text, '\n')) {
      if (!line.empty()) text_.append(indent, ' ').append(line);
      text_ += "\n";
    }
  }

  std::string text_;
};

}  // namespace

std::string yaml_of(const Members& object) {
  Writer writer;
  writer.members(object, 0);
  return std::move(writer).text();
}

}  // namespace railhead::manifest::render
