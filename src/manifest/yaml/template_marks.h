#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "manifest/yaml/yaml.h"

namespace railhead::manifest {

/// A sign of Helm, Go templates or Jinja where a value of YAML should be: "{{ .Values.image }}". Line and column of the text,
/// from 1.
struct TemplateMark {
  std::uint32_t line = 0;
  std::uint32_t column = 0;
  std::string mark;
};

/// The first sign that the text is a template and no manifest yet; nothing where it is a manifest. `parsed` is what the parser
/// made of the text:
///  - where it is not YAML, any "{{" or "{%" outside of comments, quotes and block scalars, up to the line of the error;
///  - where it is, "{{" that YAML takes for a mapping in a mapping (no object has one as a key), and plain scalars with what
///    Helm alone writes (".Values", "include", ...). Quoted texts and block scalars may hold templates of others (of Argo,
///    Prometheus, a script): they are the manifest's own.
std::optional<TemplateMark> template_mark(std::string_view text, const Parsed& parsed);

}  // namespace railhead::manifest
