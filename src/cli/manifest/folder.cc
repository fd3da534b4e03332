#include "cli/manifest/folder.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace railhead::cli {
namespace {

constexpr std::size_t kDeepest = 64;
constexpr std::size_t kMostFiles = 100'000;

bool is_manifest(const std::string& name) {
  return name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".json");
}

base::Error refused(const std::string& path, const std::string& why, base::Code code = base::Code::malformed) {
  return {.code = code, .message = base::format("cannot read '{}'", base::one_line(path)), .cause = why};
}

class Walk {
 public:
  base::Result<void> enter(const std::string& folder, const struct stat& status) {
    const std::pair<dev_t, ino_t> self{status.st_dev, status.st_ino};
    if (std::ranges::find(above_, self) != above_.end())
      return std::unexpected(refused(folder, "it is a link to a folder that it stands in"));
    if (above_.size() >= kDeepest) return std::unexpected(refused(folder, "it lies more than 64 folders deep"));
    above_.push_back(self);
    auto done = look_through(folder);
    above_.pop_back();
    return done;
  }
  std::vector<std::string> found;

 private:
  base::Result<void> look_through(const std::string& folder) {
    std::error_code error;
    std::vector<std::string> names;
    for (std::filesystem::directory_iterator entry(folder, error), none; !error && entry != none; entry.increment(error))
      names.push_back(entry->path().filename().string());
    if (error)
      return std::unexpected(
          refused(folder, error.message(), error.value() == EACCES ? base::Code::denied : base::Code::malformed));
    std::ranges::sort(names);
    for (const std::string& name : names)
      if (!name.starts_with('.'))
        if (auto done = visit(base::format("{}{}{}", folder, folder.ends_with('/') ? "" : "/", name), is_manifest(name)); !done)
          return done;
    return {};
  }

  base::Result<void> visit(const std::string& path, bool wanted) {
    struct stat status{};
    if (::stat(path.c_str(), &status) != 0) {
      if (wanted) return std::unexpected(refused(path, std::strerror(errno)));
      return {};
    }
    if (S_ISDIR(status.st_mode)) return enter(path, status);
    if (!wanted) return {};
    if (!S_ISREG(status.st_mode)) return std::unexpected(refused(path, "it is no file"));
    if (found.size() >= kMostFiles) return std::unexpected(refused(path, "there are more than 100,000 files"));
    found.push_back(path);
    return {};
  }

  std::vector<std::pair<dev_t, ino_t>> above_;
};

}  // namespace

base::Result<std::vector<std::string>> manifests_in(const std::string& folder) {
  struct stat status{};
  if (::stat(folder.c_str(), &status) != 0) return std::unexpected(refused(folder, std::strerror(errno)));
  Walk walk;
  if (auto done = walk.enter(folder, status); !done) return std::unexpected(done.error());
  if (walk.found.empty())
    return std::unexpected(base::Error{.code = base::Code::not_found,
                                       .message = base::format("no manifest in '{}'", base::one_line(folder)),
                                       .cause = "no *.yaml, *.yml or *.json in it or below it",
                                       .suggestion = "Name a file of another ending itself, or '-' for stdin."});
  return std::move(walk.found);
}

}  // namespace railhead::cli
