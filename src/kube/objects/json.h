#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

/// Members of JSON that may be anything.
namespace railhead::kube {

/// A null where `object` is none, or has no such member.
const nlohmann::json& member(const nlohmann::json& object, const char* name);

/// The text of a member, as one line of at most 1,000 bytes; empty where it is no text.
std::string text_of(const nlohmann::json& object, const char* name);

}  // namespace railhead::kube
