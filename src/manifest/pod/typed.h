#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "manifest/facts/origin.h"
#include "manifest/yaml/document.h"

/// Fields of an object with the types that the API gives them. kubectl reads YAML 1.1 and sends JSON: yes is a boolean and 0x10
/// is 16 where they stand without quotes, "1000" in quotes is text, and the server refuses text where it wants a number.
namespace railhead::manifest {

enum class ScalarType : std::uint8_t { null, boolean, whole_number, number, text };

/// What kubectl takes a scalar for.
ScalarType scalar_type(const Value& value);

/// What was found while an object was read. The first thing of a wrong type counts; reading goes on with what is left out.
struct Findings {
  std::optional<base::Error> error = {};
  std::vector<std::string> unknown = {};  // "FILE:LINE: spec.foo", at most 64
  std::size_t entries = 0;                // of lists and of mappings of texts, in all
  std::size_t bytes = 0;                  // of their texts
};

/// Entries of a list that are read, and of all lists of an object together (aliases make many of few lines); more is an error.
constexpr std::size_t kMostEntries = 4096;
constexpr std::size_t kMostEntriesInAll = 65536;
/// Bytes of the texts in all lists and mappings of an object.
constexpr std::size_t kMostTextInAll = std::size_t{4} << 20U;

/// A mapping that is read field by field. What is absent, empty or null gives nothing. It must not outlive document, origin and
/// findings.
class Section {
 public:
  /// `path` is how messages call it: "spec.securityContext", "" for the object itself.
  Section(Value value, std::string path, const Origin& origin, Findings& findings);

  bool there() const { return value_.is(NodeKind::mapping); }
  const Value& value() const { return value_; }
  const std::string& path() const { return path_; }
  /// FILE:LINE
  std::string place() const { return origin_.place(value_); }

  std::optional<std::string> text(std::string_view key);
  std::optional<bool> boolean(std::string_view key);
  std::optional<std::int64_t> whole_number(std::string_view key);
  std::optional<std::vector<std::string>> texts(std::string_view key);
  std::optional<std::vector<std::int64_t>> whole_numbers(std::string_view key);
  /// A mapping of texts, as labels are.
  std::map<std::string, std::string> words(std::string_view key);
  /// there() is false of one that is absent.
  Section section(std::string_view key);
  /// A list of mappings.
  std::vector<Section> sections(std::string_view key);
  /// Passes over a field whose value does not matter here. True where it is there and not null.
  bool passed(std::string_view key);
  /// The other fields of the mapping are unknown: they are noted.
  void end();

  /// Notes an error about a field: "FILE:LINE: spec.hostPID: expected true or false, found text: \"yes\"".
  void refuse(const Value& value, std::string_view key, std::string_view expected);
  /// The same with words of its own behind the field's name.
  void refuse_because(const Value& value, std::string_view key, std::string_view why);

 private:
  Value field(std::string_view key);
  std::string path_of(std::string_view key) const;
  std::vector<Value> list(std::string_view key);
  bool counts(std::size_t entries, const Value& value, std::string_view key);
  bool fits(const Value& text, std::string_view key);

  Value value_;
  std::string path_;
  const Origin& origin_;
  Findings& findings_;
  std::vector<std::string_view> known_ = {};  // keys that were asked for
};

}  // namespace railhead::manifest
