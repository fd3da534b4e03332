#include "manifest/render/workload/object.h"

namespace railhead::manifest::render {

Object made(const Plan& plan, const std::string& version, const std::string& kind, const std::string& name, Members rest,
            Members annotations) {
  Members members = {{"apiVersion", word(version)},
                     {"kind", word(kind)},
                     {"metadata", metadata(plan, name, plan.space(), std::move(annotations))}};
  members.insert(members.end(), std::make_move_iterator(rest.begin()), std::make_move_iterator(rest.end()));
  return {.kind = kind, .name = name, .space = plan.space(), .needed_by = NeededBy::user, .text = yaml_of(members)};
}

Members one(std::string key, Tree value) {
  Members members;
  members.emplace_back(std::move(key), std::move(value));
  return members;
}

Tree only(Tree item) {
  std::vector<Tree> items;
  items.push_back(std::move(item));
  return sequence(std::move(items));
}

Members pod_annotations(const Plan& plan) {
  // No manifest says what link a device has, so that lint takes it for RoCE, whose GIDs need an interface.
  if (!plan.rdma() || plan.cluster.fabric != job::Fabric::shared_infiniband) return {};
  return {
      {"railhead.dev/ignore",
       word("k8s.manifest.rdma-without-network: the devices are InfiniBand, whose addresses need no interface in the pod")}};
}

std::unexpected<base::Error> wrong(std::string message, std::string suggestion) {
  return std::unexpected(
      base::Error{.code = base::Code::usage, .message = std::move(message), .suggestion = std::move(suggestion)});
}

}  // namespace railhead::manifest::render
