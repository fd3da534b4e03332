#pragma once

#include "memlock/node/config.h"
#include "sys/file/file_tree.h"

namespace railhead::cli {

/// Reads what a node has of one runtime. Errors: a file that is there and cannot be read; running daemons that cannot be looked
/// at are daemons without a limit.
base::Result<memlock::node::Files> node_files(const sys::FileTree& files, memlock::Runtime runtime);

}  // namespace railhead::cli
