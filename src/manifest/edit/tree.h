#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// A value that is to be written into a document.
struct Tree {
  NodeKind kind = NodeKind::scalar;
  std::string text = {};
  bool is_text = true;  // of a scalar: text, however it looks; otherwise a number or true and false
  std::vector<std::pair<std::string, Tree>> members = {};
  std::vector<Tree> items = {};
};

Tree word(std::string text);
Tree number(std::uint64_t number);
Tree truth(bool value);
Tree mapping(std::vector<std::pair<std::string, Tree>> members);
Tree sequence(std::vector<Tree> items);
/// A sequence of words.
Tree words(const std::vector<std::string>& texts);

}  // namespace railhead::manifest
