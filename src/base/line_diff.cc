#include "base/line_diff.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/text.h"

namespace railhead::base {
namespace {

using Lines = std::vector<std::string_view>;

constexpr std::size_t kMostLines = 2000;
constexpr std::size_t kAround = 2;

struct Step {
  char mark = ' ';  // ' ', '-' or '+'
  std::string_view line;
};

/// Lengths of the longest common subsequences of the ends of both.
class Common {
 public:
  Common(const Lines& before, const Lines& after) : width_(after.size() + 1), lengths_((before.size() + 1) * width_) {
    for (std::size_t i = before.size(); i-- > 0;)
      for (std::size_t j = after.size(); j-- > 0;)
        put(i, j, before[i] == after[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1)));
  }
  unsigned at(std::size_t i, std::size_t j) const { return lengths_[i * width_ + j]; }

 private:
  void put(std::size_t i, std::size_t j, unsigned length) { lengths_[i * width_ + j] = static_cast<std::uint16_t>(length); }
  std::size_t width_;
  std::vector<std::uint16_t> lengths_;
};

std::vector<Step> steps_between(const Lines& before, const Lines& after) {
  std::vector<Step> steps;
  std::size_t i = 0;
  std::size_t j = 0;
  if (before.size() <= kMostLines && after.size() <= kMostLines) {
    const Common common(before, after);
    while (i < before.size() && j < after.size()) {
      if (before[i] == after[j]) {
        steps.push_back({' ', before[i++]});
        ++j;
      } else if (common.at(i + 1, j) >= common.at(i, j + 1)) {
        steps.push_back({'-', before[i++]});
      } else {
        steps.push_back({'+', after[j++]});
      }
    }
  }
  while (i < before.size()) steps.push_back({'-', before[i++]});
  while (j < after.size()) steps.push_back({'+', after[j++]});
  return steps;
}

bool is_near_change(const std::vector<Step>& steps, std::size_t at) {
  const std::size_t first = at < kAround ? 0 : at - kAround;
  const std::size_t last = std::min(at + kAround + 1, steps.size());
  return std::any_of(steps.begin() + static_cast<std::ptrdiff_t>(first), steps.begin() + static_cast<std::ptrdiff_t>(last),
                     [](const Step& step) { return step.mark != ' '; });
}

}  // namespace

std::string line_diff(std::string_view before, std::string_view after) {
  if (before == after) return {};
  const std::vector<Step> steps = steps_between(lines(before), lines(after));
  std::string text;
  bool skipped = false;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (!is_near_change(steps, i)) {
      skipped = true;
      continue;
    }
    if (skipped) text += "  ...\n";
    skipped = false;
    text += std::string{steps[i].mark, ' '} + std::string(steps[i].line) + "\n";
  }
  return text + (skipped ? "  ...\n" : "");
}

}  // namespace railhead::base
