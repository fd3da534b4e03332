#include "memlock/node/docker_json.h"

#include <gtest/gtest.h>

namespace railhead::memlock::node {
namespace {

constexpr const char* kInner = "{\"Name\": \"memlock\", \"Soft\": -1, \"Hard\": -1}";

File file(std::string text) { return {.path = "daemon.json", .text = std::move(text)}; }

/// What merging makes of a file; "@" stands for the limit.
struct Row {
  const char* name;
  const char* before;
  const char* after;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

std::string filled(std::string text) {
  for (std::size_t at = text.find('@'); at != std::string::npos; at = text.find('@')) text.replace(at, 1, kInner);
  return text;
}

const Row kRows[] = {
    {"no file", "", "{\n  \"default-ulimits\": {\n    \"memlock\": @\n  }\n}\n"},
    {"blanks", " \n", "{\n  \"default-ulimits\": {\n    \"memlock\": @\n  }\n}\n"},
    {"an empty object", "{}\n", "{\n  \"default-ulimits\": {\n    \"memlock\": @\n  }\n}\n"},
    {"indented by four", "{\n    \"debug\": true\n}\n",
     "{\n    \"debug\": true,\n    \"default-ulimits\": {\n        \"memlock\": @\n    }\n}\n"},
    {"indented by tabs", "{\n\t\"a\" : [1,\t2]\n}",
     "{\n\t\"a\" : [1,\t2],\n\t\"default-ulimits\": {\n\t\t\"memlock\": @\n\t}\n}"},
    {"on one line", "{\"a\": \"}\\\"\", \"b\": 1e2}", "{\"a\": \"}\\\"\", \"b\": 1e2, \"default-ulimits\": {\"memlock\": @}}"},
    {"beside another limit",
     "{\n  \"default-ulimits\": {\n    \"nofile\": {\"Name\":\"nofile\",\"Soft\":1,\"Hard\":2}\n  },\n  \"z\": 1.50\n}",
     "{\n  \"default-ulimits\": {\n    \"nofile\": {\"Name\":\"nofile\",\"Soft\":1,\"Hard\":2},\n    \"memlock\": @\n  },\n  "
     "\"z\": 1.50\n}"},
    {"an empty default-ulimits", "{\"default-ulimits\": { }, \"a\": 1}", "{\"default-ulimits\": {\"memlock\": @}, \"a\": 1}"},
    {"another value", "{\"default-ulimits\":{\"memlock\":{\"Name\":\"memlock\",\"Soft\":8388608,\"Hard\":8388608}},\"a\":null}",
     "{\"default-ulimits\":{\"memlock\":@},\"a\":null}"},
    {"the value already", "{\"default-ulimits\":{\"memlock\":{\"Hard\":-1,\"Name\":\"memlock\",\"Soft\":-1}}}",
     "{\"default-ulimits\":{\"memlock\":{\"Hard\":-1,\"Name\":\"memlock\",\"Soft\":-1}}}"},
    {"the value without its name", "{\"default-ulimits\":{\"memlock\":{\"Hard\":-1,\"Soft\":-1}}}",
     "{\"default-ulimits\":{\"memlock\":@}}"},
    {"keys with escapes", "{\"default\\u002dulimits\":{\"mem\\u006cock\":1}}",
     "{\"default\\u002dulimits\":{\"mem\\u006cock\":@}}"},
    {"nested namesakes", "{\"x\": {\"default-ulimits\": 1}, \"y\": \"default-ulimits\"}",
     "{\"x\": {\"default-ulimits\": 1}, \"y\": \"default-ulimits\", \"default-ulimits\": {\"memlock\": @}}"},
    {"in CRLF", "{\r\n  \"a\": 1\r\n}\r\n",
     "{\r\n  \"a\": 1,\r\n  \"default-ulimits\": {\r\n    \"memlock\": @\r\n  }\r\n}\r\n"},
};

class DockerRows : public testing::TestWithParam<Row> {};

TEST_P(DockerRows, Merged) {
  const auto text = with_docker_limit(file(GetParam().before), {});
  ASSERT_TRUE(text.has_value()) << text.error().message;
  EXPECT_EQ(filled(GetParam().after), *text);
  EXPECT_EQ(*text, *with_docker_limit(file(*text), {})) << "merging twice changes nothing";
  const auto setting = docker_setting(file(*text));
  ASSERT_TRUE(setting.has_value() && setting->has_value());
  EXPECT_FALSE((*setting)->limit->soft.has_value()) << "unlimited";
}

INSTANTIATE_TEST_SUITE_P(DockerJson, DockerRows, testing::ValuesIn(kRows));

TEST(DockerJson, ErrorsNameTheLine) {
  const std::pair<const char*, const char*> rows[] = {
      {"{\n  \"a\": 1,\n}\n", "daemon.json:3: expected JSON, found '}'"},
      {"[]", "daemon.json:1: expected an object"},
      {"{\"a\": 1e999}", "daemon.json: expected numbers that 64 bits hold, found a larger one"},
      {"{\n\"default-ulimits\": []}", "daemon.json:2: expected an object for \"default-ulimits\""},
      {"{\"default-ulimits\": {},\n\"default-ulimits\": {}}", "daemon.json:1: \"default-ulimits\" is there twice"},
      {"{\"a\": ", "daemon.json:1: expected JSON, found the end of the file"},
  };
  for (const auto& [text, message] : rows) {
    const auto merged = with_docker_limit(file(text), {});
    ASSERT_FALSE(merged.has_value()) << text;
    EXPECT_EQ(message, merged.error().message);
  }
}

TEST(DockerJson, ASettingHasItsLine) {
  const auto setting = docker_setting(
      file("{\n\"default-ulimits\": {\n\"nofile\": {},\n\"memlock\": {\"Name\": \"memlock\", \"Soft\": 1, \"Hard\": 2}}}"));
  ASSERT_TRUE(setting.has_value() && setting->has_value());
  EXPECT_EQ(4U, (*setting)->line);
  EXPECT_EQ(2U, *(*setting)->limit->hard);
}

TEST(DockerJson, NumbersAndDepthBeyondAllAreErrors) {
  const auto number = with_docker_limit(file("{\"a\": 1e999}"), {});
  ASSERT_FALSE(number.has_value());
  EXPECT_EQ(number.error().message, "daemon.json: expected numbers that 64 bits hold, found a larger one");
  EXPECT_FALSE(docker_setting(file("{\"a\": 1e999}")).has_value());
  const std::string deep = "{\"a\":\n" + std::string(200000, '[') + std::string(200000, ']') + "}";
  const auto nested = with_docker_limit(file(deep), {});
  ASSERT_FALSE(nested.has_value());
  EXPECT_EQ(nested.error().message, "daemon.json:2: expected at most 64 values inside each other");
  EXPECT_TRUE(with_docker_limit(file("{\"a\": \"" + std::string(200, '[') + "\"}"), {}).has_value()) << "brackets in a text";
}

TEST(DockerJson, ASizeIsBothSoftAndHard) {
  const auto text = with_docker_limit(file(""), {base::gibibytes(1)});
  EXPECT_NE(text->find("\"Soft\": 1073741824, \"Hard\": 1073741824"), std::string::npos) << *text;
}

TEST(DockerJson, AValueThatMakesNoSenseIsNoLimit) {
  for (const char* value :
       {"{}", "1", "{\"Soft\": \"x\", \"Hard\": 1}", "{\"Soft\": -2, \"Hard\": 1}", "{\"Soft\": 1.5, \"Hard\": 2}"}) {
    const auto setting = docker_setting(file(std::string("{\"default-ulimits\": {\"memlock\": ") + value + "}}"));
    ASSERT_TRUE(setting.has_value() && setting->has_value()) << value;
    EXPECT_FALSE((*setting)->limit.has_value()) << value;
  }
}

}  // namespace
}  // namespace railhead::memlock::node
