#pragma once

#include <string>

#include "report/scc/scc.h"

/// The parts of the text of `scc check`, in their order.
namespace railhead::report {

/// The answer in one sentence, without a mark.
std::string answer(const AskedPod& asked);

/// What the answer is about, and what it rests on.
std::string ground_text(const AskedPod& asked, const AskedWorld& world);

/// What the server fills in, and what follows from that for RDMA. Empty where nothing does.
std::string filled_text(const AskedPod& asked, const Style& style);

/// Why a pod is refused, or what is not known.
std::string why_text(const AskedPod& asked, const SccTextWishes& wishes, const Style& style);

/// What its author and an admin can do.
std::string ways_text(const AskedPod& asked, const SccTextWishes& wishes, const Style& style);

/// "service account team-a/trainer"
std::string account_text(const AskedPod& asked);
/// Who beside the service account counts: empty where nobody does.
std::string creator_text(const AskedPod& asked);

}  // namespace railhead::report
