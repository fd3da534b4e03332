#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "facts/gpu/gpu.h"
#include "facts/known.h"
#include "sys/file/file_tree.h"

/// What NVIDIA's kernel driver says in /proc/driver/nvidia, and what NVML says.
namespace railhead::probe {

/// "NVIDIA H100 80GB HBM3", out of the information file of the GPU at `pci_address`.
facts::Known<std::string> nvidia_model(const sys::FileTree& files, const std::string& pci_address);

/// "550.54.15", out of /proc/driver/nvidia/version.
facts::Known<std::string> nvidia_driver(const sys::FileTree& files);

/// Whether /proc/driver/nvidia/version is that of the open kernel modules.
facts::Known<bool> nvidia_open(const sys::FileTree& files);

/// How many of /dev/nvidia0 to /dev/nvidia63 are there; not_asked where no file of /dev is.
facts::Known<unsigned> nvidia_nodes(const sys::FileTree& files);

/// Asks NVML, in a child process with a time limit, for the GPUs of this process: sets the count, and the models that the
/// driver's files did not tell.
void add_nvml(facts::Gpus& gpus);

/// The value of the line "Model: ...".
std::optional<std::string> parse_nvidia_model(std::string_view text);

/// The first word that is numbers with dots: "NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue ...".
std::optional<std::string> parse_nvidia_version(std::string_view text);

/// True for "NVIDIA UNIX Open Kernel Module for x86_64", false for "NVIDIA UNIX x86_64 Kernel Module".
std::optional<bool> parse_nvidia_open(std::string_view text);

}  // namespace railhead::probe
