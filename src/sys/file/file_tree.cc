#include "sys/file/file_tree.h"

#include <cerrno>
#include <deque>

#include "base/text.h"

namespace railhead::sys {
namespace {

constexpr int kMostLinks = 40;  // path_resolution(7)

void push_front(std::deque<std::string>& components, std::string_view path) {
  const std::vector<std::string_view> pieces = base::split(path, '/');
  for (auto piece = pieces.rbegin(); piece != pieces.rend(); ++piece)
    if (!piece->empty() && *piece != ".") components.emplace_front(*piece);
}

void drop_last(std::string& path) { path.resize(path.empty() ? 0 : path.rfind('/')); }

}  // namespace

Outcome<std::string> FileTree::real(std::string_view path) const {
  std::deque<std::string> rest;
  push_front(rest, path);
  std::string done;
  int links = 0;
  while (!rest.empty()) {
    const std::string component = std::move(rest.front());
    rest.pop_front();
    if (component == "..") {
      drop_last(done);
      continue;
    }
    std::string next = done;
    next += '/';
    next += component;
    const Outcome<Node> found = node(next);
    if (!found) return std::unexpected(found.error());
    if (found->type != NodeType::link) {
      done = next;
      continue;
    }
    if (++links > kMostLinks) return std::unexpected(Errno{ELOOP});
    const Outcome<std::string> target = link(next);
    if (!target) return std::unexpected(target.error());
    if (target->starts_with('/')) done.clear();
    push_front(rest, *target);
  }
  return done.empty() ? "/" : done;
}

bool FileTree::exists(std::string_view path) const { return real(path).has_value(); }

}  // namespace railhead::sys
