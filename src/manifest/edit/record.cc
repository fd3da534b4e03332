#include "manifest/edit/record.h"

#include "base/format.h"
#include "base/text.h"
#include "manifest/edit/words.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kMostValues = 1U << 20;

std::string hash_text(std::uint64_t hash) { return base::format("{:016x}", hash); }

std::string written(const ReverseEdit& edit) {
  const std::string was = edit.was.empty() ? "" : "," + in_quotes(edit.was);
  return base::format("[{},{},\"{}\",{}{}]", edit.at, edit.length, hash_text(edit.hash), in_quotes(edit.path), was);
}

base::Error damaged(std::string why) {
  return {.code = base::Code::malformed,
          .message = base::format("the annotation {} cannot be read", kInjected),
          .cause = std::move(why),
          .suggestion = "Take the annotation out, and what it was for by hand: what was added cannot be told any more."};
}

std::optional<std::uint64_t> count_of(const Value& value) {
  const auto text = value.view();
  return text ? base::unsigned_number(*text) : std::nullopt;
}

std::optional<std::uint64_t> hash_in(const Value& value) {
  const auto text = value.view();
  return text ? base::unsigned_number(*text, 16) : std::nullopt;
}

std::optional<ReverseEdit> edit_of(const Value& value) {
  const std::vector<Value> parts = value.items();
  if (parts.size() < 4 || parts.size() > 5) return std::nullopt;
  const auto at = count_of(parts[0]);
  const auto length = count_of(parts[1]);
  const auto hash = hash_in(parts[2]);
  const auto path = parts[3].text();
  if (!at || !length || !hash || !path) return std::nullopt;
  return ReverseEdit{*at, *length, *hash, *path, parts.size() == 5 ? parts[4].text().value_or("") : ""};
}

}  // namespace

std::string written(const UndoRecord& record) {
  std::string text = "{\"version\":1,\"steps\":[";
  for (const UndoStep& step : record.steps) {
    if (&step != &record.steps.front()) text += ",";
    text += base::format("{{\"hash\":\"{}\",\"edits\":[", hash_text(step.hash));
    for (const ReverseEdit& edit : step.edits) text += (&edit == &step.edits.front() ? "" : ",") + written(edit);
    text += "]}";
  }
  return text + "]}";
}

base::Result<UndoRecord> read_record(std::string_view text) {
  const Parsed parsed = parse_yaml(text, kMostValues);
  if (!parsed.errors.empty() || parsed.documents.size() != 1) return std::unexpected(damaged("it is not JSON"));
  const Value root(parsed.documents.front());
  if (root["version"].view() != "1") return std::unexpected(damaged("its version is not 1, the one that this railhead knows"));
  UndoRecord record;
  for (const Value& step : root["steps"].items()) {
    const auto hash = hash_in(step["hash"]);
    if (!hash) return std::unexpected(damaged("a step has no hash"));
    record.steps.push_back({.hash = *hash});
    for (const Value& edit : step["edits"].items()) {
      auto read = edit_of(edit);
      if (!read) return std::unexpected(damaged("an edit is not [place, length, hash, path]"));
      record.steps.back().edits.push_back(*std::move(read));
    }
  }
  return record;
}

}  // namespace railhead::manifest
