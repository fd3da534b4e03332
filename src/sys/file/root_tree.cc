#include "sys/file/root_tree.h"

#include <dirent.h>
#include <fcntl.h>
#include <linux/magic.h>
#include <linux/openat2.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "sys/file/source.h"
#include "sys/file/walk.h"

namespace railhead::sys {
namespace {

constexpr int kReadFlags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY;  // O_NONBLOCK: a FIFO must not make us wait

std::string relative(std::string_view path) {
  path.remove_prefix(std::min(path.find_first_not_of('/'), path.size()));
  return path.empty() ? "." : std::string(path);
}

Outcome<Descriptor> as_descriptor(int number) {
  if (number < 0) return std::unexpected(Errno{errno});
  return Descriptor(number);
}

/// Where a file ends, as far as that is known before a read gives nothing. Most files here are a few bytes long, and asking for
/// more after them would be a third of what reading costs.
struct End {
  off_t size = 0;              // of a file that has one; procfs says 0
  bool on_short_read = false;  // sysfs gives a value in one read
};

/// Reads to the end, in the sizes that suit sysfs (one page) and grow for the rest.
Outcome<std::string> contents(int fd, End end) {
  std::array<char, 4096> page;
  std::string text;
  for (;;) {
    const ssize_t count = ::read(fd, page.data(), page.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(Errno{errno});
    if (count == 0) return text;
    const auto length = static_cast<std::size_t>(count);
    text.append(page.data(), length);
    if (text.size() > kReadLimit) return std::unexpected(Errno{EFBIG});
    if (std::cmp_equal(text.size(), end.size) || (end.on_short_read && length < page.size())) return text;
  }
}

NodeType type_of(mode_t mode) {
  switch (mode & S_IFMT) {
    case S_IFDIR: return NodeType::folder;
    case S_IFLNK: return NodeType::link;
    case S_IFCHR: return NodeType::character_device;
    case S_IFBLK: return NodeType::block_device;
    case S_IFIFO: return NodeType::fifo;
    case S_IFSOCK: return NodeType::socket;
    default: return NodeType::file;
  }
}

Node node_of(const struct stat& found) {
  return Node{.type = type_of(found.st_mode),
              .mode = found.st_mode & 07777,
              .uid = found.st_uid,
              .gid = found.st_gid,
              .major = major(found.st_rdev),
              .minor = minor(found.st_rdev)};
}

/// The size of the file when reading it is safe: a regular one. Devices are never read, however they came to lie there.
Outcome<off_t> size_of_regular(int fd) {
  struct stat found;
  if (::fstat(fd, &found) != 0) return std::unexpected(Errno{errno});
  if (!S_ISREG(found.st_mode)) return std::unexpected(Errno{S_ISDIR(found.st_mode) ? EISDIR : EOPNOTSUPP});
  return found.st_size;
}

Outcome<std::string> contents_of_regular(int fd, bool sysfs = false) {
  const Outcome<off_t> size = size_of_regular(fd);
  if (!size) return std::unexpected(size.error());
  return contents(fd, {.size = *size, .on_short_read = sysfs});
}

/// Digits that do not start with a zero: the slots of a table.
bool is_plain_number(const std::string& name) {
  auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  return (name.size() == 1 || name[0] != '0') && std::ranges::all_of(name, is_digit);
}

bool shorter_first(const std::string& left, const std::string& right) {
  return left.size() != right.size() ? left.size() < right.size() : left < right;
}

/// Natural order, which of plain numbers is that of their lengths first: tables of hundreds of slots are most of what is
/// listed.
void put_in_order(std::vector<std::string>& names) {
  const bool numbers = std::ranges::all_of(names, is_plain_number);
  if (numbers)
    std::ranges::sort(names, shorter_first);
  else
    std::ranges::sort(names, base::natural_less);
}

bool is_in_sysfs(int fd) {
  struct statfs found;
  return ::fstatfs(fd, &found) == 0 && found.f_type == SYSFS_MAGIC;
}

class OpenFolder final : public Folder {
 public:
  OpenFolder(Descriptor folder, bool whole)
      : folder_(std::move(folder)), sysfs_(is_in_sysfs(folder_.number())), whole_(whole) {}

  Outcome<std::string> read(std::string_view name) const override {
    // In sysfs the files of a folder are files. In a captured tree a link could lead out of it, so links are refused there.
    const std::string file(name);
    const Outcome<Descriptor> opened =
        as_descriptor(::openat(folder_.number(), file.c_str(), whole_ ? kReadFlags : kReadFlags | O_NOFOLLOW));
    if (!opened) return std::unexpected(opened.error());
    if (!whole_ || !sysfs_) return contents_of_regular(opened->number(), sysfs_);
    return contents(opened->number(), {.on_short_read = true});
  }

 private:
  Descriptor folder_;
  bool sysfs_;
  bool whole_;
};

}  // namespace

base::Result<RootTree> RootTree::open(const std::string& root) {
  Descriptor folder(::open(root.c_str(), O_PATH | O_DIRECTORY | O_CLOEXEC));
  if (!folder.open()) {
    const base::Code code = errno == EACCES ? base::Code::denied : base::Code::not_found;
    return std::unexpected(base::Error{.code = code,
                                       .message = base::format("cannot open the root '{}'", base::printable(root)),
                                       .cause = std::strerror(errno),
                                       .suggestion = "Give a folder that holds the machine's files: DIR/sys, DIR/proc, ..."});
  }
  return RootTree(std::move(folder), root == "/");
}

Outcome<Descriptor> RootTree::opened_inside(const std::string& path, int flags) const {
  if (whole_) return as_descriptor(::openat(root_.number(), path.c_str(), flags));
  open_how how{};
  how.flags = static_cast<std::uint64_t>(flags);
  how.resolve = RESOLVE_IN_ROOT;
  const long number = ::syscall(SYS_openat2, root_.number(), path.c_str(), &how, sizeof how);
  if (number < 0 && (errno == ENOSYS || errno == EPERM)) return open_below(root_.number(), path, flags);
  return as_descriptor(static_cast<int>(number));
}

Errno RootTree::judged(std::string_view path, int error) const {
  if (whole_ || error != ENOENT) return Errno{error};
  const std::string source = relative(source_of(path));
  struct stat found{};
  const bool captured = ::fstatat(root_.number(), source.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0;
  return captured ? Errno{ENOENT} : kNotAsked;
}

Outcome<Descriptor> RootTree::opened(std::string_view path, int flags) const {
  if (path.find('\0') != std::string_view::npos) return std::unexpected(Errno{EINVAL});
  Outcome<Descriptor> result = opened_inside(relative(path), flags);
  if (!result) return std::unexpected(judged(path, result.error().value));
  return result;
}

Outcome<std::string> RootTree::read(std::string_view path) const {
  const Outcome<Descriptor> file = opened(path, kReadFlags);
  if (!file) return std::unexpected(file.error());
  return contents_of_regular(file->number());
}

Outcome<std::vector<std::string>> RootTree::list(std::string_view path) const {
  Outcome<Descriptor> folder = opened(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NONBLOCK);
  if (!folder) return std::unexpected(folder.error());
  DIR* stream = ::fdopendir(folder->number());
  if (!stream) return std::unexpected(Errno{errno});
  folder->release();  // closedir closes it
  std::vector<std::string> names;
  while (const dirent* entry = ::readdir(stream))
    if (std::strcmp(entry->d_name, ".") != 0 && std::strcmp(entry->d_name, "..") != 0) names.emplace_back(entry->d_name);
  ::closedir(stream);
  put_in_order(names);
  return names;
}

Outcome<std::string> RootTree::link(std::string_view path) const {
  std::array<char, 4096> target{};
  const auto text_of = [&target](ssize_t length) { return std::string(target.data(), static_cast<std::size_t>(length)); };
  if (whole_ && path.find('\0') == std::string_view::npos) {  // one call in place of three
    const ssize_t length = ::readlinkat(root_.number(), relative(path).c_str(), target.data(), target.size());
    if (length < 0) return std::unexpected(Errno{errno});
    return text_of(length);
  }
  const Outcome<Descriptor> place = opened(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (!place) return std::unexpected(place.error());
  const ssize_t length = ::readlinkat(place->number(), "", target.data(), target.size());
  if (length < 0) return std::unexpected(Errno{errno == ENOENT ? EINVAL : errno});  // ENOENT: not a link
  return text_of(length);
}

Outcome<Node> RootTree::node(std::string_view path) const {
  struct stat found{};
  if (whole_ && path.find('\0') == std::string_view::npos) {  // one call in place of three
    if (::fstatat(root_.number(), relative(path).c_str(), &found, AT_SYMLINK_NOFOLLOW) != 0)
      return std::unexpected(Errno{errno});
    return node_of(found);
  }
  const Outcome<Descriptor> place = opened(path, O_PATH | O_NOFOLLOW | O_CLOEXEC);
  if (!place) return std::unexpected(place.error());
  if (::fstat(place->number(), &found) != 0) return std::unexpected(Errno{errno});
  return node_of(found);
}

Outcome<std::string> RootTree::real(std::string_view path) const {
  if (!whole_) return FileTree::real(path);
  const Outcome<Descriptor> place = opened(path, O_PATH | O_CLOEXEC);
  if (!place) return std::unexpected(place.error());
  // The kernel has followed the links already and tells where that led; by hand it is several calls for each component.
  std::array<char, 4096> target{};
  const std::string link = base::format("/proc/self/fd/{}", place->number());
  const ssize_t length = ::readlink(link.c_str(), target.data(), target.size());
  const bool told = length > 0 && target[0] == '/' && std::cmp_less(length, target.size());
  return told ? std::string(target.data(), static_cast<std::size_t>(length)) : FileTree::real(path);
}

Outcome<std::unique_ptr<Folder>> RootTree::folder(std::string_view path) const {
  Outcome<Descriptor> folder = opened(path, O_PATH | O_DIRECTORY | O_CLOEXEC);
  if (!folder) return std::unexpected(folder.error());
  return std::make_unique<OpenFolder>(std::move(*folder), whole_);
}

}  // namespace railhead::sys
