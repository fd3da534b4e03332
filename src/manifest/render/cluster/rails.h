#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "manifest/render/plan.h"

/// The rails of a profile whose networks render makes.
namespace railhead::manifest::render {

/// A rail with its place in the profile, by which errors name it.
struct PlacedRail {
  std::size_t place = 0;
  const job::Rail& rail;
};

/// "rails[0] (rail-a)"
std::string named(const PlacedRail& placed);

/// An error about a rail of railhead.yaml; `suggestion` says what to write there.
base::Error wrong(const PlacedRail& placed, const std::string& what, const std::string& suggestion);

/// The rails whose networks belong into the job's namespace, each checked for what its fabric needs. Rails that name another
/// namespace use what is there. The error names the rail and the field.
base::Result<std::vector<PlacedRail>> rails_to_make(const Plan& plan);

bool is_infiniband(job::Fabric fabric);
/// Virtual functions, made by the SR-IOV operator or by hand.
bool is_sriov(job::Fabric fabric);

/// The resource is one whose units are PCI devices, so that Multus hands the address of the one that the pod got to the CNI
/// plugin (deviceID, pciBusID). Those of the RDMA shared device plugin, whose prefix is "rdma" unless its configuration says
/// another, are numbers.
bool gives_device(const job::Rail& rail);

}  // namespace railhead::manifest::render
