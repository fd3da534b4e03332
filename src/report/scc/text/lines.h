#pragma once

#include <string>
#include <string_view>

#include "report/style.h"

namespace railhead::report {

/// A label in a column of `column` characters behind `indent` blanks and a text beside it, wrapped under itself. Labels that
/// do not fit have a line of their own.
std::string entry(std::string_view label, std::string_view text, std::size_t indent, std::size_t column);

/// A text wrapped behind `indent` blanks.
std::string paragraph(std::string_view text, std::size_t indent);

/// Lines that people copy: as they are, behind `indent` blanks.
std::string verbatim(std::string_view text, std::size_t indent);

/// A sentence behind `indent` blanks; what stands behind a newline in it are commands, each in a line of its own.
std::string sentence(std::string_view text, std::size_t indent);

/// "\n  why\n" in the tone of headings.
std::string heading(const Style& style, std::string_view text);

}  // namespace railhead::report
