#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace railhead::flow {

/// A NetworkAttachmentDefinition as somebody would have written it, for another namespace: without what the server, an operator
/// or kubectl added. The configuration stays as it is, byte for byte.
nlohmann::json cleaned(const nlohmann::json& object, const std::string& space);

/// The same as lines for people: the configuration as JSON where it is some.
std::string shown_lines(const nlohmann::json& cleaned);

/// True where both mean the same to Multus: the same specification, and the same resource.
bool same_network(const nlohmann::json& one, const nlohmann::json& other);

/// What made the object and would write it again: "SriovNetwork rail1"; empty where nothing did.
std::string maker_of(const nlohmann::json& object);

}  // namespace railhead::flow
