#include "lint/judged.h"

#include "base/format.h"

namespace railhead::lint {

std::string Place::text() const {
  if (line == 0) return file;
  return column == 0 ? base::format("{}:{}", file, line) : base::format("{}:{}:{}", file, line, column);
}

std::string JudgedObject::title() const {
  if (name.empty()) return kind.empty() ? "a text without a kind" : kind;
  return kind.empty() ? name : kind + "/" + name;
}

}  // namespace railhead::lint
