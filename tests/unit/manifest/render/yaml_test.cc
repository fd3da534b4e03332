// What yaml_of writes reads back as it was, whatever it is.
#include <gtest/gtest.h>

#include "manifest/render/plan.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest::render {
namespace {

class Written : public testing::TestWithParam<std::string> {};

std::string read(const Value& value) { return value.text().value_or("(none)"); }

TEST_P(Written, ReadsBackAsItWas) {
  const std::string& text = GetParam();
  const Members members = {{"value", word(text)},
                           {"list", sequence({word(text), mapping({{"inner", word(text)}, {"last", word("end")}})})},
                           {"map", mapping({{"deep", mapping({{"er", word(text)}})}, {"k " + text, number(7)}})}};
  const std::string yaml = yaml_of(members);
  const Parsed parsed = parse_yaml(yaml);
  ASSERT_TRUE(parsed.errors.empty()) << parsed.errors[0].message << "\n" << yaml;
  ASSERT_EQ(parsed.documents.size(), 1U) << yaml;
  const Value root(parsed.documents[0]);
  EXPECT_EQ(read(root["value"]), text) << yaml;
  ASSERT_EQ(root["list"].items().size(), 2U) << yaml;
  EXPECT_EQ(read(root["list"].items()[0]), text) << yaml;
  EXPECT_EQ(read(root["list"].items()[1]["inner"]), text) << yaml;
  EXPECT_EQ(read(root["list"].items()[1]["last"]), "end") << yaml;
  EXPECT_EQ(read(root["map"]["deep"]["er"]), text) << yaml;
  EXPECT_EQ(root["map"]["k " + text].integer(), 7) << yaml;
}

const std::vector<std::string> kTexts = {"",
                                         " ",
                                         "\t",
                                         "\n",
                                         "\n\n",
                                         "plain",
                                         "yes",
                                         "~",
                                         "null",
                                         "0x1f",
                                         "1e3",
                                         "2026-03-04",
                                         "a: b",
                                         "a #b",
                                         "# c",
                                         "- d",
                                         "say \"yes\" and 'no'",
                                         "back\\slash \\n",
                                         "{{ .Values.x }}",
                                         "*star &anchor !tag",
                                         "%percent @at `tick`",
                                         "one\n",
                                         "one\ntwo",
                                         "one\ntwo\n",
                                         "one\n\n\ntwo\n\n\n",
                                         "\none\n",
                                         "\n  one\ntwo\n",
                                         "  one\n two\n",
                                         "\tone\n\ttwo\n",
                                         "one \n  \n two\t\n",
                                         "---\nkind: Pod\n...\n",
                                         "|\n>\n",
                                         "one\r\ntwo\r\n",
                                         "one\x01\ntwo",
                                         "one\xC2\x85two\nthree",
                                         "one\xE2\x80\xA8two\nthree",
                                         "gr\xC3\xBC\xC3\x9F\nzur\xC3\xBC"
                                         "ck\n",
                                         "last line has blanks\n   "};

INSTANTIATE_TEST_SUITE_P(RenderYaml, Written, testing::ValuesIn(kTexts));

TEST(RenderYaml, ScriptsStandAsTheyAre) {
  EXPECT_EQ(yaml_of({{"data", mapping({{"run.sh", word("#!/bin/sh\nset -e\n  exec \"$@\"  # go\n")}})}}),
            "data:\n  run.sh: |\n    #!/bin/sh\n    set -e\n      exec \"$@\"  # go\n");
}

// Readers of YAML 1.1 take them for ends of lines, those of 1.2 do not.
TEST(RenderYaml, OtherLineEndsAreEscaped) {
  EXPECT_EQ(yaml_of({{"a", word("1\xC2\x85 2\xE2\x80\xA8 3\xE2\x80\xA9 4\x7F 5\r\n")}}),
            "a: \"1\\u0085 2\\u2028 3\\u2029 4\\u007f 5\\u000d\\n\"\n");
}

TEST(RenderYaml, NumbersAndTruthsAreNotTexts) {
  EXPECT_EQ(yaml_of({{"a", number(3)}, {"b", word("3")}, {"c", truth(true)}, {"d", word("true")}, {"e", mapping({})}}),
            "a: 3\nb: \"3\"\nc: true\nd: \"true\"\ne: {}\n");
}

TEST(RenderYaml, ListsBeginInTheColumnOfTheirKey) {
  EXPECT_EQ(yaml_of({{"a", mapping({{"b", sequence({mapping({{"c", words({"d"})}, {"e", sequence({})}})})}})}}),
            "a:\n  b:\n  - c:\n    - d\n    e: []\n");
}

}  // namespace
}  // namespace railhead::manifest::render
