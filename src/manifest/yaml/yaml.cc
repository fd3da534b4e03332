#include "manifest/yaml/yaml.h"

#include <libfyaml.h>

#include <map>
#include <memory>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "manifest/yaml/characters.h"
#include "manifest/yaml/keys.h"

// libfyaml is used for its events alone: it does not build documents or resolve aliases for us, so that an alias stays the
// number of a node, and the size of the tree is that of the text.
namespace railhead::manifest {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostBytes = std::size_t{1} << 30U;  // places in a text are numbers of 32 bits
constexpr std::size_t kReserved = std::size_t{1} << 16U;

/// Keeps the first message of the parser: "LINE:COLUMN: text" is asked of it separately.
void keep_message(fy_diag*, void* user, const char* text, std::size_t length) {
  auto& message = *static_cast<std::string*>(user);
  if (message.size() < 512) message.append(text, std::min<std::size_t>(length, 512));
}

/// Where a value stands.
struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

Place place_of(fy_token* token, const Place& otherwise) {
  const fy_mark* mark = token ? fy_token_start_mark(token) : nullptr;
  if (!mark) return otherwise;
  const fy_mark* end = fy_token_end_mark(token);
  return {static_cast<std::uint32_t>(mark->line + 1), static_cast<std::uint32_t>(mark->column + 1),
          static_cast<std::uint32_t>(mark->input_pos), static_cast<std::uint32_t>(end ? end->input_pos : mark->input_pos)};
}

Style style_of(fy_token* token) {
  switch (token ? fy_token_scalar_style(token) : FYSS_PLAIN) {
    case FYSS_SINGLE_QUOTED: return Style::single;
    case FYSS_DOUBLE_QUOTED: return Style::quoted;
    case FYSS_LITERAL:
    case FYSS_FOLDED: return Style::block;
    default: return Style::plain;
  }
}

Style style_of(fy_event& event) { return fy_event_get_node_style(&event) == FYNS_FLOW ? Style::flow : Style::block; }

std::string_view text_of(fy_token* token) {
  std::size_t length = 0;
  const char* text = token ? fy_token_get_text(token, &length) : nullptr;
  return text ? std::string_view(text, length) : std::string_view();
}

struct IteratorCloser {
  void operator()(fy_token_iter* iterator) const { fy_token_iter_destroy(iterator); }
};

/// The text of a scalar that may have many lines or escapes. By its chunks: fy_token_get_text of libfyaml 0.7.12 loses 4 KiB
/// for each text that has more than a handful of them. Nothing where the parser fails on the way (it has no memory).
std::optional<std::string> text_in_chunks(fy_token* token) {
  std::string text;
  if (!token) return text;
  const std::unique_ptr<fy_token_iter, IteratorCloser> iterator(fy_token_iter_create(token));
  if (!iterator) return std::nullopt;
  int error = 0;
  const fy_iter_chunk* chunk = nullptr;
  while ((chunk = fy_token_iter_chunk_next(iterator.get(), chunk, &error)) != nullptr) text.append(chunk->str, chunk->len);
  fy_token_iter_finish(iterator.get());
  return error == 0 ? std::optional(std::move(text)) : std::nullopt;
}

/// Builds the tree of one document out of its events.
class Builder {
 public:
  /// `length`: of the document, where it is known: room is made for what most manifests of that length need.
  Builder(std::string_view input, std::size_t most, std::size_t length = 0) : input_(input), most_(most) {
    document_.nodes.reserve(std::min(length / 16, kReserved));
    document_.texts.reserve(std::min(length / 2, kReserved));
  }

  /// Nothing, or what is wrong.
  std::string open(NodeKind kind, Style style, fy_token* token, fy_token* anchor) {
    if (depth_ >= kDeepest) return base::format("no more than {} levels of nesting", kDeepest);
    const std::uint32_t number = add({.kind = kind, .style = style}, token, anchor);
    if (std::string wrong = attach(number); !wrong.empty()) return wrong;
    if (open_.size() == depth_) open_.emplace_back();
    open_[depth_++].begin(number);
    return overfull();
  }
  void close(fy_token* token) {
    if (depth_ == 0) return;
    Node& closed = document_.nodes[open_[--depth_].node];
    // A block collection has no end of its own: it ends where its last value does.
    if (is_flow(closed)) end_ = place_of(token, {.end = end_}).end;
    closed.end = std::max(closed.end, end_);
  }
  std::string scalar(fy_token* token, fy_token* anchor) {
    const Style style = style_of(token);
    const std::optional<std::string_view> line = style == Style::block ? std::nullopt : line_text(token);
    const std::optional<std::string> chunks = line ? std::string() : text_in_chunks(token);
    if (!chunks) return "a text that the parser has memory for";
    const std::string_view text = line ? *line : *chunks;
    Node node{.style = style,
              .text = static_cast<std::uint32_t>(document_.texts.size()),
              .length = static_cast<std::uint32_t>(text.size())};
    document_.texts += text;
    if (std::string wrong = attach(add(node, token, anchor)); !wrong.empty()) return wrong;
    if (style == Style::block && misread(document_.nodes.back()))
      return "the text of a block scalar ('|' or '>') deeper than its key; write \"\" where there is none";
    return overfull();
  }
  std::string alias(fy_token* token) {
    const auto found = anchors_.find(std::string(text_of(token)));
    last_ = place_of(token, last_);
    if (found == anchors_.end()) return "an alias of an anchor that stands before it";
    return attach(add({.kind = NodeKind::alias, .first = found->second}, token, nullptr));
  }
  Document take() { return std::move(document_); }
  bool started() const { return !document_.nodes.empty(); }
  std::uint32_t earlier() const { return earlier_; }
  Place last() const { return last_; }

 private:
  struct Open {
    std::uint32_t node = 0;
    std::uint32_t last = kNoNode;  // the child that was added last
    bool value = false;            // of a mapping: a value comes next
    Keys keys = {};

    void begin(std::uint32_t number) {
      node = number;
      last = kNoNode;
      value = false;
      keys.clear();
    }
  };

  /// libfyaml 0.7.12 takes what follows an empty block scalar for its text where it stands as deep as the key does. YAML
  /// (1.2, 8.1) wants it deeper.
  bool misread(const Node& scalar) const {
    if (depth_ == 0) return false;
    const std::string_view text = input_.substr(scalar.begin, scalar.end - scalar.begin);
    const std::size_t first = text.find_first_not_of(" \r\n");
    if (first == std::string_view::npos) return false;
    const std::size_t start = text.substr(0, first).find_last_of('\n') + 1;  // npos + 1 is 0
    return first - start < document_.nodes[open_[depth_ - 1].node].column;
  }
  /// A scalar of one line without escapes is what stands there (between the quotes), which need not be asked for.
  std::optional<std::string_view> line_text(fy_token* token) const {
    const Place place = place_of(token, {});
    if (place.end <= place.begin || place.end > input_.size()) return std::nullopt;
    const std::string_view text = input_.substr(place.begin, place.end - place.begin);
    return text.find_first_of("\r\n\\'") == std::string_view::npos ? std::optional(text) : std::nullopt;
  }
  std::uint32_t add(Node node, fy_token* token, fy_token* anchor) {
    last_ = place_of(token, {last_.line, last_.column, end_, end_});
    node.line = last_.line;
    node.column = last_.column;
    node.begin = last_.begin;
    node.end = last_.end;
    node.anchored = anchor != nullptr;
    end_ = std::max(end_, node.end);
    const auto number = static_cast<std::uint32_t>(document_.nodes.size());
    document_.nodes.push_back(node);
    if (anchor) anchors_[std::string(text_of(anchor))] = number;
    return number;
  }
  std::string attach(std::uint32_t number) {
    if (depth_ == 0) return {};
    Open& above = open_[depth_ - 1];
    (above.last == kNoNode ? document_.nodes[above.node].first : document_.nodes[above.last].next) = number;
    above.last = number;
    if (document_.nodes[above.node].kind != NodeKind::mapping) return {};
    above.value = !above.value;
    const Node& child = document_.nodes[number];
    if (!above.value || child.kind != NodeKind::scalar) return {};
    const std::string_view key = document_.text(child);
    if (key == "<<") return {};
    const std::uint32_t before = above.keys.add(number, document_);
    if (before == kNoNode) return {};
    earlier_ = document_.nodes[before].line;
    return base::format("each key once; '{}' stands in line {} already", base::one_line(std::string(key.substr(0, 80))),
                        earlier_);
  }
  std::string overfull() const {
    return document_.nodes.size() > most_ ? base::format("no more than {} values", most_) : std::string();
  }

  std::string_view input_;
  Document document_;
  std::vector<Open> open_;  // `depth_` of them are open
  std::size_t depth_ = 0;
  std::map<std::string, std::uint32_t> anchors_;
  std::uint32_t earlier_ = 0;  // line of a key that is there twice
  Place last_;
  std::uint32_t end_ = 0;  // of the last value
  std::size_t most_;
};

std::string fed(Builder& builder, fy_event& event) {
  switch (event.type) {
    case FYET_MAPPING_START:
      return builder.open(NodeKind::mapping, style_of(event), event.mapping_start.mapping_start, event.mapping_start.anchor);
    case FYET_SEQUENCE_START:
      return builder.open(NodeKind::sequence, style_of(event), event.sequence_start.sequence_start,
                          event.sequence_start.anchor);
    case FYET_SCALAR: return builder.scalar(event.scalar.value, event.scalar.anchor);
    case FYET_ALIAS: return builder.alias(event.alias.anchor);
    case FYET_MAPPING_END: builder.close(event.mapping_end.mapping_end); return {};
    case FYET_SEQUENCE_END: builder.close(event.sequence_end.sequence_end); return {};
    default: return {};
  }
}

struct Closer {
  void operator()(fy_parser* parser) const { fy_parser_destroy(parser); }
  void operator()(fy_diag* diag) const { fy_diag_destroy(diag); }
};

using Diag = std::unique_ptr<fy_diag, Closer>;
using Parser = std::unique_ptr<fy_parser, Closer>;

Diag diag_into(std::string& message) {
  fy_diag_cfg config{};
  fy_diag_cfg_default(&config);
  config.fp = nullptr;
  config.output_fn = keep_message;
  config.user = &message;
  config.level = FYET_ERROR;
  config.colorize = config.show_source = config.show_position = config.show_type = config.show_module = false;
  return Diag(fy_diag_create(&config));
}

/// A text that was not looked at is not one without objects.
Parsed not_started() { return {.documents = {}, .errors = {{1, 1, "the parser of YAML could not be started: no memory?"}}}; }

/// What the parser itself says of a text that is not YAML.
YamlError error_of(fy_diag* diag, const Place& last) {
  void* iterator = nullptr;
  const fy_diag_error* error = fy_diag_errors_iterate(diag, &iterator);
  if (!error) return {last.line, last.column, "not YAML"};
  const auto from_zero = [](int number) { return static_cast<std::uint32_t>(number < 0 ? 1 : number); };
  return {from_zero(error->line), from_zero(error->column), base::one_line(error->msg ? error->msg : "not YAML")};
}

}  // namespace

Parsed parse_yaml(std::string_view text, std::size_t most_nodes) {
  Parsed parsed;
  if (text.size() > kMostBytes) {
    parsed.errors.push_back({1, 1, base::format("expected no more than {} MiB", kMostBytes >> 20U)});
    return parsed;
  }
  if (auto error = forbidden_byte(text)) {
    parsed.errors.push_back(*std::move(error));
    return parsed;
  }
  std::string message;
  const Diag diag = diag_into(message);
  if (!diag) return not_started();
  fy_diag_set_collect_errors(diag.get(), true);
  // Our own look for keys that are there twice knows both lines, and takes no time that grows with their square.
  fy_parse_cfg config{};
  config.search_path = "";
  config.flags = static_cast<fy_parse_cfg_flags>(FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_ALLOW_DUPLICATE_KEYS |
                                                 FYPCF_SLOPPY_FLOW_INDENTATION | FYPCF_JSON_NONE);
  config.diag = diag.get();
  const Parser parser(fy_parser_create(&config));
  if (!parser || fy_parser_set_string(parser.get(), text.data(), text.size()) != 0) return not_started();
  auto builder = std::make_unique<Builder>(text, most_nodes, text.size());
  Place last;
  while (fy_event* event = fy_parser_parse(parser.get())) {
    const fy_event_type type = event->type;
    std::string wrong = fed(*builder, *event);
    last = builder->last();
    fy_parser_event_free(parser.get(), event);
    if (!wrong.empty()) {
      parsed.errors.push_back({last.line, last.column, "expected " + wrong, builder->earlier()});
      return parsed;
    }
    if (type == FYET_DOCUMENT_END) {
      parsed.documents.push_back(builder->take());
      builder = std::make_unique<Builder>(text, most_nodes);
    }
    if (type == FYET_STREAM_END) return parsed;
  }
  parsed.errors.push_back(error_of(diag.get(), last));
  return parsed;
}

}  // namespace railhead::manifest
