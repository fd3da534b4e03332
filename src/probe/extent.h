#pragma once

namespace railhead::probe {

/// How much is read. everything: all facts. plan: only what the choice of NCCL's own variables rests on, for a library that has
/// a millisecond: of a GID table no more than leads to a GID that a job would use, no counters, no keys, no descriptions.
enum class Extent { everything, plan };

}  // namespace railhead::probe
