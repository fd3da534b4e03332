#pragma once

#include <functional>
#include <string_view>

#include "base/error.h"
#include "cli/manifest/inputs.h"
#include "manifest/facts/origin.h"
#include "manifest/scc/world.h"
#include "manifest/yaml/document.h"

/// The objects of a cluster that decide on admission, from files.
namespace railhead::cli {

/// `of_the_cluster`: those alone in which an object may be that decides on admission. The others are not even parsed.
enum class Documents { all, of_the_cluster };

using TakeDocument = std::function<base::Result<void>(const manifest::Document&, const manifest::Origin&)>;

/// Hands every document of the files to `take`, parsed. The error names file and line of one that cannot be read.
base::Result<void> each_document(const ManifestInputs& inputs, Documents which, const TakeDocument& take);

/// Whether none of the SCCs is there without which OpenShift refuses every pod: a few of one's own are not all that a cluster
/// has, and its stock ones are added then.
bool lacks_stock(const manifest::scc::World& world);

}  // namespace railhead::cli
