#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "kube/client.h"

namespace railhead::flow {

struct Building {
  std::chrono::milliseconds limit = std::chrono::minutes(60);
  std::chrono::milliseconds pause = std::chrono::seconds(1);
  std::function<bool()> wanted = [] { return true; };
  std::function<void(const std::string&)> told = [](const std::string&) {};
  std::function<void(std::string_view)> log = [](std::string_view) {};  // of the build, as it comes
};

/// Sees to it that the image of a BuildConfig (OpenShift) is there: starts a build where none runs and the last one did not do
/// well, follows it, and gives its name. The error of one that failed has the last lines of its log. False where it is not
/// wanted any more.
base::Result<bool> built(const kube::Client& client, const std::string& space, const std::string& config,
                         const Building& building);

}  // namespace railhead::flow
