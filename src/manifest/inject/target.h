#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/edit/draft.h"
#include "manifest/facts/pod_template.h"
#include "manifest/inject/report.h"
#include "manifest/inject/wishes.h"

/// One pod template that is being injected, as each part of the work sees it.
namespace railhead::manifest {

/// The path of what a TrainJob says of its trainer. It has no pod template: that is in the runtime that it names.
constexpr const char* kTrainer = "spec.trainer";

struct Target {
  Draft& draft;
  const Wishes& wishes;
  Value object;
  const FoundTemplate& found;
  std::vector<Value> containers;  // those that were picked
  std::string space;              // the object's namespace, empty where it says none
  bool multi_node = false;        // more than one pod of it runs, or may
  std::vector<InjectNote>& notes;

  /// The mapping that holds the pod's metadata and spec.
  const Value& pod() const { return found.above.back(); }
  void note(Outcome outcome, std::string subject, std::string text, std::uint32_t line = 0) const {
    notes.push_back({outcome, std::move(subject), std::move(text), line});
  }
};

/// "container main"
std::string subject_of(const Value& container);

/// A part of the work. An error stops the whole document.
using Step = base::Result<void> (*)(const Target&);

base::Result<void> add_networks(const Target& target);
base::Result<void> add_resources(const Target& target);
base::Result<void> add_memlock(const Target& target);
base::Result<void> add_service_account(const Target& target);
base::Result<void> add_shm(const Target& target);
base::Result<void> add_environment(const Target& target);
base::Result<void> add_launcher(const Target& target);
base::Result<void> add_placement(const Target& target);

/// Pods find each other by name before they are ready where their headless service says so. `object` is any object; true where
/// something was added to it.
base::Result<bool> open_service(Draft& draft, const Value& object, const Wishes& wishes, std::vector<InjectNote>& notes);

/// The container runs as somebody else than root for certain, or may do so: a user that is set, or runAsNonRoot. Empty: nothing
/// says so. "user 1000", "a user other than root".
std::string other_user(const Target& target, const Value& container);

/// The container adds the capability, all of them, or is privileged.
bool has_capability(const Value& container, std::string_view name);

}  // namespace railhead::manifest
