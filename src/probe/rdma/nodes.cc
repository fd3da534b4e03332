#include "probe/rdma/nodes.h"

#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr const char* kFolder = "/dev/infiniband";

facts::DeviceNode missing_node(std::string path, const facts::Missing& why, const std::string& source) {
  return {.path = std::move(path),
          .present = {why, source},
          .mode = {why, source},
          .uid = {why, source},
          .gid = {why, source},
          .opens = {why, source}};
}

}  // namespace

NodeNames::NodeNames(const sys::FileTree& files, std::string class_path)
    : class_path_(std::move(class_path)), otherwise_{.why = facts::Why::not_found, .detail = "no entry for this device"} {
  const sys::Outcome<std::vector<std::string>> entries = files.list(class_path_);
  if (!entries) {
    otherwise_ = missing_of(entries.error());
    return;
  }
  for (const std::string& entry : *entries) {
    std::string path = class_path_ + "/" + entry + "/ibdev";
    const sys::Outcome<std::string> device = files.read(path);
    if (!device) continue;  // the class also holds files of its own: abi_version
    names_.emplace(base::trimmed(*device), facts::Known<std::string>{entry, std::move(path)});
  }
}

facts::Known<std::string> NodeNames::of(const std::string& device) const {
  const auto found = names_.find(device);
  if (found != names_.end()) return found->second;
  return {otherwise_, class_path_};
}

/// The node itself; container runtimes may put a link in its place.
sys::Outcome<sys::Node> DeviceNodes::node_at(const std::string& path) const {
  const sys::Outcome<sys::Node> node = world_.files.node(path);
  if (!node || node->type != sys::NodeType::link) return node;
  const sys::Outcome<std::string> real = world_.files.real(path);
  if (!real) return std::unexpected(real.error());
  return world_.files.node(*real);
}

facts::DeviceNode DeviceNodes::node(const std::string& name) const {
  std::string path = std::string(kFolder) + "/" + name;
  const sys::Outcome<sys::Node> node = node_at(path);
  if (!node) {
    const facts::Missing why = missing_of(node.error());
    facts::DeviceNode missing = missing_node(path, why, path);
    if (why.why == facts::Why::not_found) missing.present = {false, path};
    return missing;
  }
  if (node->type != sys::NodeType::character_device)
    return missing_node(path, malformed("a character device", "something else"), path);
  facts::DeviceNode found{.path = path,
                          .present = {true, path},
                          .mode = {node->mode, path},
                          .uid = {node->uid, path},
                          .gid = {node->gid, path},
                          .opens = {}};
  if (level_ == Level::off) return found;
  const sys::Outcome<bool> opens = world_.kernel.opens(path);
  found.opens = opens ? facts::Known<bool>{*opens, path} : facts::Known<bool>{missing_of(opens.error()), path};
  return found;
}

facts::DeviceNode DeviceNodes::node(const facts::Known<std::string>& name) const {
  return name ? node(*name) : missing_node({}, name.missing(), name.source());
}

facts::Known<std::vector<std::string>> DeviceNodes::names() const {
  sys::Outcome<std::vector<std::string>> names = world_.files.list(kFolder);
  if (!names) return {missing_of(names.error()), kFolder};
  for (std::string& name : *names) name = base::printable(name);
  return {std::move(*names), kFolder};
}

}  // namespace railhead::probe
