#pragma once

#include <optional>
#include <string_view>

namespace railhead::text::setting {

/// A line about something below a folder of sysfs.
struct Below {
  std::string_view path;    // what follows the folder, without the slash before it
  std::string_view behind;  // what follows the path: the value, where there is one
  bool absent = false;      // a command said that it is not there
};

/// Understands "FOLDER/x/type:DMA" and "FOLDER/x/type: DMA" of grep and people, "FOLDER/x" of find, and the complaints of cat
/// and ls; nothing for lines that speak of another folder, or of none. `folder` ends without a slash.
std::optional<Below> below(std::string_view folder, std::string_view line);

}  // namespace railhead::text::setting
