#include "memlock/node/toml.h"

#include <gtest/gtest.h>

namespace railhead::memlock::node {
namespace {

using Values = std::vector<std::string>;

base::Result<std::optional<TomlList>> ulimits(std::string_view text) {
  return toml_string_list(text, "crio.runtime.default_ulimits", "crio.conf");
}

/// A text that has the list, and what is in it.
struct Row {
  const char* name;
  const char* text;
  Values values;
  std::size_t line;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

const Row kRows[] = {
    {"below its table", "[crio.runtime]\ndefault_ulimits = [\"a=1\"]\n", {"a=1"}, 2},
    {"dotted", "crio.runtime.default_ulimits=['a=1','b=2']", {"a=1", "b=2"}, 1},
    {"below a table above it", "[crio]\nruntime.default_ulimits = []", {}, 2},
    {"quoted key", "[crio.\"runtime\"]\n\"default_ulimits\" = [\"a\"]", {"a"}, 2},
    {"over lines, with comments and a last comma",
     "[crio.runtime] # here\ndefault_ulimits = [\n  \"a\", # one ]\n  'b',\n]\n",
     {"a", "b"},
     2},
    {"behind values of all kinds",
     "x = \"]#\"\ny = [ [1, 2], # [\n {a = '}'} ]\nz = \"\"\"\n[crio.runtime]\ndefault_ulimits = [\"no\"]\n\"\"\"\nt = "
     "1979-05-27T07:32:00Z\n"
     "[[plugins]]\nn = 1.5e3\n[crio.runtime]\nlog = true\ndefault_ulimits = [\"yes\"]",
     {"yes"},
     13},
    {"in CRLF", "[crio.runtime]\r\ndefault_ulimits = [\"a\"]\r\n", {"a"}, 2},
    {"behind a byte order mark", "\xef\xbb\xbf[crio.runtime]\ndefault_ulimits = [\"a\"]\n", {"a"}, 2},
    {"escaped quotes", "[crio.runtime]\ndefault_ulimits = [\"a\\\"b\\\\\"]\n", {"a\"b\\"}, 2},
};

class TomlRows : public testing::TestWithParam<Row> {};

TEST_P(TomlRows, Read) {
  const auto list = ulimits(GetParam().text);
  ASSERT_TRUE(list.has_value()) << list.error().message;
  ASSERT_TRUE(list->has_value());
  EXPECT_EQ(GetParam().values, (*list)->values);
  EXPECT_EQ(GetParam().line, (*list)->line);
}

INSTANTIATE_TEST_SUITE_P(Toml, TomlRows, testing::ValuesIn(kRows));

TEST(Toml, WithoutTheKey) {
  for (const char* text : {"", "# default_ulimits = [\"a\"]\n", "[crio]\ndefault_ulimits = [\"a\"]\n",
                           "[crio.runtime]\n#default_ulimits = []\n", "[[crio.runtime]]\ndefault_ulimits = [\"a\"]\n"}) {
    const auto list = ulimits(text);
    ASSERT_TRUE(list.has_value()) << text;
    EXPECT_FALSE(list->has_value()) << text;
  }
}

TEST(Toml, ErrorsNameTheLine) {
  const std::pair<const char*, const char*> rows[] = {
      {"[crio.runtime]\ndefault_ulimits = \"a\"\n", "crio.conf:2: expected an array of strings, found '\"a\"'"},
      {"[crio.runtime]\ndefault_ulimits = [1]\n", "crio.conf:2: expected a string or ']', found '1]'"},
      {"[crio.runtime]\ndefault_ulimits = [\"a\" \"b\"]\n", "crio.conf:2: expected ',' or ']', found '\"b\"]'"},
      {"[crio.runtime]\ndefault_ulimits = [\"a\",\n", "crio.conf:3: expected a string or ']', found the end of the file"},
      {"[crio.runtime\n", "crio.conf:1: expected ']', found the end of the line"},
      {"x\n", "crio.conf:1: expected '=', found the end of the line"},
      {"x =\n", "crio.conf:1: expected a value, found the end of the line"},
      {"x = 'a\n", "crio.conf:1: expected the end of a string, found the end of the line"},
      {"x = [1\n", "crio.conf:2: expected a closing bracket, found the end of the file"},
      {"[crio]\nruntime = {default_ulimits = []}\n",
       "crio.conf:2: crio.runtime is an inline table, which is not read here; write [crio.runtime]"},
      {"crio.runtime.default_ulimits = []\n[crio.runtime]\ndefault_ulimits = []\n",
       "crio.conf:3: crio.runtime.default_ulimits is set a second time"},
      {"[crio.runtime]\ndefault_ulimits = [\"a\\u0041\"]\n",
       "crio.conf:2: expected a limit such as \"nofile=1024:2048\", found a string with escapes"},
  };
  for (const auto& [text, message] : rows) {
    const auto list = ulimits(text);
    ASSERT_FALSE(list.has_value()) << text;
    EXPECT_EQ(message, list.error().message);
  }
}

TEST(Toml, EveryPrefixEnds) {
  const std::string text = kRows[5].text;
  for (std::size_t length = 0; length < text.size(); ++length) static_cast<void>(ulimits(text.substr(0, length)));
}

}  // namespace
}  // namespace railhead::memlock::node
