#pragma once

#include <string>
#include <vector>

#include "lint/judged.h"
#include "lint/reading.h"

namespace railhead::lint {

/// The annotation by which a manifest says that a finding is meant so.
constexpr const char* kIgnore = "railhead.dev/ignore";

/// One "id: reason". `id` is a check or a family of them. Of a pod template it holds from `from` to before `until` only, as
/// lines of the file.
struct Ignore {
  std::string id;
  std::string reason;
  std::uint64_t from = 0;
  std::uint64_t until = UINT64_MAX;
};

/// What the annotations of an object and of its pod templates say: entries are lines, or are cut by semicolons. One without a
/// reason, or of an id that no check has, is a note and ignores nothing.
std::vector<Ignore> ignores_of(const Item& item, std::vector<Note>& notes);

/// Marks the findings that are ignored.
void mark_ignored(const std::vector<Ignore>& ignores, std::vector<JudgedFinding>& findings);

}  // namespace railhead::lint
