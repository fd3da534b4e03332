#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "fabric/gpu/own_gpus.h"
#include "nccl/draft.h"

namespace railhead::nccl {
namespace {

constexpr const char* kName = "OMP_NUM_THREADS";

struct Cpus {
  unsigned count = 0;
  std::string words;
  std::vector<facts::Evidence> evidence;
};

/// What the process may run on, less where its control group gets less time than that.
std::optional<Cpus> cpus_of(const facts::Process& process) {
  if (!process.cpus.has()) return std::nullopt;
  Cpus cpus{*process.cpus, base::counted(*process.cpus, "CPU"), {seen(process.cpus, base::counted(*process.cpus, "CPU"))}};
  if (!process.cpu_quota.has() || !process.cpu_quota->millicpus) return cpus;
  const unsigned quota = std::max(1U, *process.cpu_quota->millicpus / 1000);
  if (quota >= cpus.count) return cpus;
  cpus.words = base::format("a quota of {}", base::counted(quota, "CPU"));
  cpus.evidence.push_back(seen(process.cpu_quota, base::format("{} thousandths of a CPU", *process.cpu_quota->millicpus)));
  cpus.count = quota;
  return cpus;
}

/// Where the number of GPUs was read.
facts::Evidence gpu_evidence(const facts::Gpus& gpu, unsigned count) {
  const std::string words = base::counted(count, "GPU");
  if (gpu.nvml_count.has()) return seen(gpu.nvml_count, words);
  if (gpu.nvidia_nodes.has() && *gpu.nvidia_nodes == count) return seen(gpu.nvidia_nodes, words);
  return seen(gpu.gpus, words);
}

}  // namespace

/// One process a GPU, as torchrun and mpirun start them, each with its share of the CPUs. Without it OpenMP starts a thread for
/// every CPU in every process, and torchrun sets 1.
void add_threads(const Place& place, Draft& draft) {
  const std::optional<Cpus> cpus = cpus_of(place.machine.process);
  if (!cpus) return draft.withhold(kName, "the CPUs that this process may use are not known");
  const std::optional<unsigned> gpus = fabric::own_gpus(place.machine);
  if (!gpus) return draft.withhold(kName, "how many GPUs, and so processes, there are here is not known", cpus->evidence);
  if (*gpus == 0) return draft.withhold(kName, "no GPU is visible, so the number of processes is not known", cpus->evidence);
  const unsigned share = std::max(1U, cpus->count / *gpus);
  std::vector<facts::Evidence> evidence = cpus->evidence;
  evidence.push_back(gpu_evidence(place.machine.gpu, *gpus));
  draft.set(kName, std::to_string(share),
            base::format("{} over {}, one process each", cpus->words, base::counted(*gpus, "GPU")), std::move(evidence));
}

}  // namespace railhead::nccl
