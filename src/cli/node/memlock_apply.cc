#include <unistd.h>

#include <algorithm>

#include "base/format.h"
#include "cli/clock.h"
#include "cli/node/memlock.h"
#include "report/node/node.h"
#include "sys/file/root_tree.h"
#include "sys/file/root_writer.h"

namespace railhead::cli {
namespace {

using memlock::node::Edit;
using memlock::node::Plan;
using report::NodeWritten;

// Not beside the file: CRI-O reads every file of its folder, and a backup there would count.
constexpr const char* kBackups = "/var/lib/railhead/backup";

/// A name that no backup has, made of the time: "/var/lib/railhead/backup/etc/docker/daemon.json.20260301T120000Z".
std::string backup_path(const sys::FileTree& tree, const std::string& path) {
  std::string time = time_text();
  std::erase_if(time, [](char c) { return c == '-' || c == ':'; });
  const std::string first = base::format("{}{}.{}", kBackups, path, time);
  std::string name = first;
  for (unsigned next = 2; tree.node(name).has_value(); ++next) name = base::format("{}.{}", first, next);
  return name;
}

sys::Owned owner_of(const sys::FileTree& tree, const std::string& path) {
  const sys::Outcome<sys::Node> node = tree.node(path);
  if (!node) return {};
  return {.mode = node->mode, .uid = node->uid, .gid = node->gid};
}

/// Exit code 4: some files are in their place and others are not.
base::Error partly(base::Error error, const std::vector<NodeWritten>& written) {
  error.code = base::Code::timeout;
  error.suggestion = "A part was written. Run it again, or put these back:";
  for (const NodeWritten& file : written)
    if (!file.backup.empty()) error.suggestion += base::format(" {} (from {})", file.path, file.backup);
  return error;
}

/// All files are staged before the first is put in its place, backups before what they are of.
base::Result<std::vector<NodeWritten>> write(const Plan& plan, const std::string& root) {
  const base::Result<sys::RootTree> tree = sys::RootTree::open(root);
  if (!tree) return std::unexpected(tree.error());
  const base::Result<sys::RootWriter> writer = sys::RootWriter::open(root);
  if (!writer) return std::unexpected(writer.error());
  std::vector<NodeWritten> written;
  std::vector<sys::StagedFile> backups;
  std::vector<sys::StagedFile> files;
  for (const Edit& edit : plan.edits) {
    written.push_back({.path = edit.path, .action = edit.changes() ? "written" : "unchanged"});
    if (!edit.changes()) continue;
    const sys::Owned owned = owner_of(*tree, edit.path);
    if (edit.before) {
      written.back().backup = backup_path(*tree, edit.path);
      base::Result<sys::StagedFile> staged = writer->stage(written.back().backup, *edit.before, owned);
      if (!staged) return std::unexpected(staged.error());
      backups.push_back(std::move(*staged));
    }
    base::Result<sys::StagedFile> staged = writer->stage(edit.path, edit.after, owned);
    if (!staged) return std::unexpected(staged.error());
    files.push_back(std::move(*staged));
  }
  for (sys::StagedFile& staged : backups)
    if (auto done = staged.commit(); !done) return std::unexpected(done.error());
  for (sys::StagedFile& staged : files)
    if (auto done = staged.commit(); !done)
      return std::unexpected(&staged == &files.front() ? done.error() : partly(done.error(), written));
  return written;
}

std::vector<NodeWritten> only_said(const Plan& plan) {
  std::vector<NodeWritten> files;
  files.reserve(plan.edits.size());
  for (const Edit& edit : plan.edits)
    files.push_back({.path = edit.path, .action = edit.changes() ? "would be written" : "unchanged"});
  return files;
}

base::Result<void> apply(const NodeOptions& options) {
  const base::Result<Plan> plan = node_plan(options);
  if (!plan) return std::unexpected(plan.error());
  const bool writes = !options.dry_run && plan->changes();
  if (writes && root_of(options) == "/" && ::geteuid() != 0)
    return std::unexpected(base::Error{.code = base::Code::denied,
                                       .message = "writing the node's configuration needs root",
                                       .suggestion = "Nothing was changed. --dry-run shows what would be written."});
  const base::Result<std::vector<NodeWritten>> files = writes ? write(*plan, root_of(options)) : only_said(*plan);
  if (!files) return std::unexpected(files.error());
  return print(options.output.json ? report::node_apply_json(*plan, *files, options.dry_run, RAILHEAD_VERSION)
                                   : report::node_apply_text(*plan, *files, options.dry_run, style_of(options.output)));
}

}  // namespace

Exit run_node_apply(const NodeOptions& options) {
  const base::Result<void> done = apply(options);
  return done ? Exit::ok : report_error(done.error(), options.output);
}

}  // namespace railhead::cli
