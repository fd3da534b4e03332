#include "manifest/edit/splice.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/edit/layout.h"
#include "manifest/edit/same.h"
#include "manifest/edit/words.h"
#include "manifest/edit/written.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

/// Walks the old nodes of a draft in their order and writes down what was added beside them.
class Walk {
 public:
  explicit Walk(const Draft& draft)
      : draft_(draft), document_(draft.document()), text_(draft.text()), layout_(layout_of(text_, document_)) {}

  std::vector<Splice> splices() {
    if (!document_.nodes.empty()) visit(0, "");
    return std::move(splices_);
  }

 private:
  struct Children {
    std::vector<std::uint32_t> front = {};  // new ones before the first old one, of a mapping the keys alone
    std::vector<std::uint32_t> old = {};
    std::vector<std::uint32_t> back = {};
  };

  const Node& node(std::uint32_t number) const { return document_.nodes[number]; }

  Children children_of(std::uint32_t parent) const {
    Children children;
    const bool mapping = node(parent).kind == NodeKind::mapping;
    for (std::uint32_t child = node(parent).first; child != kNoNode; child = node(child).next) {
      const bool is_new = draft_.is_new(child);
      (!is_new ? children.old : children.old.empty() && !mapping ? children.front : children.back).push_back(child);
      if (mapping) child = node(child).next;
    }
    return children;
  }

  void visit(std::uint32_t number, const std::string& path) {
    const Node& value = node(number);
    if (draft_.is_filled(number)) return fill(number, path);
    if (value.kind == NodeKind::alias) return;
    if (value.kind == NodeKind::scalar) return extend(number, path);
    const Children children = children_of(number);
    // What the front of a list gets stands before what its own items get, and the back behind it.
    if (children.old.empty()) return into_empty(number, children, path);
    for (const std::uint32_t child : children.front) add_front(number, children.old.front(), child, path);
    visit_children(number, children, path);
    for (const std::uint32_t child : children.back) add_back(number, children.old, child, path);
  }

  void visit_children(std::uint32_t parent, const Children& children, const std::string& path) {
    std::size_t index = 0;
    const bool around = std::exchange(inside_flow_, inside_flow_ || is_flow(node(parent)));
    for (const std::uint32_t child : children.old) {
      if (node(parent).kind == NodeKind::mapping)
        visit(node(child).next, joined(path, document_.text(node(child))));
      else
        visit(child, base::format("{}[{}]", path, name_of(child, index++)));
    }
    inside_flow_ = around;
  }

  /// An item by its name, else by its number.
  std::string name_of(std::uint32_t item, std::size_t index) const {
    const auto name = Value(document_, item).own("name").view();
    return name ? base::one_line(name->substr(0, 63)) : std::to_string(index);
  }

  static std::string joined(const std::string& path, std::string_view key) {
    return path.empty() ? std::string(key) : path + "." + std::string(key);
  }

  /// The key of a new member, the number or name of a new item.
  std::string path_of(std::uint32_t parent, std::uint32_t child, const std::string& path) const {
    if (node(parent).kind == NodeKind::mapping) return joined(path, document_.text(node(child)));
    return path + "[" + name_of(child, 0) + "]";
  }

  Quotes quotes_of(std::uint32_t collection) const {
    for (std::uint32_t child = node(collection).first; child != kNoNode; child = node(child).next)
      if (!draft_.is_new(child)) return node(child).style == Style::quoted ? Quotes::always : Quotes::where_needed;
    const Node& root = node(0);
    const bool json = root.style == Style::flow && root.first != kNoNode && node(root.first).style == Style::quoted;
    return json ? Quotes::always : Quotes::where_needed;
  }

  /// "key: value" or the item, in one line.
  std::string flow_text(std::uint32_t parent, std::uint32_t child, Quotes quotes) const {
    if (node(parent).kind == NodeKind::sequence) return written_flow(document_, child, quotes);
    return written_word(document_, child, quotes) + ": " + written_flow(document_, node(child).next, quotes);
  }

  std::string block_text(std::uint32_t parent, std::uint32_t child, std::size_t indent) const {
    return node(parent).kind == NodeKind::sequence ? written_item(document_, child, indent, layout_)
                                                   : written_member(document_, child, indent, layout_);
  }

  /// Lines between lines. At the end of a text without a last line end they bring one before them instead.
  void add_lines(std::size_t at, std::string lines, const std::string& path) {
    if (at == text_.size() && at > 0 && text_[at - 1] != '\n') {
      lines.erase(lines.size() - layout_.newline.size());
      lines.insert(0, layout_.newline);
    }
    splices_.push_back({.at = at, .text = std::move(lines), .path = path});
  }

  /// What stands between two members of a collection in braces: the line end and the blanks where each has its own line.
  std::string separator(std::uint32_t parent, std::uint32_t first) const {
    const std::size_t begin = outer_begin(node(first));
    const std::size_t start = line_start(text_, begin);
    if (start <= node(parent).begin) return ", ";
    const std::string_view before = text_.substr(start, begin - start);
    if (before.find_first_not_of(" \t") != std::string_view::npos) return ", ";
    return "," + layout_.newline + std::string(before);
  }

  void add_front(std::uint32_t parent, std::uint32_t first, std::uint32_t child, const std::string& path) {
    if (is_flow(node(parent))) {
      const std::string text = flow_text(parent, child, quotes_of(parent)) + separator(parent, first);
      splices_.push_back({.at = outer_begin(node(first)), .text = text, .path = path_of(parent, child, path)});
      return;
    }
    const std::size_t start = line_start(text_, node(parent).begin);
    add_lines(start, block_text(parent, child, node(parent).begin - start), path_of(parent, child, path));
  }

  void add_back(std::uint32_t parent, const std::vector<std::uint32_t>& old, std::uint32_t child, const std::string& path) {
    const std::string where = path_of(parent, child, path);
    const std::uint32_t last = node(parent).kind == NodeKind::mapping ? node(old.back()).next : old.back();
    if (is_flow(node(parent))) {
      const std::string text = separator(parent, old.front()) + flow_text(parent, child, quotes_of(parent));
      splices_.push_back({.at = flow_end(last), .text = text, .path = where});
      return;
    }
    const std::size_t column = node(parent).kind == NodeKind::sequence
                                   ? node(parent).column - 1
                                   : node(old.front()).column - 1 - (node(old.front()).begin - outer_begin(node(old.front())));
    add_lines(below(text_, document_, parent, draft_.old_nodes()), block_text(parent, child, column), where);
  }

  /// Behind a value in braces; one that is nothing stands behind its colon.
  std::size_t flow_end(std::uint32_t last) const {
    const std::size_t end = outer_end(document_, last);
    const bool nothing = node(last).begin == node(last).end && (is_plain(node(last)) || draft_.is_filled(last));
    if (!nothing) return end;
    const std::size_t colon = text_.find_first_not_of(" \t\r\n\"'", end);
    return colon != std::string_view::npos && text_[colon] == ':' ? colon + 1 : end;
  }

  /// {} or [] that becomes more.
  void into_empty(std::uint32_t number, const Children& children, const std::string& path) {
    std::string text;
    const std::vector<std::uint32_t>& added = children.front.empty() ? children.back : children.front;
    for (const std::uint32_t child : added) text += (text.empty() ? "" : ", ") + flow_text(number, child, quotes_of(number));
    if (!text.empty()) splices_.push_back({.at = node(number).begin + 1U, .text = text, .path = path});
  }

  /// A value that was nothing, null or ~.
  void fill(std::uint32_t number, const std::string& path) {
    const Node& value = node(number);
    const bool flow = inside_flow_ || value.begin != value.end;
    if (flow) {
      const std::string text = written_flow(document_, number, quotes_of(0));
      const bool empty = value.begin == value.end;
      splices_.push_back({.at = empty ? flow_end(number) : value.begin,
                          .removed = value.end - value.begin,
                          .text = (empty ? " " : "") + text,
                          .path = path});
      return;
    }
    const std::size_t start = line_start(text_, value.begin);
    const std::size_t indent = text_.find_first_not_of(" -", start) - start;
    std::string lines;
    const bool list = value.kind == NodeKind::sequence;
    for (std::uint32_t child = value.first; child != kNoNode; child = node(child).next) {
      lines += block_text(number, child, indent + (list ? layout_.dash : layout_.step));
      if (!list) child = node(child).next;
    }
    add_lines(next_line(text_, value.end), std::move(lines), path);
  }

  void extend(std::uint32_t number, const std::string& path) {
    const auto found = draft_.extensions().find(number);
    if (found == draft_.extensions().end()) return;
    const Node& value = node(number);
    // In braces a comma would end a plain scalar.
    if (value.style == Style::plain && inside_flow_) {
      splices_.push_back(
          {.at = value.begin, .removed = value.end - value.begin, .text = in_quotes(document_.text(value)), .path = path});
      return;
    }
    std::string addition;
    for (const Draft::Extension& one : found->second) addition += one.addition;
    if (value.style == Style::quoted) {
      const std::string quoted = in_quotes(addition);
      addition = quoted.substr(1, quoted.size() - 2);
    }
    const auto at = spot_in(text_.substr(value.begin, value.end - value.begin), found->second.front().spot);
    if (at) splices_.push_back({.at = value.begin + *at, .text = addition, .path = path});
  }

  const Draft& draft_;
  const Document& document_;
  std::string_view text_;
  Layout layout_;
  std::vector<Splice> splices_;
  bool inside_flow_ = false;
};

}  // namespace

std::vector<Splice> splices_of(const Draft& draft) {
  std::vector<Splice> splices = Walk(draft).splices();
  std::ranges::stable_sort(splices, {}, &Splice::at);
  return splices;
}

std::string spliced(std::string_view text, const std::vector<Splice>& splices) {
  std::string result;
  std::size_t added = 0;
  for (const Splice& splice : splices) added += splice.text.size();
  result.reserve(text.size() + added);
  std::size_t at = 0;
  for (const Splice& splice : splices) {
    result += text.substr(at, splice.at - at);
    result += splice.text;
    at = splice.at + splice.removed;
  }
  result += text.substr(at);
  return result;
}

base::Result<void> verified(const Draft& draft, std::string_view text) {
  const Parsed parsed = parse_yaml(text);
  if (parsed.errors.empty() && parsed.documents.size() == 1 && same(draft.document(), parsed.documents.front())) return {};
  return std::unexpected(base::Error{
      .code = base::Code::internal,
      .message = "the edited text does not mean what it should, and is not written",
      .cause = parsed.errors.empty() ? "the parser reads something else in it than was meant"
                                     : base::format("line {}: {}", parsed.errors[0].line, parsed.errors[0].message),
      .suggestion =
          "Write the part of the manifest that is in an unusual style in a plainer one; and tell us: it is a fault of "
          "railhead."});
}

}  // namespace railhead::manifest
