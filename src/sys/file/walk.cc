#include "sys/file/walk.h"

#include <fcntl.h>
#include <sys/stat.h>

#include <array>
#include <cerrno>
#include <deque>
#include <string>
#include <vector>

#include "base/format.h"
#include "base/text.h"

namespace railhead::sys {
namespace {

constexpr int kMostLinks = 40;  // path_resolution(7)

/// Where a walk stands: the folders from the root down, and the names still to go.
class Walk {
 public:
  Walk(int root, std::string_view path) : root_(root) { push_front(path); }

  /// Opens the last place as an O_PATH descriptor; `follow` says whether a link in last place is followed.
  Outcome<Descriptor> finish(bool follow) {
    while (!rest_.empty()) {
      const std::string name = std::move(rest_.front());
      rest_.pop_front();
      const int problem = step(name, follow || !rest_.empty());
      if (problem != 0) return std::unexpected(Errno{problem});
    }
    Descriptor last(::openat(here(), ".", O_PATH | O_CLOEXEC));
    if (!stack_.empty()) last = std::move(stack_.back());
    if (!last.open()) return std::unexpected(Errno{errno});
    return last;
  }

 private:
  int here() const { return stack_.empty() ? root_ : stack_.back().number(); }

  void push_front(std::string_view path) {
    const std::vector<std::string_view> pieces = base::split(path, '/');
    for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
      if (!piece->empty() && *piece != ".") rest_.emplace_front(*piece);
  }

  int step(const std::string& name, bool follow) {
    if (name == "..") {
      if (!stack_.empty()) stack_.pop_back();
      return 0;
    }
    Descriptor next(::openat(here(), name.c_str(), O_PATH | O_NOFOLLOW | O_CLOEXEC));
    if (!next.open()) return errno;
    struct stat found{};
    if (::fstat(next.number(), &found) != 0) return errno;
    if (S_ISLNK(found.st_mode) && follow) return follow_link(next.number());
    stack_.push_back(std::move(next));
    return 0;
  }

  int follow_link(int link) {
    if (++links_ > kMostLinks) return ELOOP;
    std::array<char, 4096> target{};
    const ssize_t length = ::readlinkat(link, "", target.data(), target.size());
    if (length < 0) return errno;
    const std::string_view text(target.data(), static_cast<std::size_t>(length));
    if (text.starts_with('/')) stack_.clear();
    push_front(text);
    return 0;
  }

  int root_;
  int links_ = 0;
  std::vector<Descriptor> stack_;
  std::deque<std::string> rest_;
};

}  // namespace

Outcome<Descriptor> open_below(int root, std::string_view path, int flags) {
  Outcome<Descriptor> place = Walk(root, path).finish((flags & O_NOFOLLOW) == 0);
  if (!place || (flags & O_PATH) != 0) return place;
  const int number = ::open(base::format("/proc/self/fd/{}", place->number()).c_str(), flags);
  if (number < 0) return std::unexpected(Errno{errno});
  return Descriptor(number);
}

}  // namespace railhead::sys
