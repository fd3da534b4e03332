#pragma once

#include <string>
#include <vector>

#include "manifest/inject/wishes.h"
#include "manifest/render/plan.h"

namespace railhead::manifest::render {

/// What `inject` is to add to the job's pods: what the profile says of networks, devices, locked memory, service account and
/// launcher, what the job says of /dev/shm. `options` are those of exec.
Wishes wishes_of(const Plan& plan, std::vector<std::string> options);

/// The object with all of that in it. An error where something cannot be added.
base::Result<std::vector<Object>> injected(Object object, const Wishes& wishes);

}  // namespace railhead::manifest::render
