#pragma once

#include <span>
#include <string>
#include <string_view>

#include "manifest/job/fields/field.h"
#include "manifest/yaml/document.h"

/// The words of messages.
namespace railhead::manifest::job {

/// What was found, in short: "the number 2", "\"two\"", "a list", "nothing".
std::string shown(const Value& value);

/// What a field expects: "a whole number from 1 to 64", "rdma or tcp".
std::string expected(const Field& field);
/// Of an entry of a list, a value of a mapping.
std::string expected_entry(const Field& field);

/// "a", "a or b", "a, b or c".
std::string alternatives(std::span<const std::string_view> words);

}  // namespace railhead::manifest::job
