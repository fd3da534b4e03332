#include "text/blocks.h"

#include <algorithm>

#include "text/cluster/cluster_texts.h"
#include "text/fault/signature.h"
#include "text/listing/listings.h"
#include "text/manifest/region.h"
#include "text/node/node.h"
#include "text/setting/settings.h"
#include "text/shape.h"

namespace railhead::text {
namespace {

constexpr std::size_t kMostLines = 300'000;
constexpr std::size_t kMostBytes = std::size_t{48} << 20;
constexpr std::size_t kMostBlocks = 10'000;
constexpr std::size_t kFew = 16;
constexpr unsigned kFamiliar = 16;
constexpr std::size_t kMostShapes = 8192;

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

bool Blocks::is_familiar(std::string_view line) {
  if (open_ || refused_.empty()) return false;
  const std::uint64_t outline = outline_of(line);
  std::uint64_t& recent = familiar_[outline % familiar_.size()];
  if (recent == outline) return true;
  const auto known = refused_.find(shape_of(line));
  if (known == refused_.end() || known->second < kFamiliar) return false;
  recent = outline;
  return true;
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
