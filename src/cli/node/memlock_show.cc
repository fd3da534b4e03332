#include "cli/node/files.h"
#include "cli/node/memlock.h"
#include "report/node/node.h"
#include "sys/file/root_tree.h"

namespace railhead::cli {
namespace {

using memlock::Runtime;

base::Result<std::vector<report::NodeRuntime>> found(const NodeOptions& options) {
  const base::Result<sys::RootTree> tree = sys::RootTree::open(root_of(options));
  if (!tree) return std::unexpected(tree.error());
  std::vector<report::NodeRuntime> runtimes;
  for (Runtime runtime : {Runtime::crio, Runtime::containerd, Runtime::docker}) {
    const bool asked = options.runtime == static_cast<int>(runtime);
    if (options.runtime >= 0 && !asked) continue;
    base::Result<memlock::node::Files> files = node_files(*tree, runtime);
    if (!files) return std::unexpected(files.error());
    if (!files->present && !asked) continue;
    base::Result<memlock::node::Settings> settings = memlock::node::settings(runtime, *files);
    if (!settings) return std::unexpected(settings.error());
    memlock::node::Outlook outlook = memlock::node::outlook(runtime, *files, *settings);
    runtimes.push_back(
        {.runtime = runtime, .files = std::move(*files), .settings = std::move(*settings), .outlook = std::move(outlook)});
  }
  if (!runtimes.empty()) return runtimes;
  return std::unexpected(
      base::Error{.code = base::Code::not_found,
                  .message = "there is no container runtime here: no CRI-O, containerd or docker",
                  .suggestion = "Run it on the node, not in a pod; --root DIR reads the node's files below a folder."});
}

base::Result<void> show(const NodeOptions& options) {
  const base::Result<std::vector<report::NodeRuntime>> runtimes = found(options);
  if (!runtimes) return std::unexpected(runtimes.error());
  return print(options.output.json ? report::node_show_json(*runtimes, RAILHEAD_VERSION)
                                   : report::node_show_text(*runtimes, style_of(options.output)));
}

}  // namespace

Exit run_node_show(const NodeOptions& options) {
  const base::Result<void> done = show(options);
  return done ? Exit::ok : report_error(done.error(), options.output);
}

}  // namespace railhead::cli
