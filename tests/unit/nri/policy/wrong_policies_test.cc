// Policy files that are wrong, beside all that is said of them.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "nri/policy/read.h"

namespace railhead::nri {
namespace {

const std::string amount =
    "expected a size of at least 64Ki (8Gi), unlimited or a share of the node's memory (node-memory*0.9)";

std::string spec(const std::string& rest) { return "apiVersion: railhead.dev/v1alpha1\nkind: MemlockPolicy\nspec:\n" + rest; }
std::string rule(const std::string& rest) { return spec("  rules:\n    - name: rdma\n" + rest); }

struct Wrong {
  std::string what;
  std::string text;
  std::string says;
};

void expect_said(const std::vector<Wrong>& table) {
  for (const Wrong& wrong : table) {
    const auto read = read_policy(wrong.text, "p.yaml");
    ASSERT_FALSE(read) << wrong.what;
    EXPECT_EQ(read.error().code, base::Code::malformed) << wrong.what;
    EXPECT_EQ(read.error().message, wrong.says) << wrong.what;
  }
}

TEST(WrongPolicies, Documents) {
  expect_said({
      {"empty", "", "p.yaml:1:1: expected kind MemlockPolicy, found an empty file"},
      {"kind-near", "apiVersion: railhead.dev/v1alpha1\nkind: MemLockPolicy\nspec: {rules: []}\n",
       "p.yaml:2:7: expected kind MemlockPolicy, found \"MemLockPolicy\" (did you mean MemlockPolicy?)"},
      {"kind-none", "apiVersion: railhead.dev/v1alpha1\nspec: {rules: []}\n",
       "p.yaml:1:1: expected kind MemlockPolicy, found no kind"},
      {"kind-job", "kind: TrainingJob\n", "p.yaml:1:7: expected kind MemlockPolicy, found \"TrainingJob\""},
      {"list", "- a\n", "p.yaml:1:1: expected kind MemlockPolicy, found a list"},
      {"version", "apiVersion: railhead.dev/v1\nkind: MemlockPolicy\nspec: {rules: []}\n",
       "p.yaml:1:13: apiVersion: expected railhead.dev/v1alpha1, found \"railhead.dev/v1\""},
      {"spec-none", "apiVersion: railhead.dev/v1alpha1\nkind: MemlockPolicy\n",
       "p.yaml:1:1: spec: missing; expected a mapping"},
      {"rules-none", spec("  onError: keep\n"), "p.yaml:4:3: spec.rules: missing; expected a list of mappings"},
      {"two", spec("  rules: []\n---\napiVersion: railhead.dev/v1alpha1\nkind: MemlockPolicy\nspec:\n  rules: []\n"),
       "p.yaml:6:1: expected one document, found a second one"},
      {"yaml", spec("  rules: [\n"), "p.yaml:5:1: flow sequence without a closing bracket"},
      {"template", spec("  rules: {{ .Values.rules }}\n"),
       "p.yaml:4:10: expected a value, found '{{ .Values.rules }}' of a template (fill the template in, and give what comes "
       "out)"},
      {"circle", spec("  rules: &a [*a]\n"), "p.yaml:4:15: expected a value, found an alias of what it stands in"},
      {"twice-key", spec("  onError: keep\n  onError: reject\n  rules: []\n"),
       "p.yaml:5:3: expected each key once; 'onError' stands in line 4 already"},
      {"honour-american", spec("  annotations: honor\n  rules: []\n"),
       "p.yaml:4:16: spec.annotations: expected honour or ignore, found \"honor\" (did you mean honour?)"},
      {"onerror", spec("  onError: fail\n  rules: []\n"), "p.yaml:4:12: spec.onError: expected keep or reject, found \"fail\""},
      {"space-nothing", spec("  namespaces: [{name: team-a}]\n  rules: []\n"),
       "p.yaml:4:16: spec.namespaces[0].annotations: missing; expected honour or ignore"},
      {"space-star", spec("  namespaces: [{name: 'te*am', annotations: ignore}]\n  rules: []\n"),
       "p.yaml:4:24: spec.namespaces[0].name: expected a namespace, or how it begins with * behind it (team-*), found "
       "\"te*am\""},
      {"space-twice", spec("  namespaces: [{name: a, annotations: ignore}, {name: a, annotations: honour}]\n  rules: []\n"),
       "p.yaml:4:55: spec.namespaces[1].name: \"a\" is that of spec.namespaces[0] already"},
      {"metadata", "apiVersion: railhead.dev/v1alpha1\nkind: MemlockPolicy\nmetadata: {name: a}\nspec: {rules: []}\n",
       "p.yaml:3:1: metadata: there is no such field"},
  });
}

TEST(WrongPolicies, Rules) {
  expect_said({
      {"rule-name", spec("  rules: [{memlock: 8Gi}]\n"),
       "p.yaml:4:11: spec.rules[0].name: missing; expected a name of small letters, digits and '-', at most 63 characters"},
      {"rule-twice", spec("  rules: [{name: a, memlock: 8Gi}, {name: a, memlock: 8Gi}]\n"),
       "p.yaml:4:43: spec.rules[1].name: \"a\" is that of spec.rules[0] already"},
      {"rule-none", spec("  rules: [{name: none, memlock: 8Gi}]\n"),
       "p.yaml:4:18: spec.rules[0].name: expected another name: none stands for no rule in logs and metrics"},
      {"rule-capitals", spec("  rules: [{name: RDMA, memlock: 8Gi}]\n"),
       "p.yaml:4:18: spec.rules[0].name: expected a name of small letters, digits and '-', at most 63 characters, found "
       "\"RDMA\" (did you mean rdma?)"},
      {"rule-empty", rule(""),
       "p.yaml:5:7: spec.rules[0]: expected memlock, ceiling or limits, found none of them (a rule that gives nothing has "
       "limits: [])"},
      {"match-empty", rule("      match: {namespaces: []}\n      memlock: 8Gi\n"),
       "p.yaml:6:27: spec.rules[0].match.namespaces: expected at least 1 entry, found none"},
      {"match-text", rule("      match: {namespaces: team-a}\n      memlock: 8Gi\n"),
       "p.yaml:6:27: spec.rules[0].match.namespaces: expected a list, found \"team-a\" (write [team-a])"},
      {"match-key", rule("      match: {namespace: [team-a]}\n      memlock: 8Gi\n"),
       "p.yaml:6:15: spec.rules[0].match.namespace: there is no such field (did you mean namespaces?)"},
      {"match-outside", rule("      namespaces: [team-a]\n      memlock: 8Gi\n"),
       "p.yaml:6:7: spec.rules[0].namespaces: there is no such field (did you mean match?)"},
      {"match-device", rule("      match: {rdmaDevice: 'true'}\n      memlock: 8Gi\n"),
       "p.yaml:6:28: spec.rules[0].match.rdmaDevice: expected true or false, found \"true\" (write true without quotes)"},
      {"match-label", rule("      match: {labels: {app: 'a b'}}\n      memlock: 8Gi\n"),
       "p.yaml:6:30: spec.rules[0].match.labels.app: expected a label's value, or how it begins with * behind it, found \"a "
       "b\""},
      {"match-label-key", rule("      match: {labels: {'a b': x}}\n      memlock: 8Gi\n"),
       "p.yaml:6:25: spec.rules[0].match.labels.a b: expected as key NAME or DOMAIN/NAME, or how it begins with * behind it, "
       "found \"a b\""},
      {"match-labels-list", rule("      match: {labels: [{name: app, value: x}]}\n      memlock: 8Gi\n"),
       "p.yaml:6:23: spec.rules[0].match.labels: expected a mapping, found a list (write NAME: VALUE in a line each, not a "
       "list of name and value)"},
      {"match-annotation-lines", rule("      match: {annotations: {a: \"x\\ny\"}}\n      memlock: 8Gi\n"),
       "p.yaml:6:33: spec.rules[0].match.annotations.a: expected a text in one line of at most 1024 bytes, found \"x?y\""},
  });
}

TEST(WrongPolicies, Amounts) {
  expect_said({
      {"memlock-GB", rule("      memlock: 64GB\n"),
       "p.yaml:6:16: spec.rules[0].memlock: " + amount + ", found \"64GB\" (write 64G (10^9 bytes each) or 64Gi (2^30))"},
      {"memlock-bare", rule("      memlock: 64\n"),
       "p.yaml:6:16: spec.rules[0].memlock: " + amount + ", found the number 64 (that is bytes: did you mean 64Gi?)"},
      {"memlock-inf", rule("      memlock: infinity\n"),
       "p.yaml:6:16: spec.rules[0].memlock: " + amount + ", found \"infinity\" (did you mean unlimited?)"},
      {"memlock-zero", rule("      memlock: 0\n"), "p.yaml:6:16: spec.rules[0].memlock: " + amount + ", found the number 0"},
      {"memlock-share-2", rule("      memlock: node-memory*1.5\n"),
       "p.yaml:6:16: spec.rules[0].memlock: " + amount +
           ", found \"node-memory*1.5\" (a share is above 0 and at most 1, with up to three decimals: node-memory*0.9)"},
      {"memlock-share-0", rule("      memlock: node-memory*0\n"),
       "p.yaml:6:16: spec.rules[0].memlock: " + amount +
           ", found \"node-memory*0\" (a share is above 0 and at most 1, with up to three decimals: node-memory*0.9)"},
      {"memlock-share-4", rule("      memlock: node-memory*0.1234\n"),
       "p.yaml:6:16: spec.rules[0].memlock: " + amount +
           ", found \"node-memory*0.1234\" (a share is above 0 and at most 1, with up to three decimals: node-memory*0.9)"},
      {"memlock-share-none", rule("      memlock: node-memory\n"),
       "p.yaml:6:16: spec.rules[0].memlock: " + amount + ", found \"node-memory\" (write node-memory*1 for all of it)"},
      {"memlock-percent", rule("      memlock: 90%\n"),
       "p.yaml:6:16: spec.rules[0].memlock: " + amount +
           ", found \"90%\" (a share of the node's memory is written node-memory*0.9)"},
      {"memlock-pair-soft", rule("      memlock: {soft: 64Mi}\n"),
       "p.yaml:6:16: spec.rules[0].memlock.hard: missing; " + amount},
      {"memlock-pair-key", rule("      memlock: {sofft: 64Mi, hard: 8Gi}\n"),
       "p.yaml:6:17: spec.rules[0].memlock.sofft: there is no such field (did you mean soft?)"},
      {"memlock-pair-more", rule("      memlock: {soft: unlimited, hard: 8Gi}\n"),
       "p.yaml:6:23: spec.rules[0].memlock.soft: unlimited is more than the hard limit of 8 GiB"},
      {"memlock-list", rule("      memlock: [8Gi]\n"), "p.yaml:6:16: spec.rules[0].memlock: " + amount + ", found a list"},
      {"memlock-nothing", rule("      memlock:\n"), "p.yaml:6:7: spec.rules[0].memlock: " + amount + ", found nothing"},
      {"memlock-share-more", rule("      memlock: {soft: node-memory*0.9, hard: node-memory*0.5}\n"),
       "p.yaml:6:23: spec.rules[0].memlock.soft: node-memory*0.9 is more than the hard limit of node-memory*0.5"},
      {"ceiling-low", rule("      memlock: 64Gi\n      ceiling: 8Gi\n"),
       "p.yaml:7:16: spec.rules[0].ceiling: expected at least what memlock gives (64 GiB), found 8 GiB"},
      {"ceiling-low-unlimited", rule("      memlock: unlimited\n      ceiling: 8Gi\n"),
       "p.yaml:7:16: spec.rules[0].ceiling: expected at least what memlock gives (unlimited), found 8 GiB"},
      {"ceiling-word", rule("      ceiling: lots\n"), "p.yaml:6:16: spec.rules[0].ceiling: " + amount + ", found \"lots\""},
      {"limit-memlock", rule("      limits: [{type: RLIMIT_MEMLOCK, hard: 8Gi}]\n"),
       "p.yaml:6:23: spec.rules[0].limits[0].type: expected another limit than memlock (the rule has the fields memlock and "
       "ceiling for it)"},
      {"limit-type", rule("      limits: [{type: files, hard: 8}]\n"),
       "p.yaml:6:23: spec.rules[0].limits[0].type: expected a limit like nofile or RLIMIT_NOFILE, found \"files\" (did you "
       "mean nofile?)"},
      {"limit-twice", rule("      limits: [{type: nofile, hard: 8}, {type: RLIMIT_NOFILE, hard: 9}]\n"),
       "p.yaml:6:48: spec.rules[0].limits[1].type: nofile is that of spec.rules[0].limits[0] already"},
      {"limit-soft", rule("      limits: [{type: nofile, soft: 9, hard: 8}]\n"),
       "p.yaml:6:37: spec.rules[0].limits[0].soft: 9 is more than the hard limit of 8"},
      {"limit-soft-alone", rule("      limits: [{type: nofile, soft: 9}]\n"),
       "p.yaml:6:31: spec.rules[0].limits[0].soft: expected only beside hard"},
      {"limit-bare", rule("      limits: [{type: nofile}]\n"),
       "p.yaml:6:16: spec.rules[0].limits[0]: expected hard, ceiling or both, found neither"},
      {"limit-ceiling", rule("      limits: [{type: nofile, hard: 8, ceiling: 7}]\n"),
       "p.yaml:6:49: spec.rules[0].limits[0].ceiling: expected at least the hard limit of 8, found 7"},
      {"limit-share", rule("      limits: [{type: nofile, hard: node-memory*0.5}]\n"),
       "p.yaml:6:37: spec.rules[0].limits[0].hard: expected a number, a size (8Mi) or unlimited, found \"node-memory*0.5\" (a "
       "share of the node's memory is for memlock alone)"},
      {"limit-no-type", rule("      limits: [{hard: 5}]\n"),
       "p.yaml:6:16: spec.rules[0].limits[0].type: missing; expected a limit like nofile or RLIMIT_NOFILE"},
      {"limits-mapping", rule("      limits: {type: nofile, hard: 5}\n"),
       "p.yaml:6:15: spec.rules[0].limits: expected a list of mappings, found a mapping"},
  });
}

TEST(WrongPolicies, SayEveryProblemOfAFile) {
  const auto read =
      read_policy(rule("      memlock: lots\n    - name: rdma\n      memlock: 8Gi\n    - memlok: 1Gi\n"), "p.yaml");
  ASSERT_FALSE(read);
  EXPECT_EQ(
      read.error().message,
      "p.yaml:6:16: spec.rules[0].memlock: " + amount +
          ", found \"lots\"\n"
          "p.yaml:7:13: spec.rules[1].name: \"rdma\" is that of spec.rules[0] already\n"
          "p.yaml:9:7: spec.rules[2].memlok: there is no such field (did you mean memlock?)\n"
          "p.yaml:9:7: spec.rules[2].name: missing; expected a name of small letters, digits and '-', at most 63 characters");
  EXPECT_EQ(read.error().suggestion, "'railhead schema nri-policy' prints the form of the file.");
}

TEST(WrongPolicies, AreBounded) {
  std::string many = spec("  rules:\n");
  for (int i = 0; i < 257; ++i) many += "    - {name: r" + std::to_string(i) + ", memlock: 8Gi}\n";
  const auto rules = read_policy(many, "p.yaml");
  ASSERT_FALSE(rules);
  EXPECT_EQ(rules.error().message, "p.yaml:5:5: spec.rules: expected at most 256 entries, found 257");
  const auto large = read_policy(std::string(kMostPolicy + 1, ' '), "p.yaml");
  ASSERT_FALSE(large);
  EXPECT_EQ(large.error().message, "p.yaml:1:1: expected at most 1 MiB");
  std::string problems = spec("  rules:\n");
  for (int i = 0; i < 200; ++i) problems += "    - {name: R, memlock: x}\n";
  const auto said = read_policy(problems, "a\nb");
  ASSERT_FALSE(said);
  EXPECT_EQ(std::ranges::count(said.error().message, '\n'), 63);
  EXPECT_TRUE(said.error().message.starts_with("a?b:5:")) << said.error().message.substr(0, 40);
}

}  // namespace
}  // namespace railhead::nri
