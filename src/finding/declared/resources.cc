#include "finding/declared/resources.h"

#include <algorithm>
#include <array>

#include "base/text.h"
#include "facts/cluster/cluster.h"
#include "facts/cluster/gpu_resource.h"

namespace railhead::check {
namespace {

std::string_view prefix_of(std::string_view name) {
  const std::size_t slash = name.find('/');
  return slash == std::string_view::npos ? std::string_view() : name.substr(0, slash);
}

std::string_view rest_of(std::string_view name) { return name.substr(name.find('/') + 1); }

bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/// "ib" in "ib0" and "hca-ib", not in "library".
bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_letter(text[at - 1])) && (end == text.size() || !is_letter(text[end]))) return true;
  }
  return false;
}

bool holds_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::ranges::any_of(parts, [text](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

/// Device plugins that hand out device nodes as they are.
bool hands_out_nodes(std::string_view prefix) { return prefix == "smarter-devices" || prefix == "squat.ai"; }

}  // namespace

bool is_extended(std::string_view name) {
  const std::string_view prefix = prefix_of(name);
  return !prefix.empty() && !prefix.ends_with("kubernetes.io");
}

bool sounds_like_rdma(std::string_view name) {
  const std::string low = base::lowered(name);
  return holds_any(low, {"rdma", "roce", "infiniband", "mlnx", "mlx", "mellanox", "connectx"}) || has_word(low, "ib") ||
         has_word(low, "hca") || has_word(low, "rail");
}

ResourceClass class_of(std::string_view name) {
  const std::string_view prefix = prefix_of(name);
  const std::string rest = base::lowered(rest_of(name));
  if (prefix.empty()) return ResourceClass::other;
  if (facts::is_gpu_resource(name)) return ResourceClass::gpu;
  if (prefix == "rdma" || (hands_out_nodes(prefix) && holds_any(rest, {"infiniband", "rdma", "uverbs"})))
    return ResourceClass::shared;
  if (prefix == "openshift.io") return ResourceClass::pool;
  if (hands_out_nodes(prefix) || prefix.ends_with("kubernetes.io") || prefix == "vpc.amazonaws.com")
    return ResourceClass::other;
  const bool network = holds_any(rest, {"sriov", "hostdev", "netdevice"}) || has_word(rest, "vf") || has_word(rest, "vfs") ||
                       sounds_like_rdma(rest);
  return network || prefix == "mellanox.com" ? ResourceClass::pool : ResourceClass::other;
}

bool same_resource(std::string_view left, std::string_view right) {
  const bool both = !prefix_of(left).empty() && !prefix_of(right).empty();
  return both ? left == right : rest_of(left) == rest_of(right);
}

const facts::DevicePool* pool_of(std::string_view resource, const facts::Cluster& cluster) {
  for (const facts::ClusterObject& object : cluster.objects)
    for (const facts::DevicePool& pool : object.pools)
      if (same_resource(pool.resource, resource)) return &pool;
  return nullptr;
}

std::vector<facts::ResourceRequest> asked(const facts::DeclaredContainer& container, ResourceClass wanted) {
  std::vector<facts::ResourceRequest> found;
  for (const facts::ResourceRequest& request : container.resources)
    if (request.amount != std::optional<std::uint64_t>(0) && class_of(request.name) == wanted) found.push_back(request);
  return found;
}

std::vector<facts::ResourceRequest> rdma_asked(const facts::DeclaredContainer& container, const facts::Cluster& cluster) {
  std::vector<facts::ResourceRequest> found = asked(container, ResourceClass::shared);
  const bool gpus = gpus_asked(container) > 0;
  for (facts::ResourceRequest& request : asked(container, ResourceClass::pool)) {
    const facts::DevicePool* pool = pool_of(request.name, cluster);
    const bool said = pool != nullptr && pool->rdma.has();
    if (said ? *pool->rdma : gpus || sounds_like_rdma(request.name)) found.push_back(std::move(request));
  }
  return found;
}

std::uint64_t gpus_asked(const facts::DeclaredContainer& container) {
  std::uint64_t count = 0;
  for (const facts::ResourceRequest& request : asked(container, ResourceClass::gpu))
    count += std::min<std::uint64_t>(request.amount.value_or(0), 1024);
  return count;
}

}  // namespace railhead::check
