#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "cli/node/files.h"
#include "cli/node/memlock.h"
#include "report/node/node.h"
#include "sys/file/root_tree.h"

namespace railhead::cli {
namespace {

using memlock::Runtime;

base::Result<memlock::Allowance> value_of(const std::string& text) {
  const std::string word = base::lowered(text);
  if (word == "unlimited" || word == "infinity" || word == "-1") return memlock::Allowance{};
  const base::Result<base::Bytes> size = base::parse_size(text);
  if (!size) return std::unexpected(size.error());
  if (size->value > 0 && size->value <= static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
    return memlock::Allowance{*size};
  return std::unexpected(
      base::Error{.code = base::Code::usage,
                  .message = base::format("--value: '{}' is no limit", base::one_line(text.substr(0, 80))),
                  .suggestion = "Write unlimited, or a size such as 64GiB: 'railhead memlock size' computes one."});
}

std::string spelled(const std::vector<Runtime>& runtimes) {
  std::vector<std::string> names;
  names.reserve(runtimes.size());
  for (Runtime runtime : runtimes) names.emplace_back(name(runtime));
  return base::joined(names, ", ");
}

/// The one runtime of the node. The containerd that a docker runs on is one more, and which of them is meant cannot be seen.
base::Result<Runtime> only_runtime(const sys::FileTree& tree) {
  std::vector<Runtime> found;
  for (Runtime runtime : {Runtime::crio, Runtime::containerd, Runtime::docker}) {
    const base::Result<memlock::node::Files> files = node_files(tree, runtime);
    if (!files) return std::unexpected(files.error());
    if (files->present) found.push_back(runtime);
  }
  if (found.size() == 1) return found.front();
  const std::string what =
      found.empty() ? "there is no container runtime here" : "there are several runtimes here: " + spelled(found);
  return std::unexpected(base::Error{.code = base::Code::usage, .message = what, .suggestion = "Say which with --runtime."});
}

base::Result<Runtime> runtime_of(const NodeOptions& options, const sys::FileTree& tree) {
  if (options.openshift) return Runtime::crio;
  if (options.runtime >= 0) return static_cast<Runtime>(options.runtime);
  return only_runtime(tree);
}

base::Result<void> render(const NodeOptions& options) {
  if (options.openshift && options.runtime >= 0 && options.runtime != static_cast<int>(Runtime::crio))
    return std::unexpected(
        base::Error{.code = base::Code::usage, .message = "--openshift is for CRI-O: OpenShift has no other runtime"});
  base::Result<memlock::node::Plan> plan = node_plan(options);
  if (!plan) return std::unexpected(plan.error());
  std::string manifest;
  if (options.openshift) {
    base::Result<std::string> text = memlock::node::machine_config(options.role, plan->edits.front().after);
    if (!text) return std::unexpected(text.error());
    manifest = std::move(*text);
    plan->restart.clear();
    plan->notes.emplace_back(
        "entries that other files of the nodes have in default_ulimits are replaced; --root keeps those of a node's files");
  }
  if (options.output.json) return print(report::node_render_json(*plan, manifest, RAILHEAD_VERSION));
  return print(options.openshift ? manifest : report::node_render_text(*plan));
}

}  // namespace

base::Result<memlock::node::Plan> node_plan(const NodeOptions& options) {
  const base::Result<memlock::Allowance> value = value_of(options.value);
  if (!value) return std::unexpected(value.error());
  // A MachineConfig is for other machines: what this one has is not theirs.
  if (options.openshift && options.root.empty()) return memlock::node::plan(Runtime::crio, *value, {});
  const base::Result<sys::RootTree> tree = sys::RootTree::open(root_of(options));
  if (!tree) return std::unexpected(tree.error());
  const base::Result<Runtime> runtime = runtime_of(options, *tree);
  if (!runtime) return std::unexpected(runtime.error());
  const base::Result<memlock::node::Files> files = node_files(*tree, *runtime);
  if (!files) return std::unexpected(files.error());
  return memlock::node::plan(*runtime, *value, *files);
}

Exit run_node_render(const NodeOptions& options) {
  const base::Result<void> done = render(options);
  return done ? Exit::ok : report_error(done.error(), options.output);
}

}  // namespace railhead::cli
