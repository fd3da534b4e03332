#include "text/case.h"

#include <algorithm>
#include <cstring>

#include "base/text.h"
#include "text/clean.h"

namespace railhead::text {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;

bool is_blank(std::string_view line) { return base::trimmed(line).empty(); }

}  // namespace

bool Case::recognised() const {
  return std::ranges::any_of(inputs, [](const Input& input) { return !input.kinds.empty(); });
}

void CaseReader::begin(std::string file) {
  inputs_.push_back({.file = std::move(file)});
  number_ = 0;
}

void CaseReader::take(std::string_view piece) {
  while (!piece.empty()) {
    const void* found = std::memchr(piece.data(), '\n', piece.size());
    const std::size_t length = found ? static_cast<std::size_t>(static_cast<const char*>(found) - piece.data()) : piece.size();
    if (found && open_line_.empty() && !overlong_) {
      take_line(piece.substr(0, length));
    } else {
      if (!overlong_) open_line_.append(piece.substr(0, std::min(length, kLongestLine - open_line_.size())));
      overlong_ = open_line_.size() == kLongestLine;
      if (found) {
        take_line(open_line_);
        open_line_.clear();
        overlong_ = false;
      }
    }
    piece.remove_prefix(found ? length + 1 : length);
  }
}

void CaseReader::end() {
  if (!open_line_.empty()) take_line(open_line_);
  open_line_.clear();
  overlong_ = false;
}

void CaseReader::take_line(std::string_view raw) {
  ++number_;
  const std::string_view line = clean(raw.substr(0, kLongestLine), room_);
  Input& input = inputs_.back();
  if (run_.take(line, input.file, number_)) {
    ++input.lines;
    return claim("NCCL log");
  }
  if (is_blank(line) || is_fence(line)) return;
  ++input.lines;
  if (input.unrecognised++ == 0) input.first_unrecognised = number_;
}

void CaseReader::claim(std::string_view kind) {
  std::vector<std::string>& kinds = inputs_.back().kinds;
  if (std::ranges::find(kinds, kind) == kinds.end()) kinds.emplace_back(kind);
}

Case CaseReader::finish() {
  Case result{.machine = {}, .log = run_.run(), .inputs = inputs_};
  if (!run_.variables().empty()) result.machine.environment.variables = {run_.variables(), run_.variables().front().source};
  return result;
}

}  // namespace railhead::text
