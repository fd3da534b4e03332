#include "cli/scc/objects.h"

#include <algorithm>
#include <array>
#include <utility>

#include "manifest/scc/stock.h"
#include "manifest/yaml/unusable.h"

namespace railhead::cli {
namespace {

/// A kind is written out.
bool may_have_cluster_objects(std::string_view text) {
  constexpr std::array<std::string_view, 6> kKinds = {
      "SecurityContextConstraints", "Namespace", "Role", "ServiceAccount", "CSIDriver", "List"};
  return std::ranges::any_of(kKinds, [&](std::string_view kind) { return text.find(kind) != std::string_view::npos; });
}

base::Result<void> parse(const manifest::Chunk& chunk, const std::string& file, const TakeDocument& take) {
  const manifest::Parsed parsed = manifest::parse_yaml(chunk.text);
  if (auto problem = manifest::unusable(chunk.text, parsed, {.file = file, .line = chunk.line}))
    return std::unexpected(*std::move(problem));
  const manifest::Origin origin{.file = file, .before = chunk.line - 1};
  for (const manifest::Document& document : parsed.documents)
    if (auto taken = take(document, origin); !taken) return taken;
  return {};
}

}  // namespace

base::Result<void> each_document(const ManifestInputs& inputs, Documents which, const TakeDocument& take) {
  for (const ManifestFile& file : inputs.files()) {
    auto read = ManifestInputs::read(file, Taking::text, [&](const manifest::Chunk& chunk) -> base::Result<void> {
      if (which == Documents::of_the_cluster && !may_have_cluster_objects(chunk.text)) return {};
      return parse(chunk, file.name, take);
    });
    if (!read) return read;
  }
  return {};
}

bool lacks_stock(const manifest::scc::World& world) {
  return std::ranges::none_of(world.constraints, [](const manifest::scc::Constraint& constraint) {
    return std::ranges::find(manifest::scc::required_names(), constraint.name) != manifest::scc::required_names().end();
  });
}

}  // namespace railhead::cli
