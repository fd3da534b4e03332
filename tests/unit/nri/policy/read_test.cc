// Policy files that are right, and the schema.
#include "nri/policy/read.h"

#include <gtest/gtest.h>

#include <regex>

#include "manifest/yaml/yaml.h"
#include "nri/policy/file/formats.h"
#include "nri/policy/file/table.h"
#include "tests/support/small_world.h"

namespace railhead::nri {
namespace {

using Kind = Amount::Kind;

constexpr std::string_view kFull = R"(apiVersion: railhead.dev/v1alpha1
kind: MemlockPolicy
spec:
  annotations: ignore
  onError: reject
  namespaces:
    - {name: team-*, annotations: honour}
    - {name: kube-system, annotations: ignore}
  rules:
    - name: rdma
      match:
        namespaces: [team-a, ml-*]
        labels: {app: train, tier/x: "*"}
        runtimeClasses: [nvidia, "*"]
        rdmaDevice: true
        annotations: {key: "one, two"}
        containerAnnotations: {cdi.k8s.io/*: nvidia.com/*}
      memlock: {soft: 64Mi, hard: node-memory*0.9}
      ceiling: unlimited
      limits:
        - {type: nofile, soft: 1024, hard: 65536, ceiling: 1048576}
        - {type: RLIMIT_CORE, hard: unlimited}
        - {type: nproc, ceiling: 4096}
    - {name: asked, ceiling: 64Gi}
    - {name: shut, match: {rdmaDevice: false}, limits: []}
    - {name: all, memlock: 8388608}
)";

TEST(Policies, EveryField) {
  const auto read = read_policy(kFull, "p.yaml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_FALSE(read->honour);
  EXPECT_TRUE(read->reject_errors);
  ASSERT_EQ(read->namespaces.size(), 2U);
  EXPECT_EQ(read->namespaces[0].space, "team-*");
  EXPECT_TRUE(read->namespaces[0].honour);
  EXPECT_FALSE(read->namespaces[1].honour);
  ASSERT_EQ(read->rules.size(), 4U);
  const Rule& rule = read->rules[0];
  EXPECT_EQ(rule.name, "rdma");
  EXPECT_EQ(rule.match.namespaces, (std::vector<std::string>{"team-a", "ml-*"}));
  EXPECT_EQ(rule.match.labels, (Texts{{"app", "train"}, {"tier/x", "*"}}));
  EXPECT_EQ(rule.match.runtime_classes, (std::vector<std::string>{"nvidia", "*"}));
  EXPECT_EQ(rule.match.rdma_device, true);
  EXPECT_EQ(rule.match.annotations, (Texts{{"key", "one, two"}}));
  EXPECT_EQ(rule.match.container_annotations, (Texts{{"cdi.k8s.io/*", "nvidia.com/*"}}));
  EXPECT_EQ(read->rules[2].match.rdma_device, false);
  EXPECT_EQ(read->rules[3].match.rdma_device, std::nullopt);
}

TEST(Policies, Grants) {
  const auto read = read_policy(kFull, "p.yaml");
  ASSERT_TRUE(read) << read.error().message;
  const std::vector<Grant>& grants = read->rules[0].grants;
  ASSERT_EQ(grants.size(), 4U);
  EXPECT_EQ(grants[0].type, "RLIMIT_MEMLOCK");
  EXPECT_EQ(grants[0].soft, (Amount{.value = 64U << 20U}));
  EXPECT_EQ(grants[0].hard, (Amount{.kind = Kind::node_memory, .permille = 900}));
  EXPECT_EQ(grants[0].ceiling, (Amount{.kind = Kind::unlimited}));
  EXPECT_EQ(grants[1].type, "RLIMIT_NOFILE");
  EXPECT_EQ(grants[1].ceiling, (Amount{.value = 1048576}));
  EXPECT_EQ(grants[2].type, "RLIMIT_CORE");
  EXPECT_EQ(grants[2].soft, grants[2].hard) << "without a soft limit it is the hard one";
  EXPECT_EQ(grants[2].ceiling, (Amount{.kind = Kind::unlimited})) << "without a ceiling it is the hard limit";
  EXPECT_EQ(grants[3].type, "RLIMIT_NPROC");
  EXPECT_FALSE(grants[3].soft || grants[3].hard);
  ASSERT_EQ(read->rules[1].grants.size(), 1U);
  EXPECT_FALSE(read->rules[1].grants[0].hard);
  EXPECT_EQ(read->rules[1].grants[0].ceiling, (Amount{.value = std::uint64_t{64} << 30U}));
  EXPECT_TRUE(read->rules[2].grants.empty()) << "limits: [] gives nothing";
  EXPECT_EQ(read->rules[3].grants[0].hard, (Amount{.value = 8388608}));
}

TEST(Policies, DefaultsAndNoRules) {
  const auto read = read_policy("apiVersion: railhead.dev/v1alpha1\nkind: MemlockPolicy\nspec: {rules: []}\n", "p.yaml");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_TRUE(read->honour && !read->reject_errors && read->namespaces.empty() && read->rules.empty());
  const auto json = read_policy(R"({"apiVersion":"railhead.dev/v1alpha1","kind":"MemlockPolicy","spec":{"rules":[]}})", "p");
  EXPECT_TRUE(json) << json.error().message;
}

TEST(Policies, TheBuiltInOneGivesToRdmaAlone) {
  const Policy& policy = default_policy();
  ASSERT_EQ(policy.rules.size(), 1U);
  EXPECT_EQ(policy.rules[0].match.rdma_device, true);
  EXPECT_EQ(policy.rules[0].grants[0].hard, (Amount{.kind = Kind::unlimited}));
  EXPECT_TRUE(policy.honour && !policy.reject_errors);
}

TEST(Policies, TheExampleOfThePage) {
  const std::string page = test::file_text(test::source_path("docs/nri-policy.md"));
  const std::size_t begin = page.find("```yaml\n") + 8;
  const auto read = read_policy(page.substr(begin, page.find("```\n", begin) - begin), "page");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read->rules.size(), 2U);
}

TEST(PolicySchema, HasEveryField) {
  const manifest::Parsed parsed = manifest::parse_yaml(policy_schema());
  ASSERT_TRUE(parsed.errors.empty() && parsed.documents.size() == 1);
  const manifest::Value root(parsed.documents[0]);
  EXPECT_EQ(root["$ref"].view(), "#/$defs/MemlockPolicy");
  EXPECT_EQ(root["$schema"].view(), "https://json-schema.org/draft/2020-12/schema");
  std::size_t fields = 0;
  for (const manifest::job::Section* section : manifest::job::sections_of({&memlock_policy()})) {
    const manifest::Value definition = root["$defs"][section->name];
    EXPECT_EQ(definition["additionalProperties"].boolean(), false) << section->name;
    for (const manifest::job::Field& field : section->fields) {
      ++fields;
      EXPECT_EQ(definition["properties"][field.key]["description"].view(), field.meaning) << section->name << " " << field.key;
      EXPECT_TRUE(field.meaning.ends_with('.')) << field.key;
      EXPECT_TRUE(field.put || field.into || section == &memlock_policy()) << field.key;
    }
  }
  EXPECT_GT(fields, 20U);
  EXPECT_EQ(root["$defs"]["rule"]["properties"]["memlock"]["anyOf"].items().size(), 2U);
}

TEST(PolicyFormats, PatternsRefuseNothingThatFits) {
  const std::vector<std::string> texts = {"8Gi",
                                          "unlimited",
                                          "-1",
                                          "+1e9",
                                          "node-memory*0.9",
                                          "node-memory*1",
                                          "node-memory*1.000",
                                          "1.5Gi",
                                          "nofile",
                                          "RLIMIT_MEMLOCK",
                                          "team-a",
                                          "team-*",
                                          "*",
                                          "a.b-*",
                                          "kata-*",
                                          "a/b",
                                          "a.b/c_d*",
                                          "cdi.k8s.io/*",
                                          "Train_1",
                                          "",
                                          "rdma",
                                          "65536",
                                          "0"};
  for (const manifest::job::FormatFacts* facts : {&kMemlockAmount, &kLimitAmount, &kLimitType, &kRuleName, &kSpacePattern,
                                                  &kClassPattern, &kKeyPattern, &kLabelPattern, &kValuePattern})
    for (const std::string& text : texts) {
      const bool matches = std::regex_search(text, std::regex(std::string(facts->pattern), std::regex::ECMAScript));
      EXPECT_TRUE(matches || !facts->fits(text)) << facts->expected << ": " << text;
    }
}

}  // namespace
}  // namespace railhead::nri
