#pragma once

#include "facts/cluster/ipam.h"
#include "manifest/facts/origin.h"

namespace railhead::manifest {

/// The subnets and pools of the "ipam" part of a CNI configuration: whereabouts, host-local, static, nv-ipam and spiderpool.
facts::Ipam ipam_of(const Value& ipam, const Origin& origin);

}  // namespace railhead::manifest
