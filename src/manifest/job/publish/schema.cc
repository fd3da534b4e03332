#include "manifest/job/publish/schema.h"

#include <algorithm>
#include <iterator>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/publish/json.h"
#include "manifest/job/read.h"

// What a schema cannot say is left to read_jobs: overlapping subnets, unique names, what fields have to do with each other.
namespace railhead::manifest::job {
namespace {

using Members = std::vector<std::pair<std::string, Tree>>;

Tree listed_words(std::span<const std::string_view> texts) {
  return words(std::vector<std::string>(texts.begin(), texts.end()));
}

Tree reference(const Section& section) { return word(base::format("#/$defs/{}", section.name)); }

/// A text of a format. `written`: numbers and booleans are taken as they are written.
void add_text(Members& members, const Field& field, bool written) {
  const FormatFacts& facts = format_of(field);
  const bool sized = field.format == Format::size || field.format == Format::cpus || field.format == Format::shm;
  if (!written) members.emplace_back("type", word("string"));
  if (written && facts.fits("true")) members.emplace_back("type", words({"string", "number", "boolean"}));
  if (written && !facts.fits("true")) members.emplace_back("type", words({"string", "number"}));
  if (!facts.fits("")) members.emplace_back("minLength", number(1));
  members.emplace_back("maxLength", number(facts.longest));
  if (!facts.pattern.empty()) members.emplace_back("pattern", word(std::string(facts.pattern)));
  if (written && sized) members.emplace_back("exclusiveMinimum", number(0));
}

Tree entry_schema(const Field& field) {
  Members members;
  add_text(members, field, true);
  return mapping(std::move(members));
}

void add_list(Members& members, const Field& field, Tree items) {
  members.emplace_back("type", word("array"));
  members.emplace_back("items", std::move(items));
  if (field.least > 0) members.emplace_back("minItems", number(field.least));
  members.emplace_back("maxItems", number(field.most));
  if (field.unique == ".") members.emplace_back("uniqueItems", truth(true));
}

void add_mapping(Members& members, const Field& field) {
  const FormatFacts& keys = keys_of(field);
  members.emplace_back("type", word("object"));
  members.emplace_back("propertyNames",
                       mapping({{"pattern", word(std::string(keys.pattern))}, {"maxLength", number(keys.longest)}}));
  members.emplace_back("additionalProperties", entry_schema(field));
  members.emplace_back("maxProperties", number(field.most));
}

void add_number(Members& members, const Field& field) {
  members.emplace_back("type", word("integer"));
  members.emplace_back("minimum", number(field.least));
  members.emplace_back("maximum", number(field.most));
}

void add_section_or_text(Members& members, const Field& field, bool written) {
  Members text;
  add_text(text, field, written);
  members.emplace_back("anyOf", sequence({mapping({{"$ref", reference(*field.inner)}}), mapping(std::move(text))}));
}

void add_type(Members& members, const Field& field) {
  switch (field.type) {
    case Type::text: return add_text(members, field, false);
    case Type::scalar: return add_text(members, field, true);
    case Type::word: members.emplace_back("enum", listed_words(field.words)); return;
    case Type::number: return add_number(members, field);
    case Type::truth: members.emplace_back("type", word("boolean")); return;
    case Type::texts: return add_list(members, field, entry_schema(field));
    case Type::mapping: return add_mapping(members, field);
    case Type::section: members.emplace_back("$ref", reference(*field.inner)); return;
    case Type::sections: return add_list(members, field, mapping({{"$ref", reference(*field.inner)}}));
    case Type::section_or_file: return add_section_or_text(members, field, false);
    case Type::section_or_scalar: return add_section_or_text(members, field, true);
  }
}

Tree field_schema(const Field& field) {
  Members members = {{"description", word(std::string(field.meaning))}};
  add_type(members, field);
  if (!field.otherwise.empty()) {
    const bool text = field.type == Type::text || field.type == Type::scalar || field.type == Type::word;
    members.emplace_back("default", Tree{.text = std::string(field.otherwise), .is_text = text});
  }
  return mapping(std::move(members));
}

/// {"required": ["a"]}; a boolean that is false says nothing.
Tree given(const Section& section, std::string_view key) {
  Members members = {{"required", words({std::string(key)})}};
  for (const Field& field : section.fields)
    if (field.key == key && field.type == Type::truth)
      members.emplace_back("properties", mapping({{std::string(key), mapping({{"const", truth(true)}})}}));
  return mapping(std::move(members));
}

/// One of the keys, and no two of them.
Tree choice_schema(const Section& section, const Choice& choice) {
  std::vector<Tree> each;
  each.reserve(choice.keys.size());
  for (const std::string_view key : choice.keys) each.push_back(given(section, key));
  Tree one = sequence(std::move(each));
  if (choice.needed) return mapping({{"oneOf", std::move(one)}});
  return mapping({{"anyOf", sequence({mapping({{"oneOf", one}}), mapping({{"not", mapping({{"anyOf", one}})}})})}});
}

Tree beside_schema(const Section& section, const Beside& beside) {
  std::vector<Tree> others;
  others.reserve(beside.others.size());
  for (const std::string_view key : beside.others) others.push_back(mapping({{"required", words({std::string(key)})}}));
  return mapping({{"if", given(section, beside.key)}, {"then", mapping({{"anyOf", sequence(std::move(others))}})}});
}

Tree section_schema(const Section& section) {
  Members properties;
  std::vector<std::string> required;
  for (const Field& field : section.fields) {
    properties.emplace_back(field.key, field_schema(field));
    if (field.required) required.emplace_back(field.key);
  }
  Members members = {{"description", word(std::string(section.meaning))},
                     {"type", word("object")},
                     {"properties", mapping(std::move(properties))},
                     {"additionalProperties", truth(false)}};
  if (!required.empty()) members.emplace_back("required", words(required));
  std::vector<Tree> all;
  all.reserve(section.choices.size() + section.beside.size());
  for (const Choice& choice : section.choices) all.push_back(choice_schema(section, choice));
  for (const Beside& beside : section.beside) all.push_back(beside_schema(section, beside));
  if (!all.empty()) members.emplace_back("allOf", sequence(std::move(all)));
  return mapping(std::move(members));
}

}  // namespace

std::string schema_text(std::string_view title, std::string_view description, Members root,
                        const std::vector<const Section*>& sections) {
  Members definitions;
  for (const Section* section : sections) definitions.emplace_back(section->name, section_schema(*section));
  Members members = {{"$schema", word("https://json-schema.org/draft/2020-12/schema")},
                     {"title", word(std::string(title))},
                     {"description", word(std::string(description))}};
  std::ranges::move(root, std::back_inserter(members));
  members.emplace_back("$defs", mapping(std::move(definitions)));
  return json_text(mapping(std::move(members)));
}

std::string document_schema(std::string_view title, std::string_view description, const Section& document) {
  return schema_text(title, description, {{"$ref", reference(document)}}, sections_of({&document}));
}

std::string job_schema() {
  // Not oneOf: its errors would tell nothing of the fields.
  const Tree is_profile = mapping(
      {{"required", words({"kind"})}, {"properties", mapping({{"kind", mapping({{"const", word("ClusterProfile")}})}})}});
  return schema_text("railhead.yaml", base::format("A cluster profile or a training job of {}.", kApiVersion),
                     {{"if", is_profile},
                      {"then", mapping({{"$ref", reference(cluster_profile())}})},
                      {"else", mapping({{"$ref", reference(training_job())}})}},
                     all_sections());
}

}  // namespace railhead::manifest::job
