#include "manifest/edit/undo.h"

#include <algorithm>

#include "base/format.h"
#include "manifest/edit/hash.h"
#include "manifest/edit/layout.h"
#include "manifest/edit/record.h"
#include "manifest/edit/same.h"
#include "manifest/edit/splice.h"
#include "manifest/edit/words.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

constexpr std::string_view kNothing = "\"\"";

Value record_in(const Value& object) { return object["metadata"].own("annotations").own(kInjected); }

/// What the hash is of: empty lines at the end come and go when files are put together.
std::string_view hashed(std::string_view text, std::size_t base) {
  const std::size_t end = text.find_last_not_of(" \t\r\n");
  return end == std::string_view::npos || end < base ? std::string_view() : text.substr(base, end + 1 - base);
}

std::size_t base_of(const Document& document) { return document.nodes.empty() ? 0 : document.nodes.front().begin; }

/// The value of a record gives way to an empty one: what is said of the text must not depend on the record.
Splice emptied(const Document& document, std::uint32_t value) {
  const std::size_t begin = outer_begin(document.nodes[value]);
  return {.at = begin, .removed = outer_end(document, value) - begin, .text = std::string(kNothing)};
}

/// Where the empty record stands in the text after `splices`; npos: nowhere.
std::size_t record_place(const std::vector<Splice>& splices) {
  std::size_t before = 0;
  std::size_t removed = 0;
  for (const Splice& splice : splices) {
    const std::size_t key = splice.text.find(kInjected);
    const std::size_t at = splice.text == kNothing ? 0 : key == std::string::npos ? key : splice.text.find(kNothing, key);
    if (at != std::string::npos) return splice.at + before - removed + at;
    before += splice.text.size();
    removed += splice.removed;
  }
  return std::string::npos;
}

/// `splices` were made to `text`, and the document's value begins at `base`.
UndoStep step_of(std::string_view text, const std::vector<Splice>& splices, std::size_t base, std::string_view result) {
  UndoStep step{.hash = hash_of(hashed(result, base))};
  std::size_t added = 0;
  std::size_t removed = 0;
  for (const Splice& splice : splices) {
    if (splice.text != kNothing)
      step.edits.push_back({.at = splice.at + added - removed - base,
                            .length = splice.text.size(),
                            .hash = hash_of(splice.text),
                            .path = splice.path,
                            .was = std::string(text.substr(splice.at, splice.removed))});
    added += splice.text.size();
    removed += splice.removed;
  }
  return step;
}

/// As JSON is where the document is, in single quotes otherwise: nothing in a record has any, but what a manifest itself names.
std::string quoted_record(const Document& document, const std::string& record) {
  const Node& root = document.nodes.front();
  const bool json = root.style == Style::flow && root.first != kNoNode && document.nodes[root.first].style == Style::quoted;
  return json ? in_quotes(record) : in_single_quotes(record);
}

base::Error not_meant(const char* what) {
  return {.code = base::Code::internal,
          .message = base::format("the text {} does not mean what it should, and is not written", what),
          .cause = "",
          .suggestion = "Please tell us: it is a fault of railhead."};
}

/// The place of an edit in a text that was changed since: the nearest one with the same bytes.
std::optional<std::size_t> place_in(std::string_view text, std::size_t base, const ReverseEdit& edit) {
  std::optional<std::size_t> nearest;
  const auto distance = [&](std::size_t place) {
    const std::size_t meant = base + edit.at;
    return place > meant ? place - meant : meant - place;
  };
  for (const std::size_t place : places_of(text, edit.length, edit.hash))
    if (!nearest || distance(place) < distance(*nearest)) nearest = place;
  return nearest;
}

bool is_there(std::string_view text, std::size_t at, const ReverseEdit& edit) {
  return at <= text.size() && edit.length <= text.size() - at && hash_of(text.substr(at, edit.length)) == edit.hash;
}

/// Takes the edits of a step back, the last one first.
void take_back(Undone& undone, std::size_t base, const UndoStep& step) {
  const bool whole = hash_of(hashed(undone.text, base)) == step.hash;
  for (auto edit = step.edits.rbegin(); edit != step.edits.rend(); ++edit) {
    std::optional<std::size_t> at = base + edit->at;
    if (!whole) at = place_in(undone.text, base, *edit);
    if (!at || !is_there(undone.text, *at, *edit)) {
      undone.left.push_back(edit->path);
      continue;
    }
    undone.text.replace(*at, edit->length, edit->was);
  }
}

}  // namespace

Value record_of(const Document& document) {
  const Value root(document);
  if (const Value record = record_in(root); record.view()) return record;
  for (const Value& item : root["items"].items())
    if (const Value record = record_in(item); record.view()) return record;
  return {};
}

base::Result<std::string> edited(const Draft& draft) {
  if (!draft.changed()) return std::string(draft.text());
  std::string result = spliced(draft.text(), splices_of(draft));
  if (auto good = verified(draft, result); !good) return std::unexpected(good.error());
  return result;
}

base::Result<std::string> recorded(Draft& draft, const Value& object) {
  if (!draft.changed()) return std::string(draft.text());
  const Value before = record_of(draft.document());
  UndoRecord record;
  Value value = before;
  if (before) {
    auto read = read_record(before.text().value_or(""));
    if (!read) return std::unexpected(read.error());
    record = *std::move(read);
  } else {
    const auto metadata = draft.collection(object, "metadata", NodeKind::mapping);
    if (!metadata) return std::unexpected(metadata.error());
    const auto annotations = draft.collection(*metadata, "annotations", NodeKind::mapping);
    if (!annotations) return std::unexpected(annotations.error());
    const auto added = draft.set(*annotations, kInjected, word(""));
    if (!added) return std::unexpected(added.error());
    value = *added;
  }
  std::vector<Splice> splices = splices_of(draft);
  if (before) splices.push_back(emptied(draft.document(), before.number()));
  std::ranges::stable_sort(splices, {}, &Splice::at);
  std::string result = spliced(draft.text(), splices);
  record.steps.insert(record.steps.begin(), step_of(draft.text(), splices, base_of(draft.document()), result));
  const std::string text = written(record);
  const std::size_t place = record_place(splices);
  if (place == std::string::npos) return std::unexpected(not_meant("with a record"));
  result.replace(place, kNothing.size(), quoted_record(draft.document(), text));
  draft.rewrite(value, text);
  if (auto good = verified(draft, result); !good) return std::unexpected(good.error());
  return result;
}

base::Result<Undone> undone(std::string_view text, const Document& document) {
  Undone undone{.text = std::string(text)};
  const Value value = record_of(document);
  if (!value) return undone;
  const auto record = read_record(value.text().value_or(""));
  if (!record) return std::unexpected(record.error());
  undone.text = spliced(text, {emptied(document, value.number())});
  for (const UndoStep& step : record->steps) take_back(undone, base_of(document), step);
  if (!parse_yaml(undone.text).errors.empty()) return std::unexpected(not_meant("without what was injected"));
  return undone;
}

}  // namespace railhead::manifest
