#include "manifest/job/init/suggested.h"

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/init/when.h"

namespace railhead::manifest::job::suggested {
namespace {

/// Pods for which a /24 has addresses, with some to spare.
constexpr std::uint64_t kSmallSubnet = 200;

bool is_amd(const Answers& answers) { return answers.text("gpu-resource").starts_with("amd.com/"); }

}  // namespace

Suggestion none(const Answers&, std::size_t) { return {std::string(kNone)}; }

Suggestion by_table(const Answers&, std::size_t) { return {}; }

Suggestion command(const Answers& answers, std::size_t) {
  const std::string kind = answers.text("kind");
  if (kind == "pod" || kind == "statefulset") return {"sleep infinity", true};
  if (answers.is("gpus-per-node", "0")) return {"hostname", true};
  return {is_amd(answers) ? "rocm-smi --showtopo" : "nvidia-smi topo -m", true};
}

Suggestion rail_resource(const Answers& answers, std::size_t rail) {
  const std::string fabric = answers.text("fabric");
  if (fabric == "shared-infiniband" || fabric == "ipoib") return {"rdma/hca", true};
  if (fabric == "macvlan-roce") return {base::format("rdma/rail{}", rail + 1), true};
  return {base::format("{}/rail{}", answers.is("platform", "openshift") ? "openshift.io" : "nvidia.com", rail + 1), true};
}

Suggestion rail_network(const Answers& answers, std::size_t rail) {
  return {base::format("rail{}", rail + 1), when::has_existing(answers)};
}

Suggestion rail_interface(const Answers& answers, std::size_t rail) {
  const std::string fabric = answers.text("fabric");
  if (fabric == "ipoib" || fabric == "host-device-infiniband") return {base::format("ib{}", rail), true};
  return {base::format("eth{}", rail + 1), true};
}

Suggestion rail_subnet(const Answers& answers, std::size_t rail) {
  if (base::unsigned_number(answers.text("nodes")).value_or(1) <= kSmallSubnet)
    return {base::format("10.70.{}.0/24", rail + 1), true};
  return {base::format("10.{}.0.0/16", rail + 70), true};
}

Suggestion rail_space(const Answers& answers, std::size_t) {
  return {answers.text("namespace").empty() ? std::string(kNone) : answers.text("namespace")};
}

Suggestion claim_size(const Answers&, std::size_t) { return {"1Ti"}; }
Suggestion claim_name(const Answers&, std::size_t) { return {"data", true}; }
Suggestion mount_path(const Answers&, std::size_t) { return {"/data"}; }
Suggestion limit(const Answers&, std::size_t) { return {"64Gi"}; }
Suggestion job_name(const Answers&, std::size_t) { return {"train"}; }
Suggestion space(const Answers&, std::size_t) { return {"training"}; }
Suggestion pods(const Answers&, std::size_t) { return {"2"}; }
Suggestion one(const Answers&, std::size_t) { return {"1"}; }
Suggestion fabric(const Answers&, std::size_t) { return {"sriov-roce", true}; }
Suggestion image(const Answers& answers, std::size_t) {
  return {is_amd(answers) ? "rocm/pytorch:latest" : "pytorch/pytorch:latest", true};
}
Suggestion launcher(const Answers&, std::size_t) { return {"railhead:" RAILHEAD_VERSION, true}; }

}  // namespace railhead::manifest::job::suggested
