#pragma once

#include "facts/cluster/object.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"

namespace railhead::manifest {

/// What a container of a pod declares. `spec` is the pod's, for what a container takes from it: the user, the volumes.
facts::DeclaredContainer container_of(const Value& container, const Value& spec, const Origin& origin);

/// Name and value of a list of variables; only those of jobs, without secrets.
std::vector<facts::Variable> variables_of(const Value& list, const Origin& origin);

/// "1", 1 and "openshift.io/rail1: 2" of limits and requests; a limit counts before a request of its name.
std::vector<facts::ResourceRequest> resources_of(const Value& resources, const Origin& origin);

/// The words of a command, or of a single text.
void add_words(const Value& value, const Origin& origin, std::vector<facts::Placed>& words);

/// IPC_LOCK of "CAP_IPC_LOCK" and "ipc_lock".
std::string capability_name(std::string_view text);

}  // namespace railhead::manifest
