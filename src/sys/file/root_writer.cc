#include "sys/file/root_writer.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstring>

#include "base/format.h"
#include "base/text.h"
#include "sys/file/walk.h"

namespace railhead::sys {
namespace {

constexpr int kFolderFlags = O_RDONLY | O_DIRECTORY | O_CLOEXEC;

base::Error failed(const std::string& what, int error) {
  const bool denied = error == EACCES || error == EPERM || error == EROFS;
  return {.code = denied ? base::Code::denied : base::Code::unavailable,
          .message = what,
          .cause = std::strerror(error),
          .suggestion = denied ? "Nothing was changed. Writing there needs root." : "Nothing was changed."};
}

base::Error unusable(const std::string& path, const char* why) {
  return {.code = base::Code::malformed,
          .message = base::format("{} {}", base::one_line(path), why),
          .suggestion = "Nothing was changed. Put a plain file there, or change the one that is meant by hand."};
}

base::Result<void> write_all(int fd, std::string_view text, const std::string& path) {
  while (!text.empty()) {
    const ssize_t count = ::write(fd, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(failed("cannot write " + path, errno));
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

base::Result<void> own(int fd, const Owned& owned, const std::string& path) {
  if (::fchmod(fd, owned.mode & 07777) != 0) return std::unexpected(failed("cannot set the mode of " + path, errno));
  struct stat now{};
  if (::fstat(fd, &now) != 0) return std::unexpected(failed("cannot look at " + path, errno));
  const uid_t uid = owned.uid.value_or(now.st_uid);
  const gid_t gid = owned.gid.value_or(now.st_gid);
  if (uid == now.st_uid && gid == now.st_gid) return {};
  if (::fchown(fd, uid, gid) != 0) return std::unexpected(failed("cannot set the owner of " + path, errno));
  return {};
}

bool on_one_device(int one, int other) {
  struct stat first{};
  struct stat second{};
  return ::fstat(one, &first) == 0 && ::fstat(other, &second) == 0 && first.st_dev == second.st_dev;
}

std::string parent_of(const std::string& path) { return path.substr(0, path.rfind('/')); }

}  // namespace

StagedFile::~StagedFile() {
  if (nursery_.open() && !temporary_.empty()) ::unlinkat(nursery_.number(), temporary_.c_str(), 0);
}

base::Result<void> StagedFile::commit() {
  if (::renameat(nursery_.number(), temporary_.c_str(), folder_.number(), name_.c_str()) != 0)
    return std::unexpected(failed("cannot replace " + path_, errno));
  temporary_.clear();
  ::fsync(folder_.number());  // it is in its place already: what a failure here would say cannot be acted on
  return {};
}

base::Result<RootWriter> RootWriter::open(const std::string& root) {
  Descriptor folder(::open(root.c_str(), kFolderFlags));
  if (folder.open()) return RootWriter(std::move(folder));
  base::Error error = failed(base::format("cannot open the root '{}'", base::one_line(root)), errno);
  if (errno == ENOENT || errno == ENOTDIR) error.code = base::Code::not_found;
  return std::unexpected(std::move(error));
}

base::Result<Descriptor> RootWriter::folder(const std::string& path) const {
  Descriptor current(::openat(root_.number(), ".", kFolderFlags));
  std::string seen;
  for (std::string_view part : base::split(path, '/')) {
    if (part.empty()) continue;
    seen += "/" + std::string(part);
    Outcome<Descriptor> next = open_below(root_.number(), seen, kFolderFlags);
    if (!next && next.error().value == ENOENT) {
      if (::mkdirat(current.number(), std::string(part).c_str(), 0755) != 0)
        return std::unexpected(errno == EEXIST ? unusable(seen, "is a link that leads nowhere")
                                               : failed("cannot make the folder " + seen, errno));
      next = open_below(root_.number(), seen, kFolderFlags);
    }
    if (!next) return std::unexpected(failed("cannot open the folder " + seen, next.error().value));
    current = std::move(*next);
  }
  return current;
}

base::Result<StagedFile> RootWriter::stage(const std::string& path, const std::string& text, const Owned& owned) const {
  StagedFile staged;
  staged.path_ = path;
  staged.name_ = path.substr(path.rfind('/') + 1);
  base::Result<Descriptor> own_folder = folder(parent_of(path));
  if (!own_folder) return std::unexpected(own_folder.error());
  staged.folder_ = std::move(*own_folder);
  struct stat found{};
  if (::fstatat(staged.folder_.number(), staged.name_.c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0 && !S_ISREG(found.st_mode))
    return std::unexpected(unusable(path, S_ISLNK(found.st_mode) ? "is a link" : "is no plain file"));
  base::Result<Descriptor> above = folder(parent_of(parent_of(path)));
  if (!above) return std::unexpected(above.error());
  const bool same = on_one_device(above->number(), staged.folder_.number());
  staged.nursery_ = same ? std::move(*above) : Descriptor(::dup(staged.folder_.number()));
  const std::string temporary = base::format(".{}.{}.tmp", staged.name_, ::getpid());
  const Descriptor file(
      ::openat(staged.nursery_.number(), temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600));
  if (!file.open()) return std::unexpected(failed("cannot create a file for " + path, errno));
  staged.temporary_ = temporary;
  if (const auto written = write_all(file.number(), text, path); !written) return std::unexpected(written.error());
  if (const auto done = own(file.number(), owned, path); !done) return std::unexpected(done.error());
  if (::fsync(file.number()) != 0) return std::unexpected(failed("cannot write " + path, errno));
  return staged;
}

}  // namespace railhead::sys
