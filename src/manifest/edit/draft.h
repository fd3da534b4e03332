#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "manifest/edit/tree.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// Where an addition goes in a scalar: behind its last character that is no blank, or behind the last one before its last
/// closing bracket.
enum class Spot : std::uint8_t { end, bracket };

/// A document as it is meant to become. Edits change the tree alone; `splices_of` says what they are in its text. Nothing is
/// ever taken away: members and items are added, a value that is nothing is filled, a scalar is made longer. Each edit fails
/// where other places of the document share the value by an anchor, since they would change too.
class Draft {
 public:
  /// `text` and the tree that was parsed from it. Both must live on; a Value of `document()` stays good while edits are made.
  Draft(std::string_view text, Document document);
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;

  std::string_view text() const { return text_; }
  const Document& document() const { return document_; }
  Value root() const { return Value(document_); }
  bool changed() const { return changed_; }

  /// Sets a member that is not there, or is there without a value. `uses`: in how many places the edit is meant to be seen,
  /// where an anchor shares the mapping.
  base::Result<Value> set(const Value& mapping, std::string_view key, const Tree& value, std::size_t uses = 1);
  /// The member, which becomes an empty collection of this kind where it is not there. An error where it is something else.
  base::Result<Value> collection(const Value& mapping, std::string_view key, NodeKind kind);
  base::Result<void> append(const Value& sequence, const Tree& item);
  base::Result<void> prepend(const Value& sequence, const std::vector<Tree>& items);
  base::Result<void> extend(const Value& scalar, std::string_view addition, Spot spot);

  /// Another text for a scalar; its splice is the caller's.
  void rewrite(const Value& scalar, std::string_view text);

  /// How a node came to be what it is.
  bool is_new(std::uint32_t node) const { return node >= old_nodes_; }
  std::uint32_t old_nodes() const { return old_nodes_; }
  bool is_filled(std::uint32_t node) const { return filled_.contains(node); }
  struct Extension {
    std::string addition;
    Spot spot = Spot::end;
  };
  const std::map<std::uint32_t, std::vector<Extension>>& extensions() const { return extensions_; }

 private:
  std::uint32_t add(const Tree& tree);
  std::uint32_t add_text(std::string_view text, Style style);
  void link_last(std::uint32_t parent, std::uint32_t child);
  std::uint32_t last_child(std::uint32_t parent) const;
  base::Result<void> may_change(const Value& value, std::size_t uses = 1) const;

  std::string_view text_;
  Document document_;
  std::uint32_t old_nodes_;
  std::vector<std::uint32_t> shared_;  // of each old node: the node whose anchor makes it shared; empty: none is
  std::map<std::uint32_t, bool> filled_;
  std::map<std::uint32_t, std::vector<Extension>> extensions_;
  bool changed_ = false;
};

/// `text` with an addition at a spot, as a scalar's value has it; nothing where there is no such spot.
std::optional<std::size_t> spot_in(std::string_view text, Spot spot);

}  // namespace railhead::manifest
