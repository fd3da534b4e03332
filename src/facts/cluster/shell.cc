#include "facts/cluster/shell.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"

// A reader for what start scripts of containers do: it cuts the text into words and operators as sh(1) does, keeps track of
// branches by their keywords, and evaluates nothing.
namespace railhead::facts {
namespace {

constexpr std::size_t kMostCommands = 4096;
constexpr std::size_t kMostWords = 1024;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
bool ends_word(char c) { return is_blank(c) || c == '\n' || c == ';' || c == '&' || c == '|' || c == '<' || c == '>'; }

template <std::size_t N>
bool is_one_of(std::string_view text, const std::array<std::string_view, N>& texts) {
  return std::ranges::find(texts, text) != texts.end();
}

constexpr std::array<std::string_view, 8> kOpens = {"if", "while", "until", "for", "case", "select", "{", "("};
constexpr std::array<std::string_view, 5> kCloses = {"fi", "done", "esac", "}", ")"};
/// What stands in front of a command and is none itself.
constexpr std::array<std::string_view, 14> kPrefixes = {"then", "else",  "do",      "elif",    "!",    "exec",   "time",
                                                        "sudo", "nohup", "command", "builtin", "eval", "setsid", "stdbuf"};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<ShellCommand> commands() {
    while (at_ < text_.size() && found_.size() < kMostCommands) step();
    end_command(Joined::next);
    return std::move(found_);
  }

 private:
  char peek(std::size_t ahead = 0) const { return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0'; }

  void step() {
    const char c = peek();
    if (is_blank(c)) {
      ++at_;
    } else if (c == '\\' && peek(1) == '\n') {
      at_ += 2;
      ++line_;
    } else if (c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (c == '\n') {
      end_line();
    } else if (c == '<' || c == '>' || (c == '&' && peek(1) == '>')) {
      redirection();
    } else if (c == ';' || c == '&' || c == '|') {
      operation();
    } else if (c == '(' || c == ')') {
      ++at_;
      parenthesis(c);
    } else {
      take_word();
    }
  }

  void end_line() {
    ++at_;
    ++line_;
    end_command(Joined::next);
    if (!here_end_.empty()) skip_here_document();
  }

  void operation() {
    const char c = peek();
    const bool twice = peek(1) == c;
    at_ += twice ? 2 : 1;
    if (c == ';') end_command(Joined::next);
    if (c == '&') end_command(twice ? Joined::and_then : Joined::next);
    if (c == '|') end_command(twice ? Joined::or_else : Joined::piped);
  }

  /// "name()" begins a function, "(" a shell of its own, ")" ends one or the pattern of a case.
  void parenthesis(char c) {
    if (c == '(' && peek() == ')') {
      ++at_;
      command_.words.clear();
      return;
    }
    if (c == '(') {
      ++depth_;
    } else if (in_case_ > 0 && !command_.words.empty()) {
      command_.words.clear();
    } else {
      end_command(Joined::next);
      if (depth_ > 0) --depth_;
    }
  }

  /// "2>/dev/null", "&>FILE", "2>&1", "<<EOF". The number in front of it was taken for a word.
  void redirection() {
    bool errors = peek() == '&';
    const char c = errors ? '>' : peek();
    if (!errors && !command_.words.empty() && at_ > 0 && text_[at_ - 1] >= '0' && text_[at_ - 1] <= '9') {
      const std::string& number = command_.words.back().text;
      if (number.size() == 1) {
        errors = number == "2";
        command_.words.pop_back();
      }
    }
    std::size_t arrows = 0;
    while (peek() == c || peek() == '&' || (c == '<' && peek() == '-')) {
      arrows += peek() == c ? 1 : 0;
      ++at_;
    }
    while (is_blank(peek())) ++at_;
    const std::string target = word().text;
    if (errors && target == "/dev/null") command_.silent = true;
    if (c == '<' && arrows == 2) here_end_ = target;
  }

  void skip_here_document() {
    while (at_ < text_.size()) {
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      const std::string_view line = base::trimmed(text_.substr(at_, end - at_));
      at_ = std::min(end + 1, text_.size());
      ++line_;
      if (line == here_end_) break;
    }
    here_end_.clear();
  }

  /// "$(...)" and "`...`" belong to the word they stand in.
  void skip_substitution(std::string& word) {
    int depth = 0;
    do {
      if (peek() == '(') ++depth;
      if (peek() == ')') --depth;
      if (peek() == '\n') ++line_;
      word.push_back(peek());
      ++at_;
    } while (depth > 0 && at_ < text_.size());
  }

  void dollar(ShellWord& word) {
    word.computed = true;
    word.text.push_back(peek());
    ++at_;
    if (peek() == '(') skip_substitution(word.text);
  }

  void quoted(ShellWord& word) {
    const char quote = peek();
    ++at_;
    while (at_ < text_.size() && peek() != quote) {
      if (peek() == '\n') ++line_;
      if (quote == '"' && peek() == '\\' && at_ + 1 < text_.size())
        ++at_;
      else if (quote == '"' && (peek() == '$' || peek() == '`')) {
        dollar(word);
        continue;
      }
      word.text.push_back(peek());
      ++at_;
    }
    ++at_;
  }

  ShellWord word() {
    ShellWord word;
    while (at_ < text_.size() && !ends_word(peek()) && peek() != '(' && peek() != ')') {
      const char c = peek();
      if (c == '\'' || c == '"') {
        quoted(word);
      } else if (c == '\\' && at_ + 1 < text_.size()) {
        if (peek(1) == '\n')
          ++line_;
        else
          word.text.push_back(peek(1));
        at_ += 2;
      } else if (c == '$' || c == '`') {
        dollar(word);
      } else {
        word.text.push_back(c);
        ++at_;
      }
    }
    return word;
  }

  void take_word() {
    if (command_.words.empty()) command_.line = line_;
    ShellWord next = word();
    if (command_.words.empty() && !next.computed && is_keyword(next.text)) return;
    if (command_.words.size() < kMostWords) command_.words.push_back(std::move(next));
  }

  bool is_keyword(const std::string& text) {
    if (is_one_of(text, kOpens)) {
      ++depth_;
      in_case_ += text == "case" ? 1 : 0;
      question_ = text == "if" || text == "while" || text == "until";
      return true;
    }
    if (is_one_of(text, kCloses)) {
      if (depth_ > 0) --depth_;
      if (text == "esac" && in_case_ > 0) --in_case_;
      return true;
    }
    if (text == "then" || text == "do" || text == "else") question_ = false;
    if (text == "elif") question_ = true;
    return is_one_of(text, kPrefixes);
  }

  /// "A=b exec train": what stands behind the assignments, without the keywords in front of it.
  void find_program() {
    std::vector<ShellWord>& words = command_.words;
    const auto assigns = [](const ShellWord& word) {
      return word.text.find('=', 1) != std::string::npos && word.text[0] != '-';
    };
    auto at = std::ranges::find_if_not(words, assigns);
    if (at == words.begin() || at == words.end()) return;
    while (at + 1 != words.end() && is_one_of(at->text, kPrefixes)) at = words.erase(at);
    command_.program = static_cast<std::size_t>(at - words.begin());
  }

  void end_command(Joined joined) {
    if (command_.words.empty()) {
      command_ = {};
      return;
    }
    find_program();
    command_.joined = joined;
    command_.tested = question_;
    command_.conditional = depth_ > 0 || behind_;
    behind_ = joined == Joined::and_then || joined == Joined::or_else;
    found_.push_back(std::move(command_));
    command_ = {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  std::size_t depth_ = 0;
  std::size_t in_case_ = 0;
  bool question_ = false;
  bool behind_ = false;
  std::string here_end_;
  ShellCommand command_;
  std::vector<ShellCommand> found_;
};

}  // namespace

bool ShellCommand::has(std::string_view text) const { return std::ranges::find(words, text, &ShellWord::text) != words.end(); }

std::vector<ShellCommand> shell_commands(std::string_view script) { return Reader(script).commands(); }

ShellCommand plain_command(const std::vector<std::string>& words) {
  ShellCommand command;
  command.words.reserve(std::min(words.size(), kMostWords));
  for (const std::string& word : words)
    if (command.words.size() < kMostWords) command.words.push_back({word, word.find("$(") != std::string::npos});
  return command;
}

}  // namespace railhead::facts
