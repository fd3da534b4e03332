#include "facts/kept_variables.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "facts/container/pcidevice_json.h"
#include "facts/host/secrets.h"

namespace railhead::facts {
namespace {

/// What a name must begin with, or be.
struct Pattern {
  std::string_view text;
  enum class Is { whole, beginning } is = Is::beginning;

  // The first letters first: nearly every name ends there, and streams of manifests have millions.
  bool matches(std::string_view name) const {
    if (name.size() < text.size() || name[0] != text[0] || name[1] != text[1]) return false;
    return is == Is::whole ? name == text : name.starts_with(text);
  }
};

constexpr Pattern whole(std::string_view text) { return {text, Pattern::Is::whole}; }
constexpr Pattern all(std::string_view text) { return {text, Pattern::Is::beginning}; }

/// Libraries first, then launchers, then schedulers. Of Slurm not SLURM_JWT, which is a token, nor what names people.
constexpr Pattern kJob[] = {
    all("NCCL_"),
    all("RCCL_"),
    all("OFI_NCCL_"),
    all("MSCCL"),
    all("UCX_"),
    all("UCC_"),
    all("SHARP_"),
    all("HCOLL_"),
    all("FI_"),
    all("GLOO_"),
    all("NVSHMEM_"),
    all("RDMAV_"),
    all("MLX5_"),
    all("CUDA_VISIBLE_"),
    all("NVIDIA_"),
    all("ROCR_"),
    all("HIP_"),
    all("HSA_"),
    all("OMP_"),
    all("TORCH_NCCL_"),
    all("TORCH_DISTRIBUTED_"),
    all("TORCHELASTIC_"),
    all("PET_"),
    all("OMPI_"),
    all("PRTE_"),
    all("PMIX_"),
    all("PMI_"),
    all("I_MPI_"),
    all("MPICH_"),
    all("MV2_"),
    whole("MASTER_ADDR"),
    whole("MASTER_PORT"),
    whole("RANK"),
    whole("WORLD_SIZE"),
    whole("LOCAL_RANK"),
    whole("LOCAL_WORLD_SIZE"),
    whole("GROUP_RANK"),
    whole("GROUP_WORLD_SIZE"),
    whole("ROLE_RANK"),
    whole("NODE_RANK"),
    whole("NNODES"),
    whole("NPROC_PER_NODE"),
    whole("JOB_COMPLETION_INDEX"),
    all("JOBSET_"),
    all("LWS_"),
    all("VC_"),
    whole("VK_TASK_INDEX"),
    all("SLURM_JOB_ID"),
    all("SLURM_JOB_NODELIST"),
    all("SLURM_JOB_NUM_NODES"),
    all("SLURM_JOBID"),
    all("SLURM_JOB_CPUS"),
    all("SLURM_STEP"),
    all("SLURM_PROC"),
    all("SLURM_NODE"),
    all("SLURM_NNODES"),
    all("SLURM_NTASKS"),
    all("SLURM_NPROCS"),
    all("SLURM_LOCALID"),
    all("SLURM_TASK"),
    all("SLURM_LAUNCH_NODE"),
    all("SLURM_SRUN_COMM"),
    all("SLURM_CPUS"),
    all("SLURM_GPUS"),
    all("SLURM_MPI"),
};

/// What else snapshots keep: what the probes read to know the place, where libraries and nccl.conf lie.
constexpr Pattern kPlace[] = {
    all("PCIDEVICE_"),
    all("KUBERNETES_SERVICE_"),
    all("OPENSHIFT_"),
    whole("container"),
    whole("HOSTNAME"),
    whole("HOME"),
    whole("LD_LIBRARY_PATH"),
    whole("VIRTUAL_ENV"),
    whole("CONDA_PREFIX"),
    whole("APPTAINER_CONTAINER"),
    whole("SINGULARITY_CONTAINER"),
};

template <std::size_t N>
bool any_matches(const Pattern (&patterns)[N], std::string_view name) {
  return std::ranges::any_of(patterns, [name](const Pattern& pattern) { return pattern.matches(name); });
}

/// PKEY, CRYPTO and the like are no secrets in these, whatever their names contain.
bool may_be_shown(std::string_view name) {
  const bool technical = name.starts_with("PCIDEVICE_") || name.starts_with("NCCL_") || name.starts_with("UCX_");
  return technical || !is_secret_name(name);
}

}  // namespace

bool is_job_variable(std::string_view name) { return any_matches(kJob, name) && may_be_shown(name); }

bool is_kept_variable(std::string_view name) {
  return (any_matches(kJob, name) || any_matches(kPlace, name)) && may_be_shown(name);
}

std::string kept_value(std::string_view name, std::string_view value) {
  if (name == "HOME" || name == "NCCL_CONF_FILE") return base::printable(value);  // paths, that a snapshot is read by again
  const bool device = name.starts_with("PCIDEVICE_");
  return base::printable(device ? without_extra_info(value) : without_secret("=" + std::string(value)).substr(1));
}

}  // namespace railhead::facts
