#include "manifest/yaml/keys.h"

#include <functional>
#include <string_view>

namespace railhead::manifest {
namespace {

constexpr std::size_t kFew = 32;

std::string_view text_of(const Document& document, std::uint32_t node) { return document.text(document.nodes[node]); }

}  // namespace

bool Keys::Less::operator()(const Seen& left, const Seen& right) const {
  if (left.hash != right.hash) return left.hash < right.hash;
  return text_of(*document, left.node) < text_of(*document, right.node);
}

std::uint32_t Keys::add(std::uint32_t node, const Document& document) {
  const std::string_view key = text_of(document, node);
  const Seen seen{std::hash<std::string_view>()(key), node};
  if (few_.size() < kFew) {
    for (const Seen& one : few_)
      if (one.hash == seen.hash && text_of(document, one.node) == key) return one.node;
    few_.push_back(seen);
    return kNoNode;
  }
  if (!many_) many_.emplace(few_.begin(), few_.end(), Less{&document});
  const auto [place, added] = many_->insert(seen);
  return added ? kNoNode : place->node;
}

void Keys::clear() {
  few_.clear();
  many_.reset();
}

}  // namespace railhead::manifest
