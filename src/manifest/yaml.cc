#include "manifest/yaml.h"

#include <libfyaml.h>

#include <map>
#include <memory>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "manifest/characters.h"

// libfyaml is used for its events alone: it does not build documents or resolve aliases for us, so that an alias stays the
// number of a node, and the size of the tree is that of the text.
namespace railhead::manifest {
namespace {

constexpr std::size_t kDeepest = 64;

struct Place {
  std::uint32_t line = 1;
  std::uint32_t column = 1;
};

/// Keeps the first message of the parser: "LINE:COLUMN: text" is asked of it separately.
void keep_message(fy_diag*, void* user, const char* text, std::size_t length) {
  auto& message = *static_cast<std::string*>(user);
  if (message.size() < 512) message.append(text, std::min<std::size_t>(length, 512));
}

Place place_of(fy_token* token) {
  const fy_mark* mark = token ? fy_token_start_mark(token) : nullptr;
  if (!mark) return {};
  return {static_cast<std::uint32_t>(mark->line + 1), static_cast<std::uint32_t>(mark->column + 1)};
}

std::string text_of(fy_token* token) {
  std::size_t length = 0;
  const char* text = token ? fy_token_get_text(token, &length) : nullptr;
  return text ? std::string(text, length) : std::string();
}

/// Builds the tree of one document out of its events.
class Builder {
 public:
  explicit Builder(std::size_t most) : most_(most) {}

  /// Nothing, or what is wrong.
  std::string open(NodeKind kind, fy_token* token, fy_token* anchor) {
    if (open_.size() >= kDeepest) return base::format("no more than {} levels of nesting", kDeepest);
    const std::uint32_t number = add({.kind = kind}, token, anchor);
    if (std::string wrong = attach(number); !wrong.empty()) return wrong;
    open_.push_back({.node = number});
    return overfull();
  }
  void close() {
    if (!open_.empty()) open_.pop_back();
  }
  std::string scalar(fy_token* token, fy_token* anchor) {
    const bool plain = !token || fy_token_scalar_style(token) == FYSS_PLAIN;
    const std::uint32_t number = add({.plain = plain, .text = text_of(token)}, token, anchor);
    if (std::string wrong = attach(number); !wrong.empty()) return wrong;
    return overfull();
  }
  std::string alias(fy_token* token) {
    const auto found = anchors_.find(text_of(token));
    last_ = place_of(token);
    if (found == anchors_.end()) return "an alias of an anchor that stands before it";
    return attach(found->second);
  }
  Document take() { return std::move(document_); }
  Place last() const { return last_; }

 private:
  struct Open {
    std::uint32_t node;
    std::map<std::string, std::uint32_t> keys = {};  // of a mapping, with their lines
  };

  std::uint32_t add(Node node, fy_token* token, fy_token* anchor) {
    if (token) last_ = place_of(token);
    node.line = last_.line;
    node.column = last_.column;
    const auto number = static_cast<std::uint32_t>(document_.nodes.size());
    document_.nodes.push_back(std::move(node));
    if (anchor) anchors_[text_of(anchor)] = number;
    return number;
  }
  std::string attach(std::uint32_t number) {
    if (open_.empty()) return {};
    Open& above = open_.back();
    Node& parent = document_.nodes[above.node];
    const bool key = parent.kind == NodeKind::mapping && parent.children.size() % 2 == 0;
    parent.children.push_back(number);
    const Node& child = document_.nodes[number];
    if (!key || child.kind != NodeKind::scalar || child.text == "<<") return {};
    const auto [before, added] = above.keys.try_emplace(child.text, child.line);
    if (added) return {};
    return base::format("each key once; '{}' stands in line {} already", base::one_line(child.text.substr(0, 80)),
                        before->second);
  }
  std::string overfull() const {
    return document_.nodes.size() > most_ ? base::format("no more than {} values", most_) : std::string();
  }

  Document document_;
  std::vector<Open> open_;
  std::map<std::string, std::uint32_t> anchors_;
  Place last_;
  std::size_t most_;
};

std::string fed(Builder& builder, const fy_event& event) {
  switch (event.type) {
    case FYET_MAPPING_START:
      return builder.open(NodeKind::mapping, event.mapping_start.mapping_start, event.mapping_start.anchor);
    case FYET_SEQUENCE_START:
      return builder.open(NodeKind::sequence, event.sequence_start.sequence_start, event.sequence_start.anchor);
    case FYET_SCALAR: return builder.scalar(event.scalar.value, event.scalar.anchor);
    case FYET_ALIAS: return builder.alias(event.alias.anchor);
    case FYET_MAPPING_END:
    case FYET_SEQUENCE_END: builder.close(); return {};
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
  if (auto error = forbidden_byte(text)) {
    parsed.errors.push_back(*std::move(error));
    return parsed;
  }
  std::string message;
  const Diag diag = diag_into(message);
  if (!diag) return parsed;
  fy_diag_set_collect_errors(diag.get(), true);
  // Our own look for keys that are there twice knows both lines, and takes no time that grows with their square.
  fy_parse_cfg config{};
  config.search_path = "";
  config.flags = static_cast<fy_parse_cfg_flags>(FYPCF_QUIET | FYPCF_COLLECT_DIAG | FYPCF_ALLOW_DUPLICATE_KEYS |
                                                 FYPCF_SLOPPY_FLOW_INDENTATION | FYPCF_JSON_NONE);
  config.diag = diag.get();
  const Parser parser(fy_parser_create(&config));
  if (!parser || fy_parser_set_string(parser.get(), text.data(), text.size()) != 0) return parsed;
  auto builder = std::make_unique<Builder>(most_nodes);
  Place last;
  while (fy_event* event = fy_parser_parse(parser.get())) {
    const fy_event_type type = event->type;
    std::string wrong = fed(*builder, *event);
    last = builder->last();
    fy_parser_event_free(parser.get(), event);
    if (!wrong.empty()) {
      parsed.errors.push_back({last.line, last.column, "expected " + wrong});
      return parsed;
    }
    if (type == FYET_DOCUMENT_END) {
      parsed.documents.push_back(builder->take());
      builder = std::make_unique<Builder>(most_nodes);
    }
    if (type == FYET_STREAM_END) return parsed;
  }
  parsed.errors.push_back(error_of(diag.get(), last));
  return parsed;
}

}  // namespace railhead::manifest
