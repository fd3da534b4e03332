#include "text/blocks.h"

#include <algorithm>
#include <array>
#include <functional>

#include "text/cluster/cluster_texts.h"
#include "text/fault/signature.h"
#include "text/listing/listings.h"
#include "text/manifest/region.h"
#include "text/node/node.h"
#include "text/setting/settings.h"

namespace railhead::text {
namespace {

constexpr std::size_t kMostLines = 300'000;
constexpr std::size_t kMostBytes = std::size_t{48} << 20;
constexpr std::size_t kMostBlocks = 10'000;
constexpr std::size_t kFew = 16;
constexpr unsigned kFamiliar = 16;
constexpr std::size_t kMostShapes = 8192;

/// Equal for lines that differ in their numbers alone, as those of a training loop do.
std::uint64_t shape_of(std::string_view line) {
  std::array<char, 256> piece;
  std::uint64_t shape = 0;
  for (bool was_digit = false; !line.empty();) {
    const std::string_view taken = line.substr(0, piece.size());
    std::size_t length = 0;
    for (const char c : taken) {
      const bool digit = static_cast<unsigned char>(c - '0') < 10;
      piece[length] = digit ? '0' : c;
      length += digit && was_digit ? 0 : 1;  // written in any case, so that no branch depends on the text
      was_digit = digit;
    }
    shape = shape * 0x9e3779b97f4a7c15 + std::hash<std::string_view>{}({piece.data(), length});
    line.remove_prefix(taken.size());
  }
  return shape;
}

/// Lines of this shape are asked about each time.
bool may_tell(std::string_view line) { return may_tell_of_fault(line) || manifest::Region::is_strong(line); }

}  // namespace

void Blocks::begin(std::string file) {
  file_ = std::move(file);
  open_ = any_in_file_ = false;
  few_.clear();
}

const Kind* Blocks::kind_of(std::string_view line) const {
  if (open_ && found_.back().kind->shows(line)) return found_.back().kind;
  for (const std::vector<Kind>* kinds : {&listings(), &settings(), &node_texts(), &cluster_texts()})
    for (const Kind& kind : *kinds)
      if (kind.shows(line)) return &kind;
  return open_ && found_.back().kind->continues(line) ? found_.back().kind : nullptr;
}

void Blocks::append(std::uint64_t number, std::string_view line) {
  ++kept_lines_;
  kept_bytes_ += line.size();
  found_.back().block.lines.push_back({.text = std::string(line), .number = number});
}

bool Blocks::is_familiar(std::string_view line) const {
  if (open_ || refused_.empty()) return false;
  const auto known = refused_.find(shape_of(line));
  return known != refused_.end() && known->second >= kFamiliar;
}

void Blocks::refuse(std::string_view line) {
  const std::uint64_t shape = shape_of(line);
  if (refused_.size() >= kMostShapes && !refused_.contains(shape)) return;
  if (unsigned& times = refused_[shape]; ++times == kFamiliar && may_tell(line)) times = 0;
}

bool Blocks::take(std::uint64_t number, std::string_view line) {
  if (kept_lines_ >= kMostLines || kept_bytes_ >= kMostBytes || found_.size() >= kMostBlocks) return false;
  const Kind* kind = kind_of(line);
  if (kind == nullptr) {
    open_ = false;
    refuse(line);
    if (!any_in_file_ && few_.size() < kFew) few_.push_back({.text = std::string(line), .number = number});
    return false;
  }
  if (!open_ || found_.back().kind != kind) found_.push_back({.kind = kind, .block = {.file = file_, .lines = {}}});
  open_ = any_in_file_ = true;
  append(number, line);
  return true;
}

void Blocks::skip(std::uint64_t number) {
  if (open_ && kept_lines_ < kMostLines) append(number, "");
}

bool Blocks::end(std::uint64_t lines) {
  open_ = false;
  if (any_in_file_ || few_.empty() || lines != few_.size()) return false;
  for (const Kind& kind : lone_settings()) {
    if (!std::ranges::all_of(few_, [&kind](const Line& line) { return kind.shows(line.text); })) continue;
    found_.push_back({.kind = &kind, .block = {.file = file_, .lines = few_}});
    return true;
  }
  return false;
}

}  // namespace railhead::text
