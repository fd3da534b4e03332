#pragma once

#include <string>

#include "manifest/edit/tree.h"

namespace railhead::manifest::job {

/// A tree as JSON, in lines of two blanks a level; what fits into 100 columns stays in one. For what the program itself makes:
/// it is as deep as the tree.
std::string json_text(const Tree& tree);

}  // namespace railhead::manifest::job
