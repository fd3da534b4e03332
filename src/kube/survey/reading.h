#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "facts/cluster/survey/object.h"

/// Values of objects of the API, whatever is in them: what is not there or of another type is nothing.
namespace railhead::kube {

/// The value at the end of a path of keys; nullptr where the path ends before.
const nlohmann::json* at(const nlohmann::json& object, std::initializer_list<std::string_view> path);

/// A text of at most 1 KiB, on one line, without control characters; empty where it is no text.
std::string text_at(const nlohmann::json& object, std::initializer_list<std::string_view> path);
std::optional<std::uint64_t> number_at(const nlohmann::json& object, std::initializer_list<std::string_view> path);
bool truth_at(const nlohmann::json& object, std::initializer_list<std::string_view> path);

/// A mapping of texts; at most 4,096 entries. `wanted` says which keys.
std::map<std::string, std::string> texts_at(const nlohmann::json& object, std::initializer_list<std::string_view> path,
                                            bool (*wanted)(std::string_view key));

/// The texts of a sequence, 256 at most.
std::vector<std::string> list_at(const nlohmann::json& object, std::initializer_list<std::string_view> path);

/// True where the sequence at the path has the text.
bool has_text(const nlohmann::json& object, std::initializer_list<std::string_view> path, std::string_view text);

/// The object with its text, without managed fields and status; nothing where it has no name. Items of a list have no kind of
/// their own.
std::optional<facts::SurveyedObject> surveyed_object(const nlohmann::json& object, const std::string& kind,
                                                     const std::string& version);

}  // namespace railhead::kube
