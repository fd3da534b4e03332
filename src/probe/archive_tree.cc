#include "probe/archive_tree.h"

#include <algorithm>
#include <cerrno>

#include "base/text.h"
#include "sys/file/source.h"

namespace railhead::probe {
namespace {

using facts::ArchiveEntry;
using facts::EntryKind;
using sys::Errno;
using sys::NodeType;

class ArchiveFolder final : public sys::Folder {
 public:
  ArchiveFolder(const sys::FileTree& tree, std::string path) : tree_(tree), path_(std::move(path)) {}
  sys::Outcome<std::string> read(std::string_view name) const override { return tree_.read(path_ + '/' + std::string(name)); }

 private:
  const sys::FileTree& tree_;
  std::string path_;
};

NodeType type_of(const ArchiveEntry& entry) {
  switch (entry.kind) {
    case EntryKind::link: return NodeType::link;
    case EntryKind::folder: return NodeType::folder;
    case EntryKind::node: return entry.node.type == 'b' ? NodeType::block_device : NodeType::character_device;
    default: return NodeType::file;
  }
}

bool is_folder(const ArchiveEntry* entry) { return entry && entry->kind == EntryKind::folder; }

std::string absolute(std::string_view path) {
  std::string result;
  for (std::string_view part : base::split(path, '/')) {
    if (part.empty() || part == ".") continue;
    result += '/';
    result += part;
  }
  return result.empty() ? "/" : result;
}

}  // namespace

ArchiveTree::ArchiveTree(const facts::Archive& archive, const std::string& prefix) {
  for (const ArchiveEntry& entry : archive.entries) {
    if (!entry.name.starts_with(prefix)) continue;
    ArchiveEntry own = entry;
    own.name = entry.name.substr(prefix.size());
    put(std::move(own));
  }
}

void ArchiveTree::put(ArchiveEntry entry) {
  real_folders_.clear();
  const std::string path = absolute(entry.name);
  if (entry.kind == EntryKind::failure && entry.text == "ENOENT") {
    const auto below = [&path](const auto& item) { return item.first == path || item.first.starts_with(path + '/'); };
    std::erase_if(entries_, below);
    gone_.insert(path);
    add_parents(path);
    return;
  }
  add_parents(path);
  entries_.insert_or_assign(path, std::move(entry));
}

/// Of a folder that is there, those above it are as well.
void ArchiveTree::add_parents(std::string_view path) {
  for (std::size_t slash = path.rfind('/'); slash != std::string_view::npos && slash > 0; slash = path.rfind('/', slash - 1)) {
    if (entries_.contains(path.substr(0, slash))) return;
    entries_.emplace(path.substr(0, slash), ArchiveEntry{.name = {}, .kind = EntryKind::folder});
  }
}

const ArchiveEntry* ArchiveTree::at(std::string_view path) const {
  static const ArchiveEntry kRoot{.name = {}, .kind = EntryKind::folder};
  if (path == "/") return &kRoot;
  const auto found = entries_.find(path);
  return found == entries_.end() ? nullptr : &found->second;
}

Errno ArchiveTree::absent(std::string_view path) const {
  const std::string source = sys::source_of(path);
  return at(source) || gone_.contains(source) ? Errno{ENOENT} : sys::kNotAsked;
}

sys::Outcome<sys::Node> ArchiveTree::node(std::string_view path) const {
  // The parent may be reached through links; the last component is looked at itself.
  const std::string whole = absolute(path);
  const ArchiveEntry* entry = at(whole);
  const std::size_t slash = whole.rfind('/');
  if (!entry && slash != std::string::npos && slash > 0 && !is_folder(at(whole.substr(0, slash)))) {
    const sys::Outcome<std::string> parent = real(whole.substr(0, slash));
    if (!parent) return std::unexpected(parent.error() == Errno{ENOENT} ? absent(path) : parent.error());
    entry = at(*parent + whole.substr(slash));
  }
  if (!entry) return std::unexpected(absent(path));
  const facts::ArchiveNode& node = entry->node;
  sys::Node result{.type = type_of(*entry), .mode = 0444};
  if (entry->kind == EntryKind::node)
    result = {
        .type = type_of(*entry), .mode = node.mode, .uid = node.uid, .gid = node.gid, .major = node.major, .minor = node.minor};
  return result;
}

/// As FileTree has it, which looks at every component of every path anew.
sys::Outcome<std::string> ArchiveTree::real(std::string_view path) const {
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos || slash == 0 || slash + 1 == path.size() || path.find("/.") != std::string_view::npos)
    return FileTree::real(path);
  const std::string_view folder = path.substr(0, slash);
  auto known = real_folders_.find(folder);
  if (known == real_folders_.end()) {
    sys::Outcome<std::string> place = FileTree::real(folder);
    if (!place) return place;
    known = real_folders_.emplace(folder, *std::move(place)).first;
  }
  std::string whole = (known->second == "/" ? "" : known->second);
  whole += path.substr(slash);
  const ArchiveEntry* entry = at(whole);
  if (entry == nullptr) return std::unexpected(absent(whole));
  return entry->kind == EntryKind::link ? FileTree::real(path) : sys::Outcome<std::string>(std::move(whole));
}

sys::Outcome<const ArchiveEntry*> ArchiveTree::followed(std::string_view path) const {
  const sys::Outcome<std::string> place = real(path);
  if (!place) return std::unexpected(place.error() == Errno{ENOENT} ? absent(path) : place.error());
  const ArchiveEntry* entry = at(*place);
  if (!entry) return std::unexpected(absent(path));
  if (entry->kind == EntryKind::failure) return std::unexpected(sys::errno_of(entry->text));
  return entry;
}

sys::Outcome<std::string> ArchiveTree::read(std::string_view path) const {
  const sys::Outcome<const ArchiveEntry*> entry = followed(path);
  if (!entry) return std::unexpected(entry.error());
  switch ((*entry)->kind) {
    case EntryKind::file: return (*entry)->text;
    case EntryKind::folder: return std::unexpected(Errno{EISDIR});
    case EntryKind::unread: return std::unexpected(sys::kNotAsked);
    default: return std::unexpected(Errno{EOPNOTSUPP});
  }
}

sys::Outcome<std::vector<std::string>> ArchiveTree::list(std::string_view path) const {
  const sys::Outcome<const ArchiveEntry*> entry = followed(path);
  if (!entry) return std::unexpected(entry.error());
  if ((*entry)->kind != EntryKind::folder) return std::unexpected(Errno{ENOTDIR});
  const std::string place = *real(path);
  const std::string prefix = place == "/" ? place : place + '/';
  std::vector<std::string> names;
  for (auto item = entries_.lower_bound(prefix); item != entries_.end() && item->first.starts_with(prefix); ++item)
    if (item->first.find('/', prefix.size()) == std::string::npos) names.push_back(item->first.substr(prefix.size()));
  std::sort(names.begin(), names.end(), base::natural_less);
  return names;
}

sys::Outcome<std::string> ArchiveTree::link(std::string_view path) const {
  const std::string whole = absolute(path);
  const ArchiveEntry* entry = at(whole);
  if (!entry) {
    const std::size_t slash = whole.rfind('/');
    const sys::Outcome<std::string> parent =
        slash == 0 ? sys::Outcome<std::string>(std::unexpected(Errno{ENOENT})) : real(whole.substr(0, slash));
    if (!parent) return std::unexpected(absent(path));
    entry = at(*parent + whole.substr(slash));
  }
  if (!entry) return std::unexpected(absent(path));
  if (entry->kind == EntryKind::failure) return std::unexpected(sys::errno_of(entry->text));
  if (entry->kind != EntryKind::link) return std::unexpected(Errno{EINVAL});
  return entry->text;
}

sys::Outcome<std::unique_ptr<sys::Folder>> ArchiveTree::folder(std::string_view path) const {
  const sys::Outcome<const ArchiveEntry*> entry = followed(path);
  if (!entry) return std::unexpected(entry.error());
  if ((*entry)->kind != EntryKind::folder) return std::unexpected(Errno{ENOTDIR});
  return std::make_unique<ArchiveFolder>(*this, *real(path));
}

}  // namespace railhead::probe
