#pragma once

#include "text/block.h"

/// One function a kind of text, each in the file of its name.
namespace railhead::text::setting {

/// /proc/PID/status, whole or a few of its lines. Of the capability sets CapEff must be there; CapPrm, CapInh, CapBnd and
/// CapAmb that are not count as the least that the kernel's rules leave: nothing beyond what is effective.
Kind process_status();

/// /proc/PID/limits.
Kind process_limits();

/// The table of prlimit(1).
Kind prlimit();

/// `ulimit -a` and `-l` of the shells, and "memlock: 8192". Only the memlock limit is read: what ulimit shows is the soft one,
/// and the hard one, unless -H shows it, counts as the least that it can be, the same.
Kind ulimit();

/// A number or "unlimited" alone in its file.
Kind lone_ulimit();

/// Lines behind "cat .../nccl.conf". A file whose name ends in nccl.conf is read as one by environment().
Kind nccl_conf();

/// NAME=VALUE lines, with export, declare -x and the like or without, PCIDEVICE_* among them; separated by NULs too.
Kind environment();

/// "name: NAME" and "value: VALUE" pairs of Kubernetes' YAML and JSON.
Kind manifest_environment();

/// mpirun, srun, docker, podman and the like: the variables that they pass on.
Kind launch_command();

/// /proc/cmdline.
Kind command_line();

/// lsmod and /proc/modules. A part of the list is a fact only where it shows the peer-memory module: that a module is not in a
/// part proves nothing.
Kind loaded_modules();

/// What lies below /sys/kernel/iommu_groups. A type whose group is not told gets number 0.
Kind iommu_groups();

/// `ls -l` of an empty folder in a file that is named after iommu_groups.
Kind lone_iommu_groups();

/// Types of IOMMU groups alone in their file: "DMA", "identity", with the counts of `uniq -c` or without.
Kind lone_iommu_types();

/// What lies below /sys/kernel/mm/memory_peers.
Kind memory_peers();

/// uname -a, uname -r and /proc/version.
Kind uname();

}  // namespace railhead::text::setting
