#include "manifest/edit/same.h"

#include <unordered_map>

#include "manifest/edit/words.h"

namespace railhead::manifest {
namespace {

class Comparison {
 public:
  Comparison(const Document& left, const Document& right) : left_(left), right_(right) {}

  // The depth is bounded by the parser's.
  bool equal(std::uint32_t left, std::uint32_t right) {
    const Node& one = left_.nodes[left];
    const Node& other = right_.nodes[right];
    if (one.kind != other.kind) return false;
    if (one.anchored) partner_[left] = right;
    switch (one.kind) {
      case NodeKind::alias: {
        const auto partner = partner_.find(one.first);
        return partner != partner_.end() && partner->second == other.first;
      }
      case NodeKind::scalar:
        return left_.text(one) == right_.text(other) &&
               is_text(left_.text(one), is_plain(one)) == is_text(right_.text(other), is_plain(other));
      default: return equal_children(one.first, other.first);
    }
  }

 private:
  bool equal_children(std::uint32_t left, std::uint32_t right) {
    while (left != kNoNode && right != kNoNode) {
      if (!equal(left, right)) return false;
      left = left_.nodes[left].next;
      right = right_.nodes[right].next;
    }
    return left == right;
  }

  const Document& left_;
  const Document& right_;
  std::unordered_map<std::uint32_t, std::uint32_t> partner_;  // of anchored nodes
};

}  // namespace

bool same(const Document& left, const Document& right) {
  if (left.nodes.empty() || right.nodes.empty()) return left.nodes.empty() == right.nodes.empty();
  return Comparison(left, right).equal(0, 0);
}

}  // namespace railhead::manifest
