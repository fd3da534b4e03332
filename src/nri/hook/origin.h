#pragma once

#include "base/error.h"
#include "nri/hook/config.h"
#include "nri/hook/state.h"
#include "nri/policy/subject.h"

/// Who made the container, and whose it is: runtimes leave that in the annotations of config.json, each in words of its own.
///
///   CRI-O       all annotations of the pod, then the kubelet's annotations and labels of the container, then its own
///   containerd  those of the pod that its configuration passes on (pod_annotations), then its own
///   Podman      what --annotation and a played pod say; a user's names, no namespace
///
/// What comes later replaces what came before, so a pod's author cannot change what the runtime says, but can add what another
/// runtime would say. Labels of the pod and its runtime class are in none of them.
namespace railhead::nri {

enum class Maker : std::uint8_t { crio, containerd, podman, other };

std::string_view name(Maker maker);

struct Origin {
  Maker maker = Maker::other;
  bool is_sandbox = false;  // the pod's pause container, which runs nothing of anybody's
  Subject subject = {};     // its limits are those of config.json
};

/// An error where annotations of two runtimes stand together: one of them is forged, and a policy by namespaces could be passed
/// by it.
base::Result<Origin> origin_of(const State& state, const Config& config);

}  // namespace railhead::nri
