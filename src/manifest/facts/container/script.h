#pragma once

#include <vector>

#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// What a container's command and args run: the commands of the script behind "sh -c", and before them the command itself.
/// Of args without a command, which go to the image's own, a word with blanks is taken for a script.
std::vector<facts::ShellCommand> script_of(const Value& container, const Origin& origin);

/// The ConfigMaps of envFrom, those with a prefix left out: its names are others.
std::vector<facts::Placed> config_maps_of(const Value& env_from, const Origin& origin);

/// The members of a mapping that are variables of jobs: the data of a ConfigMap.
std::vector<facts::Variable> variables_in(const Value& mapping, const Origin& origin);

}  // namespace railhead::manifest
