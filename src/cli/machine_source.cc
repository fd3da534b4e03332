#include "cli/machine_source.h"

#include "base/text.h"
#include "cli/output.h"
#include "probe/archive_tree.h"
#include "probe/recorded_kernel.h"
#include "sys/file/root_tree.h"
#include "sys/live_kernel.h"

namespace railhead::cli {
namespace {

constexpr std::size_t kMostSnapshot = 256U << 20U;

const facts::ArchiveEntry* entry_of(const facts::Archive& archive, std::string_view name) {
  for (const facts::ArchiveEntry& entry : archive.entries)
    if (entry.name == name && entry.kind == facts::EntryKind::file) return &entry;
  return nullptr;
}

/// The answers of system calls in a snapshot; one without them is a captured tree in one file.
base::Result<std::unique_ptr<sys::Kernel>> kernel_of(const facts::Archive& archive, const std::string& path) {
  const facts::ArchiveEntry* entry = entry_of(archive, "facts.json");
  if (!entry) return std::make_unique<sys::NoKernel>();
  base::Result<probe::KernelAnswers> answers = probe::parse_kernel_answers(entry->text, path + ": facts.json");
  if (!answers) return std::unexpected(answers.error());
  return std::make_unique<probe::RecordedKernel>(std::move(*answers));
}

/// True for what 'railhead snapshot' wrote, even of an empty tree, and for a captured tree in one file.
bool is_snapshot(const facts::Archive& archive) {
  for (const facts::ArchiveEntry& entry : archive.entries)
    if (entry.name.starts_with("root/") || entry.name == "railhead") return true;
  return false;
}

}  // namespace

base::Result<OpenedWorld> OpenedWorld::of_snapshot(const std::string& path) {
  const base::Result<std::string> text = read_input(path, kMostSnapshot);
  if (!text) return std::unexpected(text.error());
  return of_snapshot_text(*text, path == "-" ? "stdin" : base::printable(path));
}

base::Result<OpenedWorld> OpenedWorld::of_snapshot_text(std::string_view text, const std::string& name) {
  const base::Result<facts::Archive> archive = facts::parse_archive(text, name);
  if (!archive) return std::unexpected(archive.error());
  if (!is_snapshot(*archive))
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = name + " is not a snapshot: no '-- root/... --' entry in it",
                                       .suggestion = "Make one with 'railhead snapshot FILE' on the machine."});
  base::Result<std::unique_ptr<sys::Kernel>> kernel = kernel_of(*archive, name);
  if (!kernel) return std::unexpected(kernel.error());
  OpenedWorld world;
  world.files_ = std::make_unique<probe::ArchiveTree>(*archive, "root/");
  world.kernel_ = std::move(*kernel);
  if (const facts::ArchiveEntry* environ = entry_of(*archive, "environ")) {
    *world.environ_ = sys::parse_environ(environ->text);
    world.environ_known_ = true;
  }
  return world;
}

base::Result<OpenedWorld> OpenedWorld::open(const MachineSource& source) {
  if (!source.root.empty() && !source.snapshot.empty())
    return std::unexpected(base::Error{.code = base::Code::usage, .message = "give either --root or --from, not both"});
  if (!source.snapshot.empty()) return of_snapshot(source.snapshot);
  const bool live = source.root.empty();
  base::Result<sys::RootTree> tree = sys::RootTree::open(live ? "/" : source.root);
  if (!tree) return std::unexpected(tree.error());
  OpenedWorld world;
  world.files_ = std::make_unique<sys::RootTree>(std::move(*tree));
  world.live_ = live;
  if (live) {
    world.kernel_ = std::make_unique<sys::LiveKernel>();
    *world.environ_ = sys::own_environ();
    world.environ_known_ = true;
    return world;
  }
  world.kernel_ = std::make_unique<sys::NoKernel>();
  if (const sys::Outcome<std::string> environ = world.files_->read("/proc/self/environ")) {
    *world.environ_ = sys::parse_environ(*environ);
    world.environ_known_ = true;
  }
  return world;
}

}  // namespace railhead::cli
