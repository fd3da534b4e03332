#include "manifest/render/render.h"

#include <algorithm>

#include "manifest/render/plan.h"

namespace railhead::manifest::render {
namespace {

/// Adds what a part makes; false after its error, which is in `failed` then.
class Parts {
 public:
  void add(base::Result<std::vector<Object>> part) {
    if (failed_) return;
    if (!part) {
      failed_ = std::move(part.error());
      return;
    }
    objects_.insert(objects_.end(), std::make_move_iterator(part->begin()), std::make_move_iterator(part->end()));
  }

  void add(const Plan& plan, std::initializer_list<Part> parts) {
    for (const Part part : parts)
      if (!failed_) add(part(plan));
  }

  base::Result<std::vector<Object>> objects() && {
    if (failed_) return std::unexpected(*std::move(failed_));
    return std::move(objects_);
  }

 private:
  std::vector<Object> objects_;
  std::optional<base::Error> failed_;
};

base::Result<void> can_be(const Plan& plan, const Options& options) {
  const auto wrong = [](std::string message, std::string suggestion) {
    return std::unexpected(
        base::Error{.code = base::Code::usage, .message = std::move(message), .suggestion = std::move(suggestion)});
  };
  if (plan.rdma() && plan.cluster.rails.empty())
    return wrong("spec.mode: rdma needs rails of the cluster",
                 "Name them in spec.rails of the ClusterProfile, or say mode: tcp.");
  if (options.test_pod && !plan.rdma()) return wrong("the test pod tries RDMA, and spec.mode is tcp", "Say mode: rdma.");
  return {};
}

}  // namespace

base::Result<std::vector<Object>> render(const job::TrainingJob& job, const job::ClusterProfile& cluster,
                                         const Options& options) {
  const Plan plan{.job = job, .cluster = cluster};
  if (auto can = can_be(plan, options); !can) return std::unexpected(can.error());
  // The pods first: SCC and Pod Security level are made for them, and applied before them.
  auto pods = options.test_pod ? test_pod(plan) : workload(plan);
  if (!pods) return pods;
  auto granted = constraint(plan, *pods);
  if (!granted) return std::unexpected(granted.error());
  Parts parts;
  parts.add(name_space(plan, granted->pods));
  parts.add(plan, {networks, service_account});
  parts.add(std::move(granted->objects));
  parts.add(plan, {image_build});
  if (!options.test_pod) parts.add(plan, {script, volumes, service});
  parts.add(std::move(pods));
  return std::move(parts).objects();
}

}  // namespace railhead::manifest::render
