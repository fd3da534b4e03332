#include <algorithm>

#include "base/text.h"
#include "manifest/edit/words.h"
#include "manifest/render/plan.h"

// Block style as kubectl prints it: lists begin in the column of their key. Texts of several lines are literal blocks, so that
// a script can be read and compared; what a block cannot carry unchanged is in double quotes.
namespace railhead::manifest::render {
namespace {

constexpr std::size_t kStep = 2;

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

  void put_word(std::string_view text) { text_ += is_plain_word(text) ? std::string(text) : in_quotes(text); }

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
    } else if (const auto block = in_block(value.text, indent, "\n")) {
      text_ += *block;
    } else {
      put_word(value.text);
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
