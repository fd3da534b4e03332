#include "manifest/job/check/path.h"

#include <algorithm>

#include "base/text.h"

namespace railhead::manifest::job {

Value nearest_at(const Value& root, std::string_view path) {
  Value at = root;
  while (!path.empty()) {
    Value next;
    if (path.starts_with('[')) {
      const std::size_t end = path.find(']');
      const auto entry = base::unsigned_number(path.substr(1, end - 1));
      const std::vector<Value> items = at.items();
      if (!entry || *entry >= items.size()) return at;
      next = items[*entry];
      path.remove_prefix(end + 1);
    } else {
      if (path.starts_with('.')) path.remove_prefix(1);
      const std::size_t end = std::min(path.find_first_of(".["), path.size());
      next = at[path.substr(0, end)];
      path.remove_prefix(end);
    }
    if (!next) return at;
    at = next;
  }
  return at;
}

}  // namespace railhead::manifest::job
