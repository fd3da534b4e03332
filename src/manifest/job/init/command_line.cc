#include "manifest/job/init/command_line.h"

#include "base/format.h"

namespace railhead::manifest::job {
namespace {

constexpr std::string_view kOfShells = "&|;<>`";

base::Error wrong(std::string message, std::string suggestion) {
  return {.code = base::Code::malformed, .message = std::move(message), .suggestion = std::move(suggestion)};
}

class Splitter {
 public:
  explicit Splitter(std::string_view line) : line_(line) {}

  base::Result<std::vector<std::string>> all() {
    for (at_ = 0; at_ < line_.size(); ++at_) {
      const char c = line_[at_];
      if (quote_ != 0) {
        inside(c);
      } else if (kOfShells.find(c) != std::string_view::npos) {
        return std::unexpected(wrong(base::format("no shell reads the command, and '{}' means something to shells alone", c),
                                     "bash -c '...' in front, or @FILE with a script"));
      } else {
        outside(c);
      }
    }
    if (quote_ != 0)
      return std::unexpected(wrong(base::format("a {} is not closed", quote_ == '"' ? "double quote" : "single quote"), ""));
    end();
    if (words_.empty()) return std::unexpected(wrong("expected a command, found nothing", ""));
    return std::move(words_);
  }

 private:
  void outside(char c) {
    if (c == ' ' || c == '\t') return end();
    begun_ = true;
    if (c == '\'' || c == '"') {
      quote_ = c;
    } else {
      if (c == '\\' && at_ + 1 < line_.size()) c = line_[++at_];
      word_ += c;
    }
  }

  void inside(char c) {
    if (c == quote_) {
      quote_ = 0;
      return;
    }
    const bool escapes = quote_ == '"' && c == '\\' && at_ + 1 < line_.size();
    if (escapes && (line_[at_ + 1] == '"' || line_[at_ + 1] == '\\')) c = line_[++at_];
    word_ += c;
  }

  void end() {
    if (begun_) words_.push_back(std::move(word_));
    word_.clear();
    begun_ = false;
  }

  std::string_view line_;
  std::size_t at_ = 0;
  char quote_ = 0;
  bool begun_ = false;
  std::string word_;
  std::vector<std::string> words_;
};

}  // namespace

base::Result<std::vector<std::string>> command_words(std::string_view line) { return Splitter(line).all(); }

}  // namespace railhead::manifest::job
