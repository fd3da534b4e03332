#pragma once

#include <optional>
#include <string>

#include "finding/finding.h"
#include "finding/scope.h"
#include "memlock/model.h"

/// What the memlock checks share: one judgement of this process, seen by each from its own side.
namespace railhead::check {

/// Below this a limit counts as low where no need was given: it is less than the buffers and queues of a large job can come to.
constexpr base::Bytes kUsualNeed = base::gibibytes(32);

/// `low`: what can be pinned now is less than the need; nothing when that is not known. `use` says whether it matters.
struct Pinnable {
  memlock::Model model;
  base::Bytes need = kUsualNeed;
  bool need_given = false;
  std::optional<bool> low;
  RdmaUse use = RdmaUse::unknown;

  /// False where nothing here pins: no RDMA device or --mode tcp, and no need was given.
  bool matters() const { return need_given || (use != RdmaUse::none && use != RdmaUse::unwanted); }
  Severity weight(Severity usual) const { return need_given ? usual : weighed(usual, use); }
};

Pinnable pinnable(const Input& input);

/// IPC_LOCK was given to this container and does not count because its user is not root: Kubernetes and docker put it into the
/// bounding set, from where uid 0 alone has it. Outside a container the bounding set is full for everybody and says nothing.
bool lost_to_user(const facts::Machine& machine);

/// No fact about limits or capabilities was asked for in this world.
bool nothing_asked(const facts::Process& process);

/// The limit, the two capabilities and the user namespace, with what was read and where.
Evidences pinning_evidence(const facts::Process& process);

/// True when the process can pin too little and it matters. The checks that explain a low limit say nothing otherwise: that it
/// is not low, not known or of no matter is for memlock.low to say, once.
bool calls_for_reason(const Pinnable& pinnable);

/// "the 64 GiB asked for", "32 GiB, the usual need of a large job".
std::string need_in_words(const Pinnable& pinnable);

/// How more can be had in this place, as one command or snippet.
std::string more_memlock(const Input& input, const memlock::Model& model);

}  // namespace railhead::check
