#include "manifest/job/check/hint.h"

#include <algorithm>

#include "base/format.h"
#include "base/nearest.h"
#include "base/text.h"
#include "manifest/job/check/problems.h"

namespace railhead::manifest::job {
namespace {

constexpr std::size_t kLongest = 40;

/// Without what people write differently: capitals, '-' and '_'.
std::string plain(std::string_view word) {
  std::string text = base::lowered(word);
  std::erase_if(text, [](char c) { return c == '-' || c == '_'; });
  return text;
}

/// As far as a word may be off: two letters, one of a short word, a third of a long one.
std::size_t most_edits(std::size_t length) { return length < 4 ? 1 : std::max(length / 3, std::size_t{2}); }

const Field* by_other_name(std::string_view key, const Section& section) {
  const auto found = std::ranges::find_if(
      section.fields, [&](const Field& field) { return std::ranges::count(base::words(field.also), key) > 0; });
  return found == section.fields.end() ? nullptr : &*found;
}

bool has_key(const Section& section, std::string_view key) {
  return std::ranges::any_of(section.fields, [key](const Field& field) { return field.key == key; });
}

/// The path of a section that has the field; entries of lists are left out. As deep as the table is.
std::string section_with(std::string_view key, const Section& section, const std::string& path) {
  if (has_key(section, key)) return path;
  for (const Field& field : section.fields) {
    if (!field.inner || field.type == Type::sections) continue;
    const std::string inner = joined_path(path, field.key);
    if (std::string found = section_with(key, *field.inner, inner); !found.empty()) return found;
  }
  return {};
}

}  // namespace

std::string hint_of(std::string_view name) { return base::format("did you mean {}?", name); }

std::string meant(std::string_view word, const std::vector<std::string>& names) {
  if (word.empty() || word.size() > kLongest) return {};
  const std::string simple = plain(word);
  std::vector<std::string> simple_names;
  simple_names.reserve(names.size());
  for (const std::string& name : names) simple_names.push_back(plain(name));
  // A word that was not written to its end is nearer than one with another letter.
  const auto begun = std::ranges::find_if(simple_names, [&simple](const std::string& name) {
    return name.starts_with(simple) && name.size() <= simple.size() + most_edits(simple.size());
  });
  const std::string near = begun == simple_names.end() ? base::nearest(simple, simple_names) : *begun;
  if (near.empty() || base::edits_between(simple, near) > most_edits(std::min(simple.size(), near.size()))) return {};
  const auto place = std::ranges::find(simple_names, near) - simple_names.begin();
  return hint_of(names[static_cast<std::size_t>(place)]);
}

std::string meant_key(std::string_view key, const Section& section, std::string_view path, const Section& document) {
  if (key.empty() || key.size() > kLongest) return {};
  if (const Field* field = by_other_name(key, section)) return hint_of(field->key);
  if (const std::string other = section_with(key, document, ""); !other.empty() && other != path)
    return hint_of(joined_path(other, key));
  std::vector<std::string> names;
  names.reserve(section.fields.size());
  for (const Field& field : section.fields) names.emplace_back(field.key);
  return meant(key, names);
}

}  // namespace railhead::manifest::job
