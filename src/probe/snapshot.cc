#include "probe/snapshot.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "facts/container/pcidevice_json.h"
#include "facts/host/secrets.h"
#include "probe/machine.h"
#include "probe/recorded_kernel.h"
#include "probe/recording_tree.h"

namespace railhead::probe {
namespace {

/// Variables of the libraries and launchers that RDMA jobs use, and of device plugins and orchestrators. None holds a secret.
constexpr std::array<std::string_view, 34> kKept = {"PCIDEVICE_",
                                                    "NCCL_",
                                                    "RCCL_",
                                                    "UCX_",
                                                    "UCC_",
                                                    "GLOO_",
                                                    "OMPI_MCA_",
                                                    "PMIX_RANK",
                                                    "FI_",
                                                    "NVSHMEM_",
                                                    "CUDA_VISIBLE_",
                                                    "NVIDIA_",
                                                    "ROCR_",
                                                    "HIP_",
                                                    "HSA_",
                                                    "LD_LIBRARY_PATH",
                                                    "SLURM_JOB",
                                                    "SLURM_PROC",
                                                    "SLURM_NODEID",
                                                    "SLURM_NTASKS",
                                                    "KUBERNETES_SERVICE_",
                                                    "OPENSHIFT_",
                                                    "container",
                                                    "MASTER_",
                                                    "WORLD_SIZE",
                                                    "RANK",
                                                    "LOCAL_RANK",
                                                    "NODE_RANK",
                                                    "OMP_NUM_THREADS",
                                                    "HOSTNAME",
                                                    "VIRTUAL_ENV",
                                                    "CONDA_PREFIX",
                                                    "APPTAINER_CONTAINER",
                                                    "SINGULARITY_CONTAINER"};

bool is_kept(std::string_view name) {
  // PKEY, CRYPTO and the like are no secrets in these, whatever their names contain.
  const bool device = name.starts_with("PCIDEVICE_") || name.starts_with("NCCL_") || name.starts_with("UCX_");
  if (!device && facts::is_secret_name(name)) return false;
  return std::any_of(kKept.begin(), kKept.end(), [name](std::string_view prefix) { return name.starts_with(prefix); });
}

/// A value without the credentials in it, such as those of a URL. Of what a device plugin says only the administrator's free
/// text can hold some.
std::string cleaned(std::string_view name, const std::string& value) {
  return name.starts_with("PCIDEVICE_") ? facts::without_extra_info(value) : facts::without_secret("=" + value).substr(1);
}

/// Mount options such as credentials of network file systems.
std::string cleaned_mounts(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find_first_of(", \n"), text.size());
    result += facts::without_secret(text.substr(0, end));
    if (end < text.size()) result += text[end];
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

void remove_secrets(facts::ArchiveEntry& entry) {
  if (entry.kind != facts::EntryKind::file) return;
  if (entry.name == "root/proc/cmdline") entry.text = facts::without_secrets(entry.text);
  if (entry.name.ends_with("/mountinfo")) entry.text = cleaned_mounts(entry.text);
}

}  // namespace

std::string kept_environ(const sys::Environ& environ) {
  std::string text;
  for (const auto& [name, value] : environ) {
    // A value with a newline would read back as two variables.
    if (!is_kept(name) || value.find('\n') != std::string::npos || name.find('\n') != std::string::npos) continue;
    text += base::printable(name) + '=' + base::printable(cleaned(name, value)) + '\n';
  }
  return text;
}

facts::Archive snapshot(const sys::World& world, Level level, const std::string& about) {
  const RecordingTree files(world.files);
  const RecordingKernel kernel(world.kernel);
  static_cast<void>(machine({files, kernel, world.environ, false}, {.level = level}));  // read for what is recorded on the way
  facts::Archive archive{.comment = "A Railhead snapshot: everything doctor reads of one machine, secrets removed.\n",
                         .entries = {}};
  archive.entries.push_back({.name = "railhead", .text = about});
  archive.entries.push_back({.name = "environ", .text = kept_environ(world.environ)});
  archive.entries.push_back({.name = "facts.json", .text = json_text(kernel.answers())});
  for (facts::ArchiveEntry& entry : files.entries("root/")) {
    remove_secrets(entry);
    archive.entries.push_back(std::move(entry));
  }
  return archive;
}

}  // namespace railhead::probe
