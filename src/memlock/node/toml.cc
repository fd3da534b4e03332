#include "memlock/node/toml.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::memlock::node {
namespace {

using Done = base::Result<void>;

bool is_bare(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

/// Goes through a file once, statement by statement.
class Reader {
 public:
  Reader(std::string_view text, std::string_view wanted, const std::string& file) : text_(text), wanted_(wanted), file_(file) {}

  base::Result<std::optional<TomlList>> list() {
    if (text_.starts_with("\xef\xbb\xbf")) at_ = 3;
    for (skip_space(true); !ended(); skip_space(true)) {
      const Done done = peek() == '[' ? header() : assignment();
      if (!done) return std::unexpected(done.error());
      skip_space(false);
      if (!ended() && peek() != '\n') return std::unexpected(expected("the end of the line"));
    }
    return std::move(found_);
  }

 private:
  bool ended() const { return at_ >= text_.size(); }
  char peek() const { return ended() ? '\0' : text_[at_]; }
  bool next_is(std::string_view word) const { return text_.substr(at_).starts_with(word); }
  std::size_t line() const {
    return 1 + static_cast<std::size_t>(std::count(text_.begin(), text_.begin() + static_cast<std::ptrdiff_t>(at_), '\n'));
  }

  base::Error error(const std::string& message) const {
    return {.code = base::Code::malformed, .message = base::format("{}:{}: {}", file_, line(), message)};
  }

  base::Error expected(const char* what) const {
    const std::string_view rest = text_.substr(std::min(at_, text_.size()));
    const std::string found = ended() ? "the end of the file"
                              : rest[0] == '\n'
                                  ? "the end of the line"
                                  : "'" + base::one_line(rest.substr(0, std::min<std::size_t>(rest.find('\n'), 40))) + "'";
    return error(base::format("expected {}, found {}", what, found));
  }

  /// Blanks and comments; newlines too where a statement or an element of an array may start on another line.
  void skip_space(bool lines) {
    while (!ended()) {
      if (peek() == '#')
        at_ = std::min(text_.find('\n', at_), text_.size());
      else if (peek() == ' ' || peek() == '\t' || peek() == '\r' || (lines && peek() == '\n'))
        ++at_;
      else
        return;
    }
  }

  Done header() {
    const bool many = next_is("[[");
    at_ += many ? 2 : 1;
    base::Result<std::string> name = key();
    if (!name) return std::unexpected(name.error());
    const std::string_view close = many ? "]]" : "]";
    if (!next_is(close)) return std::unexpected(expected(many ? "']]'" : "']'"));
    at_ += close.size();
    table_ = *name + (many ? "[]." : ".");
    return {};
  }

  Done assignment() {
    const std::size_t line_of_key = line();
    const base::Result<std::string> name = key();
    if (!name) return std::unexpected(name.error());
    if (peek() != '=') return std::unexpected(expected("'='"));
    ++at_;
    skip_space(false);
    const std::string path = table_ + *name;
    if (path == wanted_) return wanted_list(line_of_key);
    if (peek() == '{' && wanted_.starts_with(path + "."))
      return std::unexpected(error(base::format("{} is an inline table, which is not read here; write [{}]", path, path)));
    return skip_value();
  }

  /// A dotted key, its parts joined by dots.
  base::Result<std::string> key() {
    std::string path;
    for (;;) {
      skip_space(false);
      if (peek() == '"' || peek() == '\'') {
        const base::Result<std::string> part = string();
        if (!part) return std::unexpected(part.error());
        path += *part;
      } else {
        const std::size_t start = at_;
        while (!ended() && is_bare(peek())) ++at_;
        if (at_ == start) return std::unexpected(expected("a key"));
        path += text_.substr(start, at_ - start);
      }
      skip_space(false);
      if (peek() != '.') return path;
      path += '.';
      ++at_;
    }
  }

  Done wanted_list(std::size_t line_of_key) {
    if (found_) return std::unexpected(error(base::format("{} is set a second time", wanted_)));
    if (peek() != '[') return std::unexpected(expected("an array of strings"));
    ++at_;
    TomlList list{.values = {}, .line = line_of_key};
    for (;;) {
      skip_space(true);
      if (peek() == ']') break;
      if (peek() != '"' && peek() != '\'') return std::unexpected(expected("a string or ']'"));
      escaped_ = false;
      base::Result<std::string> value = string();
      if (!value) return std::unexpected(value.error());
      if (escaped_) return std::unexpected(error("expected a limit such as \"nofile=1024:2048\", found a string with escapes"));
      list.values.push_back(std::move(*value));
      skip_space(true);
      if (peek() == ',')
        ++at_;
      else if (peek() != ']')
        return std::unexpected(expected("',' or ']'"));
    }
    ++at_;
    found_ = std::move(list);
    return {};
  }

  /// A string of one of the four kinds. Escapes other than of quote and backslash are not translated, but noted.
  base::Result<std::string> string() {
    const char quote = peek();
    const std::string_view triple = quote == '"' ? "\"\"\"" : "'''";
    const bool many = next_is(triple);
    at_ += many ? 3 : 1;
    std::string value;
    for (;; ++at_) {
      if (ended() || (!many && peek() == '\n')) return std::unexpected(expected("the end of a string"));
      if (many ? next_is(triple) : peek() == quote) break;
      if (quote == '"' && peek() == '\\') {
        ++at_;
        if (ended()) return std::unexpected(expected("an escaped character"));
        escaped_ = escaped_ || (peek() != '"' && peek() != '\\');
      }
      value += peek();
    }
    at_ += many ? 3 : 1;
    while (many && peek() == quote) ++at_;  // up to two quotes may stand before the closing ones
    return value;
  }

  /// Any other value: only its strings, brackets and comments matter for finding its end.
  Done skip_value() {
    std::size_t depth = 0;
    const std::size_t start = at_;
    while (!ended()) {
      const char c = peek();
      if (c == '"' || c == '\'') {
        if (const auto passed = string(); !passed) return std::unexpected(passed.error());
        continue;
      }
      if (depth == 0 && (c == '\n' || c == '#')) break;
      if (c == '#') {
        skip_space(true);
        continue;
      }
      if (c == '[' || c == '{') ++depth;
      if ((c == ']' || c == '}') && depth-- == 0) return std::unexpected(expected("a value"));
      ++at_;
    }
    if (depth > 0) return std::unexpected(expected("a closing bracket"));
    if (base::trimmed(text_.substr(start, at_ - start)).empty()) return std::unexpected(expected("a value"));
    return {};
  }

  std::string_view text_;
  std::string_view wanted_;
  std::string file_;
  std::size_t at_ = 0;
  std::string table_ = {};
  bool escaped_ = false;
  std::optional<TomlList> found_ = {};
};

}  // namespace

base::Result<std::optional<TomlList>> toml_string_list(std::string_view text, std::string_view key, const std::string& file) {
  return Reader(text, key, file).list();
}

std::string toml_string(std::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace railhead::memlock::node
