#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// The keys of a mapping that is being read. Few are compared one by one, many are kept in order of their hashes (and, with
/// equal ones, of their texts), so that a mapping of a million keys takes no time that grows with their square.
class Keys {
 public:
  /// The node of the same key that came before; kNoNode: none did. `node` is a scalar of `document`, the same at each call.
  std::uint32_t add(std::uint32_t node, const Document& document);
  void clear();

 private:
  struct Seen {
    std::uint64_t hash;
    std::uint32_t node;
  };
  struct Less {
    const Document* document;
    bool operator()(const Seen& left, const Seen& right) const;
  };

  std::vector<Seen> few_;
  std::optional<std::set<Seen, Less>> many_;
};

}  // namespace railhead::manifest
