#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "nri/policy/policy.h"

/// The annotations of pods that ask for limits, of this program and of the ulimit-adjuster:
///   memlock.railhead.dev/pod: unlimited                    every container of the pod
///   memlock.railhead.dev/container.NAME: 64Gi              one; SOFT:HARD gives two values
///   ulimits.noderesource.dev/container.NAME: |             one; a YAML or JSON list
///     - {type: memlock, soft: 1024, hard: 1024}
///   ulimits.nri.containerd.io/container.NAME               the older name of the same
namespace railhead::nri {

/// What one annotation asks for; an entry a limit.
struct Asked {
  std::string type = {};
  Amount soft = {};
  Amount hard = {};
};

/// A value of an annotation that was found: what it asks for, or why it cannot be understood.
struct Wish {
  std::string key = {};
  base::Result<std::vector<Asked>> asked;
};

/// The annotation that counts for a container, of several the most particular: Railhead's for the container, the
/// ulimit-adjuster's for it (newer name first), Railhead's for the pod. Nothing where there is none.
std::optional<Wish> wish_of(const Texts& annotations, std::string_view container);

/// The containers that annotations name, with the key of each: what lint compares with the pod.
struct Named {
  std::string key = {};
  std::string container = {};  // empty: all of them
};
/// The key is one of the annotations above; nothing for others. A key of these prefixes without a container's name is an error
/// that says how it is written.
std::optional<base::Result<Named>> named_by(std::string_view key);

/// Reads the value of an annotation that `named_by` knows.
base::Result<std::vector<Asked>> read_annotation(std::string_view key, std::string_view value);

/// "8Gi", "unlimited", "node-memory*0.9", "8388608".
base::Result<Amount> parse_amount(std::string_view text);

/// "RLIMIT_MEMLOCK" of "memlock", "MEMLOCK", "rlimit_memlock"; empty for what Linux has not (getrlimit(2)).
std::string rlimit_type(std::string_view text);

}  // namespace railhead::nri
