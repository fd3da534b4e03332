#include "manifest/yaml/yaml.h"

#include <gtest/gtest.h>

#include <string>
#include <tuple>

namespace railhead::manifest {
namespace {

Document document_of(std::string_view text) {
  Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty()) << parsed.errors[0].line << ": " << parsed.errors[0].message;
  EXPECT_EQ(parsed.documents.size(), 1U);
  return parsed.documents.empty() ? Document() : std::move(parsed.documents[0]);
}

YamlError error_of(std::string_view text) {
  const Parsed parsed = parse_yaml(text);
  EXPECT_EQ(parsed.errors.size(), 1U) << text;
  return parsed.errors.empty() ? YamlError() : parsed.errors[0];
}

TEST(Yaml, KeepsLineAndTextOfEachValue) {
  const Document document = document_of("a: 1\nb:\n  - x\n  - {c: 'two words'}\n");
  const Value root(document);
  EXPECT_EQ(root["a"].integer(), 1);
  EXPECT_EQ(root["b"].items()[0].text(), "x");
  EXPECT_EQ(root["b"].items()[1]["c"].text(), "two words");
  EXPECT_EQ(root["b"].items()[1]["c"].line(), 4U);
}

TEST(Yaml, WhatIsNotThereIsNoValue) {
  const Document document = document_of("a: {b: ~, c: '', d: null}\n");
  const Value root(document);
  EXPECT_FALSE(root["x"]["y"].text());
  EXPECT_FALSE(root["a"]["b"].text());
  EXPECT_EQ(root["a"]["c"].text(), "");
  EXPECT_FALSE(root["a"]["d"].text());
  EXPECT_TRUE(root["a"].items().empty());
}

TEST(Yaml, BytesThatAreNoTextAreAnErrorWhereTheyStand) {
  // libfyaml does not come to an end on the first.
  for (const auto& [text, line, column] : {std::tuple{std::string("%k\x9cnd: Pod\n"), 1U, 3U},
                                           {std::string("kind: Pod\nname: \0\n", 18), 2U, 7U},
                                           {std::string("a: 1\nb: \xc2\x80\n"), 2U, 4U},
                                           {std::string("a: \x1b[0m\n"), 1U, 4U}}) {
    const YamlError error = error_of(text);
    EXPECT_EQ(error.line, line) << text;
    EXPECT_EQ(error.column, column) << text;
    EXPECT_NE(error.message.find("UTF-8"), std::string::npos) << error.message;
  }
  EXPECT_TRUE(parse_yaml("a: \xc3\xa9\t\xe2\x82\xac\r\n").errors.empty());
}

TEST(Yaml, ReadsBooleansAsKubectlDoes) {
  const Document document = document_of("a: yes\nb: 'false'\nc: maybe\nd: ON\n");
  const Value root(document);
  EXPECT_EQ(root["a"].boolean(), true);
  EXPECT_EQ(root["b"].boolean(), false);
  EXPECT_EQ(root["c"].boolean(), std::nullopt);
  EXPECT_EQ(root["d"].boolean(), true);
}

TEST(Yaml, ReadsJson) {
  const Document document = document_of("{\"a\": {\"b\": [1, \"x\\ny\"]}}");
  EXPECT_EQ(Value(document)["a"]["b"].items()[1].text(), "x\ny");
}

TEST(Yaml, FollowsAliasesAndMergeKeys) {
  const Document document = document_of("base: &b {x: 1, y: 2}\none: *b\ntwo: {<<: *b, y: 3}\n");
  const Value root(document);
  EXPECT_EQ(root["one"]["x"].integer(), 1);
  EXPECT_EQ(root["two"]["x"].integer(), 1);
  EXPECT_EQ(root["two"]["y"].integer(), 3);
}

TEST(Yaml, ReadsSeveralDocuments) {
  const Parsed parsed = parse_yaml("a: 1\n---\nb: 2\n---\n");
  ASSERT_GE(parsed.documents.size(), 2U);
  EXPECT_EQ(Value(parsed.documents[1])["b"].integer(), 2);
  EXPECT_EQ(Value(parsed.documents[1])["b"].line(), 3U);
}

TEST(Yaml, NamesBothLinesOfAKeyThatIsThereTwice) {
  const YamlError error = error_of("a: 1\nb: 2\na: 3\n");
  EXPECT_EQ(error.line, 3U);
  EXPECT_EQ(error.message, "expected each key once; 'a' stands in line 1 already");
}

TEST(Yaml, SaysWhereATextGoesWrong) {
  EXPECT_EQ(error_of("a: 1\nb: [1, 2\nc: 3\n").line, 4U) << "a bracket is missed at the end";
  EXPECT_EQ(error_of("a: *nowhere\n").message, "expected an alias of an anchor that stands before it");
}

TEST(Yaml, KeepsDocumentsBeforeTheBrokenOne) {
  const Parsed parsed = parse_yaml("a: 1\n---\nb: [\n");
  EXPECT_EQ(parsed.documents.size(), 1U);
  EXPECT_EQ(parsed.errors.size(), 1U);
}

TEST(Yaml, IsNotLedIntoTheDepths) {
  EXPECT_NE(error_of(std::string(100'000, '[')).message.find("levels of nesting"), std::string::npos);
  std::string steps;
  for (int i = 0; i < 2000; ++i) steps += std::string(static_cast<std::size_t>(i), ' ') + "a:\n";
  EXPECT_NE(error_of(steps).message.find("levels of nesting"), std::string::npos);
}

TEST(Yaml, ABombOfAliasesIsAsLargeAsItsText) {
  std::string bomb = "a0: &a0 [x, x, x, x, x, x, x, x]\n";
  for (int i = 1; i < 30; ++i) {
    const std::string below = "*a" + std::to_string(i - 1);
    bomb += "a" + std::to_string(i) + ": &a" + std::to_string(i) + " [";
    for (int j = 0; j < 8; ++j) bomb += (j ? ", " : "") + below;
    bomb += "]\n";
  }
  EXPECT_LT(document_of(bomb).nodes.size(), 400U);
}

TEST(Yaml, SaysThatAnEmptyBlockScalarIsNotUnderstood) {
  const YamlError error = error_of("data:\n  a: |\n  b: text\nc: 1\n");
  EXPECT_EQ(error.line, 3U);
  EXPECT_NE(error.message.find("write \"\" where there is none"), std::string::npos) << error.message;
  for (const char* right : {"data:\n  a: |\n   b: text\n", "data:\n  a: |\nb: 1\n", "a: |\n b\n", "- |\n a\n",
                            "a:\n- |\n  a\n- b: >-\n    c\n", "|\n a\n", "a: |\n\n\n  b\n", "a: |2\n    b\n"})
    EXPECT_TRUE(parse_yaml(right).errors.empty()) << right;
}

TEST(Yaml, HoldsNoMoreValuesThanAsked) {
  const Parsed parsed = parse_yaml("[1, 2, 3, 4, 5, 6]", 4);
  ASSERT_EQ(parsed.errors.size(), 1U);
  EXPECT_EQ(parsed.errors[0].message, "expected no more than 4 values");
}

}  // namespace
}  // namespace railhead::manifest
