#include "probe/recording_tree.h"

#include <cerrno>

#include "base/text.h"
#include "sys/file/source.h"

namespace railhead::probe {
namespace {

using facts::ArchiveEntry;
using facts::EntryKind;
using sys::Errno;
using sys::NodeType;

class RecordingFolder final : public sys::Folder {
 public:
  RecordingFolder(const RecordingTree& tree, std::string path) : tree_(tree), path_(std::move(path)) {}
  sys::Outcome<std::string> read(std::string_view name) const override { return tree_.read(path_ + '/' + std::string(name)); }

 private:
  const RecordingTree& tree_;
  std::string path_;
};

/// How much an entry tells: a file that was read must not be replaced by one that was only listed.
int weight(const ArchiveEntry& entry) {
  switch (entry.kind) {
    case EntryKind::folder: return 0;
    case EntryKind::unread: return 1;
    default: return 2;
  }
}

/// True when the entry of the node alone says why it cannot be read.
bool shows_why(const sys::Node& node) {
  return node.type == NodeType::folder || node.type == NodeType::character_device || node.type == NodeType::block_device;
}

}  // namespace

void RecordingTree::remember(const std::string& path, ArchiveEntry entry) const {
  const auto [at, fresh] = seen_.try_emplace(path, entry);
  if (!fresh && weight(entry) > weight(at->second)) at->second = std::move(entry);
}

void RecordingTree::remember_node(const std::string& path, const sys::Node& node) const {
  ArchiveEntry entry{.name = {}, .kind = EntryKind::unread};
  if (node.type == NodeType::folder) entry.kind = EntryKind::folder;
  if (node.type == NodeType::character_device || node.type == NodeType::block_device) {
    entry.kind = EntryKind::node;
    entry.node = {.type = node.type == NodeType::block_device ? 'b' : 'c',
                  .major = node.major,
                  .minor = node.minor,
                  .mode = node.mode,
                  .uid = node.uid,
                  .gid = node.gid};
  }
  if (node.type == NodeType::link) {
    const sys::Outcome<std::string> target = tree_.link(path);
    if (!target || target->empty()) return;
    entry = {.name = {}, .kind = EntryKind::link, .text = *target};
  }
  if (path != "/") remember(path, std::move(entry));
}

void RecordingTree::remember_failure(const std::string& path, Errno error) const {
  // What is not there needs no entry; what was not asked of this world stays so.
  if (error == sys::kNotAsked || error == Errno{ENOENT} || error == Errno{ENOTDIR}) return;
  remember(path, {.name = {}, .kind = EntryKind::failure, .text = sys::symbol(error)});
}

void RecordingTree::remember_absence(std::string_view path, Errno error) const {
  const std::string source = sys::source_of(path);
  if (error == Errno{ENOENT} && !tree_.node(source))
    remember(source, {.name = {}, .kind = EntryKind::failure, .text = "ENOENT"});
}

sys::Outcome<std::string> RecordingTree::place_of(std::string_view path, bool itself) const {
  std::string_view last;
  if (itself) {
    const std::size_t slash = path.find_last_not_of('/') == std::string_view::npos ? std::string_view::npos : path.rfind('/');
    last = slash == std::string_view::npos ? "" : path.substr(slash + 1);
    path = path.substr(0, slash == std::string_view::npos ? 0 : slash);
  }
  const sys::Outcome<std::string> place = real(path);
  if (!place || !itself || last.empty()) return place;
  return (*place == "/" ? "" : *place) + '/' + std::string(last);
}

sys::Outcome<sys::Node> RecordingTree::node(std::string_view path) const {
  // real() comes through here component by component, which is how the links on the way are noted.
  const sys::Outcome<sys::Node> found = tree_.node(path);
  if (!found) {
    remember_absence(path, found.error());
    return found;
  }
  const std::string name(path);
  const sys::Outcome<std::string> place = tree_.real(name.substr(0, name.rfind('/')));
  if (place) remember_node((*place == "/" ? "" : *place) + name.substr(name.rfind('/')), *found);
  return found;
}

sys::Outcome<std::string> RecordingTree::link(std::string_view path) const {
  const sys::Outcome<std::string> target = tree_.link(path);
  if (!target) remember_absence(path, target.error());
  const sys::Outcome<std::string> place = place_of(path, true);
  if (target && place && !target->empty()) remember(*place, {.name = {}, .kind = EntryKind::link, .text = *target});
  if (!target && place) {
    const sys::Outcome<sys::Node> found = tree_.node(*place);
    if (found) remember_node(*place, *found);
    if (!found || found->type == NodeType::link) remember_failure(*place, target.error());
  }
  return target;
}

sys::Outcome<std::string> RecordingTree::read(std::string_view path) const {
  sys::Outcome<std::string> text = tree_.read(path);
  if (!text) remember_absence(path, text.error());
  const sys::Outcome<std::string> place = place_of(path, false);
  if (!place) return text;
  if (text)
    remember(*place, {.name = {}, .kind = EntryKind::file, .text = *text});
  else if (const auto found = node(*place); found && shows_why(*found))
    return text;
  else
    remember_failure(*place, text.error());
  return text;
}

sys::Outcome<std::vector<std::string>> RecordingTree::list(std::string_view path) const {
  sys::Outcome<std::vector<std::string>> names = tree_.list(path);
  if (!names) remember_absence(path, names.error());
  const sys::Outcome<std::string> place = place_of(path, false);
  if (!place) return names;
  if (!names) {
    remember_failure(*place, names.error());
    return names;
  }
  remember(*place, {.name = {}, .kind = EntryKind::folder});
  for (const std::string& name : *names) {
    const std::string item = (*place == "/" ? "" : *place) + '/' + name;
    const sys::Outcome<sys::Node> found = tree_.node(item);
    if (found) remember_node(item, *found);
  }
  return names;
}

sys::Outcome<std::unique_ptr<sys::Folder>> RecordingTree::folder(std::string_view path) const {
  const sys::Outcome<std::unique_ptr<sys::Folder>> folder = tree_.folder(path);
  if (!folder) remember_absence(path, folder.error());
  const sys::Outcome<std::string> place = place_of(path, false);
  if (!folder) {
    if (place) remember_failure(*place, folder.error());
    return std::unexpected(folder.error());
  }
  if (!place) return std::unexpected(place.error());
  remember(*place, {.name = {}, .kind = EntryKind::folder});
  return std::make_unique<RecordingFolder>(*this, *place);
}

std::vector<ArchiveEntry> RecordingTree::entries(const std::string& prefix) const {
  std::vector<ArchiveEntry> entries;
  for (auto item = seen_.begin(); item != seen_.end(); ++item) {
    // A folder shows by what lies in it; only an empty one needs an entry. '-', '.' and others sort before '/', hence the
    // search.
    const auto inside = seen_.lower_bound(item->first + '/');
    const bool shows = inside != seen_.end() && inside->first.starts_with(item->first + '/');
    if (item->second.kind == EntryKind::folder && shows) continue;
    ArchiveEntry entry = item->second;
    entry.name = prefix + item->first.substr(1);
    entries.push_back(std::move(entry));
  }
  return entries;
}

}  // namespace railhead::probe
