#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace railhead::manifest {

/// The annotation on an object that says what was done to its text, so that it can be undone.
constexpr const char* kInjected = "railhead.dev/injected";

/// How one edit is taken back: `length` bytes at `at`, counted from where the document's value begins, give way to `was`.
/// `hash` is that of the bytes.
struct ReverseEdit {
  std::size_t at = 0;
  std::size_t length = 0;
  std::uint64_t hash = 0;
  std::string path = {};  // for people
  std::string was = {};
};

/// The edits of one run of inject, in order of their places. `hash` is that of the text after them with an empty record in it.
struct UndoStep {
  std::uint64_t hash = 0;
  std::vector<ReverseEdit> edits = {};
};

/// The last step first.
struct UndoRecord {
  std::vector<UndoStep> steps = {};
};

/// One line of JSON. {"version":1,"steps":[{"hash":"...","edits":[{"at":1,"length":2,"hash":"...","path":"..."}]}]}
std::string written(const UndoRecord& record);

/// An error where it is not what `written` gives, or of a version that is not known here.
base::Result<UndoRecord> read_record(std::string_view text);

}  // namespace railhead::manifest
