#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "manifest/edit/draft.h"

namespace railhead::manifest {

/// At byte `at` of a text `removed` bytes give way to `text`. `path` names the place for people: "spec.containers[main].env".
struct Splice {
  std::size_t at = 0;
  std::size_t removed = 0;
  std::string text = {};
  std::string path = {};
};

/// What the edits of a draft are in its text, in order of their places. Only whole lines come in between those of block style,
/// and the lines that are there stay as they are.
std::vector<Splice> splices_of(const Draft& draft);

/// `splices` in order of their places, none over another.
std::string spliced(std::string_view text, const std::vector<Splice>& splices);

/// Parses `text`, which is that of the draft with its edits made, and compares what it means with what the draft means. An
/// internal error where it is not the same: nothing must be written then.
base::Result<void> verified(const Draft& draft, std::string_view text);

}  // namespace railhead::manifest
