#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "nri/policy/subject.h"

namespace railhead::nri {

/// Why annotations of a pod that ask for limits reach none of its containers, a sentence each.
std::vector<std::string> lost_of_pod(const Texts& annotations, const std::vector<std::string>& containers);

/// The same of annotations of an object that makes pods, which do not get them. `part`: where its pod template is.
std::vector<std::string> lost_of_object(const Texts& annotations, std::string_view part);

}  // namespace railhead::nri
