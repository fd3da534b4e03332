#pragma once

namespace railhead::probe {

/// How far a probe may go (--probe): off reads files only; open also opens each device and closes it again; full also registers
/// and locks memory.
enum class Level { off, open, full };

}  // namespace railhead::probe
