#pragma once

namespace railhead::probe {

/// How far a probe may go (--probe): off reads files only; nodes also opens each device node and closes it again, in this
/// process (exec, which never forks); open also asks libibverbs and NVML, in children; full also registers and locks memory.
enum class Level { off, nodes, open, full };

}  // namespace railhead::probe
