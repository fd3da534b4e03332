#include "manifest/yaml/unusable.h"

#include "base/format.h"
#include "manifest/yaml/template_marks.h"

namespace railhead::manifest {

std::string message_in_file(const YamlError& error, std::uint64_t first_line) {
  std::string message = error.message;
  const std::string told = base::format("line {}", error.earlier);
  if (const std::size_t at = message.rfind(told); error.earlier != 0 && at != std::string::npos)
    message.replace(at, told.size(), base::format("line {}", first_line - 1 + error.earlier));
  return message;
}

std::optional<base::Error> unusable(std::string_view text, const Parsed& parsed, const DocumentPlace& place) {
  if (const auto mark = template_mark(text, parsed))
    return base::Error{.code = base::Code::malformed,
                       .message = base::format("{}:{}:{}: '{}' is of a template: this is no manifest yet", place.file,
                                               place.line - 1 + mark->line, mark->column, mark->mark),
                       .cause = "",
                       .suggestion = "Render it first, and give what comes out: helm template CHART | railhead inject -"};
  if (parsed.errors.empty()) return std::nullopt;
  const YamlError& error = parsed.errors.front();
  return base::Error{.code = base::Code::malformed,
                     .message = base::format("{}:{}:{}: {}", place.file, place.line - 1 + error.line, error.column,
                                             message_in_file(error, place.line)),
                     .cause = "",
                     .suggestion = ""};
}

}  // namespace railhead::manifest
