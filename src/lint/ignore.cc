#include "lint/ignore.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/facts/pod_template.h"

namespace railhead::lint {
namespace {

constexpr std::size_t kMostEntries = 256;

/// Pieces of the annotation's text.
std::vector<std::string_view> entries_of(std::string_view text) {
  std::vector<std::string_view> entries;
  for (const std::string_view line : base::lines(text))
    for (const std::string_view piece : base::split(line, ';'))
      if (const std::string_view entry = base::trimmed(piece); !entry.empty() && entries.size() < kMostEntries)
        entries.push_back(entry);
  return entries;
}

class Collector {
 public:
  Collector(const Item& item, std::vector<Note>& notes) : item_(item), notes_(notes) {}

  void take(const manifest::Value& metadata, std::uint64_t from, std::uint64_t until) {
    const manifest::Value value = metadata["annotations"][kIgnore];
    if (!value) return;
    const auto text = value.text();
    const Place place = item_.place_of(item_.origin->place(value));
    if (!text || base::trimmed(*text).empty()) return note(place, "is empty: write 'ID: REASON'");
    for (const std::string_view entry : entries_of(*text)) take_entry(entry, place, from, until);
  }
  std::vector<Ignore> found;

 private:
  void take_entry(std::string_view entry, const Place& place, std::uint64_t from, std::uint64_t until) {
    const std::size_t colon = entry.find(':');
    const std::string id(base::trimmed(entry.substr(0, colon)));
    const std::string_view reason =
        colon == std::string_view::npos ? std::string_view() : base::trimmed(entry.substr(colon + 1));
    if (const auto checks = check::selected({.only = {id}, .skip = {}}); !checks)
      return note(place, base::format("{}: {}", checks.error().message, checks.error().suggestion));
    if (reason.empty())
      return note(place, base::format("'{0}' has no reason and is not honoured: write '{0}: REASON'", base::one_line(id)));
    found.push_back({id, base::one_line(reason.substr(0, 500)), from, until});
  }
  void note(const Place& place, const std::string& what) { notes_.push_back({place, base::format("{}: {}", kIgnore, what)}); }

  const Item& item_;
  std::vector<Note>& notes_;
};

bool covers(const Ignore& ignore, const JudgedFinding& finding) {
  const std::string& id = finding.result.check->id;
  const bool named = id == ignore.id || (id.starts_with(ignore.id) && id[ignore.id.size()] == '.');
  return named && finding.place.line >= ignore.from && finding.place.line < ignore.until;
}

}  // namespace

std::vector<Ignore> ignores_of(const Item& item, std::vector<Note>& notes) {
  Collector collector(item, notes);
  if (item.text.find(kIgnore) == std::string_view::npos) return {};
  collector.take(item.root["metadata"], 0, UINT64_MAX);
  const std::vector<manifest::FoundTemplate> templates = manifest::pod_templates(item.root);
  const auto begin = [&](std::size_t i) {
    const auto& above = templates[i].above;
    return item.origin->number((above.empty() ? templates[i].spec : above.back()).line());
  };
  for (std::size_t i = 0; i < templates.size(); ++i) {
    if (templates[i].above.size() < 2) continue;  // its metadata is the object's own
    // What is found of an object with one template is found of that, wherever it stands.
    const bool alone = templates.size() == 1;
    const std::uint64_t until = i + 1 < templates.size() ? begin(i + 1) : UINT64_MAX;
    collector.take(templates[i].metadata, alone ? 0 : begin(i), until);
  }
  return std::move(collector.found);
}

void mark_ignored(const std::vector<Ignore>& ignores, std::vector<JudgedFinding>& findings) {
  for (JudgedFinding& finding : findings) {
    const auto by = std::ranges::find_if(ignores, [&](const Ignore& ignore) { return covers(ignore, finding); });
    if (by != ignores.end() && finding.result.finding.verdict == check::Verdict::violated) finding.ignored = by->reason;
  }
}

}  // namespace railhead::lint
