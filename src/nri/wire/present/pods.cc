#include "nri/wire/present/pods.h"

#include "nri/wire/messages.h"

namespace railhead::nri {
namespace {

constexpr std::size_t kBeside = 128;  // what an entry takes beside its bytes

}  // namespace

bool Pods::keep(std::string_view pod) {
  auto read = read_pod(pod);
  if (!read) return false;
  const std::size_t size = pod.size() + read->pod_id.size() + kBeside;
  if (size > kRoom - used_ || pods_.contains(read->pod_id)) return true;
  used_ += size;
  pods_.emplace(std::move(read->pod_id), pod);
  return true;
}

void Pods::complete(Subject& container) const {
  const auto found = pods_.find(container.pod_id);
  if (found == pods_.end()) return;
  auto pod = read_pod(found->second);
  if (!pod) return;
  container.space = std::move(pod->space);
  container.pod = std::move(pod->pod);
  container.runtime_class = std::move(pod->runtime_class);
  container.labels = std::move(pod->labels);
  container.annotations = std::move(pod->annotations);
}

void Pods::forget() {
  pods_.clear();
  used_ = 0;
}

}  // namespace railhead::nri
