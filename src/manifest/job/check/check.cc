#include "manifest/job/check/check.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/check/hint.h"
#include "manifest/job/check/scalar.h"
#include "manifest/job/check/wording.h"
#include "manifest/pod/typed.h"

namespace railhead::manifest::job {
namespace {

using Member = std::pair<Value, Value>;
using Members = std::vector<Member>;

class Checker {
 public:
  Checker(const Section& document, Problems& problems) : document_(document), problems_(problems) {}

  void section(const Section& section, const Value& mapping, const std::string& path, void* object);

 private:
  /// Gives what the unknown keys were probably meant to be.
  std::set<std::string> unknown(const Section& section, const Members& members, const std::string& path);
  void field(const Field& field, const Value& value, const std::string& path, void* object);
  void one_text(const Field& field, const Value& value, const std::string& path, void* object);
  void texts(const Field& field, const Value& value, const std::string& path, void* object);
  void mapping(const Field& field, const Value& value, const std::string& path, void* object);
  void sections(const Field& field, const Value& value, const std::string& path, void* object);
  void choices(const Section& section, const Members& members, const Value& mapping, const std::string& path,
               const std::set<std::string>& meant);
  void unique(const Field& field, const std::vector<Value>& entries, const std::string& path);
  bool counts(const Field& field, std::size_t entries, const Value& value, const std::string& path);
  bool fits(const Value& value, const std::string& path);
  void wrong(const Field& field, const Value& value, const std::string& path, std::string_view suggestion = {}) {
    problems_.add(value, path, base::format("expected {}, found {}", expected(field), shown(value)), suggestion);
  }

  const Section& document_;
  Problems& problems_;
  std::size_t bytes_ = 0;  // of texts
  bool full_ = false;
};

constexpr std::size_t kMostKeys = 256;  // of a mapping whose fields the table has
constexpr std::size_t kMostText = std::size_t{4} << 20U;

const Member* member_of(const Members& members, std::string_view key) {
  const auto found = std::ranges::find_if(members, [key](const Member& one) { return one.first.view() == key; });
  return found == members.end() ? nullptr : &*found;
}

void Checker::section(const Section& section, const Value& mapping, const std::string& path, void* object) {
  const Members members = merged_members(mapping);
  if (members.size() > kMostKeys)
    return problems_.add(mapping, path, base::format("expected at most {} fields, found {}", kMostKeys, members.size()));
  const std::set<std::string> meant = unknown(section, members, path);
  for (const Field& one : section.fields) {
    const std::string inner = joined_path(path, one.key);
    if (const Member* member = member_of(members, one.key)) {
      field(one, member->second, inner, object);
    } else if (one.required && !meant.contains(hint_of(one.key))) {
      problems_.add(mapping, inner, base::format("missing; expected {}", expected(one)));
    } else if (!one.otherwise.empty() && one.put) {
      one.put(object, default_of(one));
    }
  }
  choices(section, members, mapping, path, meant);
}

std::set<std::string> Checker::unknown(const Section& section, const Members& members, const std::string& path) {
  std::set<std::string> meant;
  for (const auto& [key, value] : members) {
    const auto name = key.view();
    if (!name) {
      problems_.add(key, path, base::format("expected a field's name as key, found {}", shown(key)));
    } else if (std::ranges::none_of(section.fields, [&](const Field& one) { return one.key == *name; })) {
      const std::string hint = meant_key(*name, section, path, document_);
      meant.insert(hint);
      problems_.add(key, joined_path(path, *name), "there is no such field", hint);
    }
  }
  return meant;
}

void Checker::field(const Field& field, const Value& value, const std::string& path, void* object) {
  const bool is_mapping = value.is(NodeKind::mapping);
  switch (field.type) {
    case Type::texts: return texts(field, value, path, object);
    case Type::mapping: return mapping(field, value, path, object);
    case Type::sections: return sections(field, value, path, object);
    case Type::section_or_file:
    case Type::section_or_scalar:
      if (!is_mapping) return one_text(field, value, path, object);
      [[fallthrough]];
    case Type::section:
      if (!is_mapping) return wrong(field, value, path);
      return section(*field.inner, value, path, field.into(object));
    default: return one_text(field, value, path, object);
  }
}

void Checker::one_text(const Field& field, const Value& value, const std::string& path, void* object) {
  Read read = read_scalar(field, value);
  if (!read.message.empty()) {
    problems_.add(value, path, read.message, read.suggestion);
  } else if (fits(value, path) && field.put) {
    field.put(object, std::move(read.given));
  }
}

bool Checker::counts(const Field& field, std::size_t entries, const Value& value, const std::string& path) {
  if (entries >= field.least && entries <= field.most) return true;
  const std::string amount = entries < field.least ? base::format("at least {}", base::counted(field.least, "entry"))
                                                   : base::format("at most {} entries", field.most);
  problems_.add(value, path, base::format("expected {}, found {}", amount, entries == 0 ? "none" : std::to_string(entries)));
  return false;
}

/// False from where the texts are more than one file may have, aliases followed.
bool Checker::fits(const Value& value, const std::string& path) {
  bytes_ += value.view().value_or("").size();
  if (bytes_ <= kMostText) return true;
  if (!full_) problems_.add(value, path, base::format("expected at most {} MiB of text in a document", kMostText >> 20U));
  full_ = true;
  return false;
}

void Checker::texts(const Field& field, const Value& value, const std::string& path, void* object) {
  if (!value.is(NodeKind::sequence)) return wrong(field, value, path, listed_hint(value));
  const std::vector<Value> items = value.items();
  if (!counts(field, items.size(), value, path)) return;
  Given given;
  given.texts.reserve(items.size());
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < items.size() && !full_; ++i) {
    const std::string inner = joined_path(path, i);
    const Read read = read_entry(field, items[i]);
    if (!read.message.empty()) {
      problems_.add(items[i], inner, read.message, read.suggestion);
    } else if (!field.unique.empty() && !seen.insert(*items[i].view()).second) {
      problems_.add(items[i], inner, base::format("{} stands in the list already", shown(items[i])));
    } else if (fits(items[i], inner)) {
      given.texts.push_back(read.given.text);
    }
  }
  field.put(object, std::move(given));
}

void Checker::mapping(const Field& field, const Value& value, const std::string& path, void* object) {
  if (!value.is(NodeKind::mapping)) return wrong(field, value, path, mapping_hint(value));
  const Members members = merged_members(value);
  if (!counts(field, members.size(), value, path)) return;
  Given given;
  const FormatFacts& keys = keys_of(field);
  for (const auto& [key, one] : members) {
    if (full_) break;
    const std::string name(key.view().value_or(""));
    const std::string inner = joined_path(path, name);
    const Read read = read_entry(field, one);
    if (name.size() > keys.longest || !keys.fits(name)) {
      problems_.add(key, inner, base::format("expected as key {}, found {}", keys.expected, shown(key)));
    } else if (!read.message.empty()) {
      problems_.add(one, inner, read.message, read.suggestion);
    } else if (fits(key, inner) && fits(one, inner)) {
      given.words.emplace(name, read.given.text);
    }
  }
  field.put(object, std::move(given));
}

void Checker::sections(const Field& field, const Value& value, const std::string& path, void* object) {
  if (!value.is(NodeKind::sequence)) return wrong(field, value, path);
  const std::vector<Value> items = value.items();
  if (!counts(field, items.size(), value, path)) return;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string inner = joined_path(path, i);
    // An entry of its own even where it is wrong, so that those behind it keep their places.
    void* entry = field.into(object);
    if (items[i].is(NodeKind::mapping)) {
      section(*field.inner, items[i], inner, entry);
    } else {
      problems_.add(items[i], inner, base::format("expected a mapping, found {}", shown(items[i])));
    }
  }
  unique(field, items, path);
}

void Checker::unique(const Field& field, const std::vector<Value>& entries, const std::string& path) {
  for (const std::string_view key : base::words(field.unique)) {
    std::map<std::string_view, std::size_t> seen;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      const Value value = entries[i][key];
      const auto text = value.view();
      if (!text) continue;
      const auto [first, added] = seen.emplace(*text, i);
      if (added) continue;
      const std::string inner = joined_path(joined_path(path, i), key);
      problems_.add(value, inner, base::format("{} is that of {} already", shown(value), joined_path(path, first->second)));
    }
  }
}

void Checker::choices(const Section& section, const Members& members, const Value& mapping, const std::string& path,
                      const std::set<std::string>& meant) {
  for (const Choice& choice : section.choices) {
    std::vector<std::string_view> there;
    std::ranges::copy_if(choice.keys, std::back_inserter(there), [&](std::string_view key) { return is_given(members, key); });
    const bool misspelt = std::ranges::any_of(choice.keys, [&](std::string_view key) { return meant.contains(hint_of(key)); });
    if (there.empty() && choice.needed && !misspelt)
      problems_.add(mapping, path,
                    base::format("expected {}, found {}", alternatives(choice.keys),
                                 choice.keys.size() == 2 ? "neither" : "none of them"));
    for (std::size_t i = 1; i < there.size(); ++i)
      problems_.add(member_of(members, there[i])->first, joined_path(path, there[i]),
                    base::format("expected {} or {}, found both", there[0], there[i]));
  }
  for (const Beside& beside : section.beside) {
    const Member* member = member_of(members, beside.key);
    const bool alone = std::ranges::none_of(beside.others, [&](std::string_view key) { return member_of(members, key); });
    if (member && alone && is_given(members, beside.key))
      problems_.add(member->first, joined_path(path, beside.key),
                    base::format("expected only beside {}", alternatives(beside.others)));
  }
}

}  // namespace

void check_document(const Value& root, const Section& document, void* object, Problems& problems) {
  Checker(document, problems).section(document, root, "", object);
}

}  // namespace railhead::manifest::job
