#pragma once

#include <string>

#include "manifest/edit/tree.h"

namespace railhead::manifest::render {

/// A value as JSON for people to read: each member of an object in a line of its own, lists of words in one line, a newline at
/// the end. The depth is that of what the program itself makes.
std::string json_text(const Tree& value);

/// The same in one line.
std::string json_line(const Tree& value);

}  // namespace railhead::manifest::render
