#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "manifest/job/fields/field.h"
#include "manifest/yaml/document.h"

/// One value by its row of the table.
namespace railhead::manifest::job {

/// A value, or what is wrong with it.
struct Read {
  Given given = {};
  std::string message = {};  // empty: nothing
  std::string suggestion = {};
};

/// A value of every type but lists, mappings and sections.
Read read_scalar(const Field& field, const Value& value);
/// An entry of a list of texts, or a value of a mapping of them.
Read read_entry(const Field& field, const Value& value);

/// The default of a field that has one.
Given default_of(const Field& field);

/// The key is there, and says something: `scratch: false` does not.
bool is_given(const std::vector<std::pair<Value, Value>>& members, std::string_view key);

/// How to write what is no list as one, and what is no mapping.
std::string listed_hint(const Value& value);
std::string mapping_hint(const Value& value);

}  // namespace railhead::manifest::job
