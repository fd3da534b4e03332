#pragma once

#include <string_view>

#include "text/setting/settings.h"

namespace railhead::test {

/// The lines of `text` as a block of the file `file`, numbered from 1.
text::Block pasted(std::string_view text, std::string_view file = "paste.txt");

/// The kind of that name among settings() and lone_settings(); one that is not there fails the test.
const text::Kind& setting_kind(std::string_view name);

/// What the kind `name` reads out of `text`, added to `machine`.
facts::Machine read_as(std::string_view name, std::string_view text, facts::Machine machine = {},
                       std::string_view file = "paste.txt");

/// The names of the kinds of settings() in which `line` shows, with blanks between them.
std::string shown_in(std::string_view line);

}  // namespace railhead::test
