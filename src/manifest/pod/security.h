#pragma once

#include <optional>

#include "manifest/pod/pod.h"
#include "manifest/pod/typed.h"

namespace railhead::manifest {

/// Security contexts of a pod and of a container; nothing where they are not there. Unknown fields of them are noted: they are
/// where a typing error costs most.
std::optional<PodSecurity> pod_security(Section& section);
std::optional<ContainerSecurity> container_security(Section& section);

/// seLinuxOptions; those of an SCC too.
std::optional<SeLinuxOptions> se_linux_options(Section section);

}  // namespace railhead::manifest
