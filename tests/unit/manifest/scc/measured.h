#pragma once

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "manifest/yaml/yaml.h"

/// What real servers said, where RAILHEAD_TESTDATA has it.
namespace railhead::manifest::scc {

/// Whether the folder with test data is there, which lies outside the repository.
inline bool has_measured() { return std::getenv("RAILHEAD_TESTDATA") != nullptr; }

/// The document of a file below admission/; empty where there is none.
inline Document measured(const std::string& file) {
  const char* folder = std::getenv("RAILHEAD_TESTDATA");
  if (folder == nullptr) return {};
  std::ifstream stream(std::string(folder) + "/admission/" + file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  Parsed parsed = parse_yaml(text);
  return parsed.documents.empty() ? Document() : std::move(parsed.documents.front());
}

/// A value as JSON, so that it can stand in another document. Texts without quotes stay as they are.
inline std::string as_json(const Value& value) {
  std::string out;
  if (value.is(NodeKind::mapping)) {
    for (const auto& [key, one] : value.members())
      out += (out.empty() ? "\"" : ", \"") + key.text().value_or("") + "\": " + as_json(one);
    return "{" + out + "}";
  }
  if (value.is(NodeKind::sequence)) {
    for (const Value& item : value.items()) out += (out.empty() ? "" : ", ") + as_json(item);
    return "[" + out + "]";
  }
  const std::string text = value.text().value_or("null");
  return value.plain() && text != "*" ? text : "\"" + text + "\"";
}

}  // namespace railhead::manifest::scc
