#include "nri/hook/hooks_d.h"

#include "base/format.h"
#include "base/text.h"

namespace railhead::nri {
namespace {

/// A JSON text. Bytes that are not UTF-8 become '?'.
std::string json_text(std::string_view text) {
  std::string json = "\"";
  for (const char c : base::printable(text)) {
    if (c == '"' || c == '\\') json += '\\';
    if (c == '\n')
      json += "\\n";
    else if (c == '\t')
      json += "\\t";
    else
      json += c;
  }
  return json + '"';
}

}  // namespace

std::string hook_file(const HookFile& file) {
  // The first argument is the program's own name.
  std::string arguments = json_text("railhead") + ", " + json_text("oci-hook");
  for (const std::string& option : file.options) arguments += ", " + json_text(option);
  return base::format(
      "{{\n"
      "  \"version\": \"1.0.0\",\n"
      "  \"hook\": {{\n"
      "    \"path\": {},\n"
      "    \"args\": [{}],\n"
      "    \"timeout\": {}\n"
      "  }},\n"
      "  \"when\": {{\"always\": true}},\n"
      "  \"stages\": [{}]\n"
      "}}\n",
      json_text(file.program), arguments, kHookSeconds, json_text(file.stage));
}

}  // namespace railhead::nri
