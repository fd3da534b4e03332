#pragma once

#include <string>

#include "manifest/render/plan.h"

namespace railhead::manifest::render {

/// The job's image: as named, or where OpenShift's registry has what is built.
std::string image_of(const Plan& plan);

}  // namespace railhead::manifest::render
