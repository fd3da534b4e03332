#pragma once

#include <cstdint>
#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/job/fields/format.h"

/// The table of the fields of railhead.yaml. It is what files are checked by, what the JSON Schema and the reference page are
/// made of, and where the defaults stand. Other files have tables of the same form.
namespace railhead::manifest::job {

enum class Type : std::uint8_t {
  text,
  scalar,    // text; a number or a boolean is taken as it is written: 4.20 stays "4.20"
  word,      // one of `words`
  number,    // whole, from `least` to `most`
  truth,     // true or false
  texts,     // a list of scalars
  mapping,   // of names to scalars
  section,   // a mapping with the fields of `inner`
  sections,  // a list of those
  section_or_file,
  section_or_scalar  // a mapping with the fields of `inner`, or one scalar instead
};

/// A value that was checked, for the struct that it goes into.
struct Given {
  std::string text = {};
  std::uint64_t number = 0;  // of a word: its place among the words
  bool truth = false;
  std::vector<std::string> texts = {};
  std::map<std::string, std::string> words = {};
};

/// Puts a value into the struct of its section; `into` gives the struct of a section within it, a new one for each entry of a
/// list.
using Put = void (*)(void* object, Given given);
using Into = void* (*)(void* object);

/// A word that is refused with a reason of its own.
struct Refused {
  std::string_view word = {};
  std::string_view why = {};
  std::string_view suggestion = {};
};

struct Section;

struct Field {
  std::string_view key;
  Type type = Type::text;
  Format format = Format::any;  // of the text, the entries or the values
  Format keys = Format::any;    // of a mapping
  std::span<const std::string_view> words = {};
  Refused refused = {};
  std::uint64_t least = 0;  // of a number, or of the entries
  std::uint64_t most = 0;
  std::string_view unique = {};  // "." for texts; of a list of mappings the keys whose values must differ, with blanks between
  bool required = false;
  std::string_view otherwise = {};  // the default, as it is written in the file
  std::string_view meaning;
  std::string_view also = {};  // names that people try instead, with blanks between
  const Section* inner = nullptr;
  Put put = nullptr;
  Into into = nullptr;
  const FormatFacts* own = nullptr;       // the format where `format` is Format::own
  const FormatFacts* own_keys = nullptr;  // that of the keys where `keys` is Format::own
};

inline const FormatFacts& format_of(const Field& field) {
  return field.format == Format::own ? *field.own : facts_of(field.format);
}
inline const FormatFacts& keys_of(const Field& field) {
  return field.keys == Format::own ? *field.own_keys : facts_of(field.keys);
}

/// Of these keys there is at most one, or exactly one.
struct Choice {
  std::span<const std::string_view> keys;
  bool needed = false;
};

/// `key` is there only beside one of `others`.
struct Beside {
  std::string_view key;
  std::span<const std::string_view> others;
};

/// The fields of one mapping.
struct Section {
  std::string_view name;     // in the schema
  std::string_view meaning;  // one sentence
  std::span<const Field> fields;
  std::span<const Choice> choices = {};
  std::span<const Beside> beside = {};
};

/// The documents; their objects are a JobDocument.
const Section& cluster_profile();
const Section& training_job();
/// spec of a ClusterProfile, which spec.cluster of a TrainingJob may be too. Its object is a ClusterProfile.
extern const Section kClusterSpec;
/// Sections within them that have a file of their own.
extern const Section kRail;
extern const Section kSriov;
extern const Section kVolume;

/// All of them, each behind the one that it is first used in.
std::vector<const Section*> all_sections();
/// The same of the documents of another table.
std::vector<const Section*> sections_of(std::initializer_list<const Section*> documents);

constexpr std::string_view kApiVersion = "railhead.dev/v1alpha1";

}  // namespace railhead::manifest::job
