// The reference page and the schema, which are made of the table.
#include <gtest/gtest.h>

#include <regex>

#include "manifest/job/fields/field.h"
#include "manifest/job/publish/json.h"
#include "manifest/yaml/yaml.h"
#include "tests/support/small_world.h"
#include "tests/unit/manifest/job/said.h"

namespace railhead::manifest::job {
namespace {

TEST(JobReference, IsThePageInDocs) {
  const std::string page = test::file_text(test::source_path("docs/railhead.yaml.md"));
  EXPECT_TRUE(page == job_reference()) << "docs/railhead.yaml.md is not what job_reference() gives";
}

TEST(JobReference, ItsExampleIsRight) {
  const std::string page = job_reference();
  const std::size_t begin = page.find("```yaml\n") + 8;
  const JobFile file = read_jobs(page.substr(begin, page.find("```\n", begin) - begin), "page");
  EXPECT_EQ(said(file.problems), "");
  ASSERT_EQ(file.documents.size(), 1U);
  EXPECT_TRUE(conflicts(*file.documents[0].job, *file.documents[0].cluster).empty());
}

TEST(JobSchema, HasEveryField) {
  const Parsed parsed = parse_yaml(job_schema());
  ASSERT_TRUE(parsed.errors.empty() && parsed.documents.size() == 1);
  const Value definitions = Value(parsed.documents[0])["$defs"];
  std::size_t fields = 0;
  for (const Section* section : all_sections()) {
    const Value definition = definitions[section->name];
    EXPECT_EQ(definition["additionalProperties"].boolean(), false) << section->name;
    EXPECT_EQ(definition["properties"].members().size(), section->fields.size()) << section->name;
    for (const Field& field : section->fields) {
      ++fields;
      EXPECT_EQ(definition["properties"][field.key]["description"].view(), field.meaning) << section->name << " " << field.key;
    }
  }
  EXPECT_GT(fields, 80U);
  EXPECT_EQ(definitions["cluster"]["properties"]["gpusPerNode"]["default"].integer(), 8);
  EXPECT_EQ(definitions["job"]["properties"]["nodes"]["maximum"].integer(), 65536);
  EXPECT_EQ(definitions["job"]["properties"]["mode"]["default"].view(), "rdma");
}

TEST(JobFields, AreDescribedAndGoSomewhere) {
  for (const Section* section : all_sections())
    for (const Field& field : section->fields) {
      const std::string name = std::string(section->name).append(".").append(field.key);
      EXPECT_TRUE(field.meaning.ends_with('.')) << name;
      EXPECT_TRUE(field.put || field.into || field.key == "apiVersion" || field.key == "kind") << name;
      const bool collection = field.type == Type::texts || field.type == Type::mapping || field.type == Type::sections;
      EXPECT_TRUE(!collection || field.most > 0) << name;
    }
}

TEST(JobFormats, PatternsRefuseNothingThatFits) {
  const std::vector<std::string> texts = {"a",         "a-b",        "a.b",    "rdma/hca", "1",          "0x8001", "15b3",
                                          "/data",     "4.18",       "64Gi",   "500m",     "1e3",        "+2G",    "none",
                                          "v1.33",     "10.0.0.0/8", "::/0",   "A_b",      "x y",        "main",   "dir/file",
                                          "img:1@a:b", "reg:5/a",    "eth0.1", "git@h:p",  "https://h/p"};
  for (unsigned format = 0; format <= static_cast<unsigned>(Format::shm); ++format) {
    const FormatFacts& facts = facts_of(static_cast<Format>(format));
    const std::regex pattern{std::string(facts.pattern)};
    for (const std::string& text : texts)
      if (facts.fits(text)) {
        EXPECT_TRUE(std::regex_search(text, pattern)) << facts.expected << ": " << text;
      }
  }
}

TEST(JobFormats, AreThoseOfKubernetes) {
  const auto fits = [](Format format, std::string_view text) { return facts_of(format).fits(text); };
  EXPECT_TRUE(fits(Format::label, std::string(63, 'a')) && !fits(Format::label, std::string(64, 'a')));
  EXPECT_TRUE(!fits(Format::label, "-a") && !fits(Format::label, "a-") && !fits(Format::label, "a.b") &&
              !fits(Format::label, ""));
  EXPECT_TRUE(fits(Format::subdomain, "a.b-c.0") && !fits(Format::subdomain, "a..b") && !fits(Format::subdomain, "a.-b"));
  EXPECT_TRUE(fits(Format::resource, "amd.com/GPU_1") && !fits(Format::resource, "x.kubernetes.io/a"));
  EXPECT_TRUE(!fits(Format::resource, "requests.a/b") && !fits(Format::resource, "a/b/c") && !fits(Format::resource, "/b"));
  EXPECT_TRUE(fits(Format::label_value, "") && fits(Format::label_value, "A_1.b") && !fits(Format::label_value, "_a"));
  EXPECT_TRUE(fits(Format::job_label_key, "example.org/a") && !fits(Format::job_label_key, "railhead.dev/a"));
  EXPECT_TRUE(fits(Format::image, "localhost:5000/a/b:1.2_x") && fits(Format::image, "a@sha256:ff") &&
              !fits(Format::image, "a:"));
  EXPECT_TRUE(!fits(Format::image, "a@ff") && !fits(Format::image, "a//b") && !fits(Format::image, "/a") &&
              !fits(Format::image, "::/a") && !fits(Format::image, "h:x/a"));
  EXPECT_TRUE(fits(Format::size, "1.5Gi") && fits(Format::size, "2e9") && !fits(Format::size, "1Mb") &&
              !fits(Format::size, "1023Ki"));
  EXPECT_TRUE(fits(Format::subnet, "0.0.0.0/0") && fits(Format::subnet, "fd00::/8") && !fits(Format::subnet, "fd00::1/64"));
  EXPECT_TRUE(!fits(Format::subnet, "10.0.0.0/08") && !fits(Format::subnet, "10.0.0/24") &&
              !fits(Format::subnet, "10.0.0.0/-1"));
  EXPECT_TRUE(fits(Format::git, "ssh://git@h/p") && !fits(Format::git, "file:///p") && !fits(Format::git, "@h:p"));
  EXPECT_TRUE(fits(Format::partition, "0xffff") && !fits(Format::partition, "0x10000") && !fits(Format::partition, "8001"));
}

TEST(JobJson, BreaksLongLines) {
  EXPECT_EQ(json_text(mapping({{"a", words({"b", "c\""})}, {"d", number(1)}})), "{\"a\": [\"b\", \"c\\\"\"], \"d\": 1}\n");
  const std::string long_word(60, 'x');
  EXPECT_EQ(json_text(words({long_word, long_word})), "[\n  \"" + long_word + "\",\n  \"" + long_word + "\"\n]\n");
}

}  // namespace
}  // namespace railhead::manifest::job
