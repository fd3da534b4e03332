#include "manifest/psa/psa.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "manifest/psa/policy.h"
#include "manifest/psa/rules.h"
#include "tests/unit/manifest/psa/pods.h"

namespace railhead::manifest::psa {
namespace {

TEST(Psa, NamesOfLevels) {
  for (const char* text : {"privileged", "baseline", "restricted"}) EXPECT_STREQ(name(level_named(text).value()), text);
  EXPECT_FALSE(level_named("Restricted"));
  EXPECT_FALSE(level_named(""));
}

TEST(Psa, NamesOfVersions) {
  EXPECT_EQ(version_named("v1.28")->minor, 28);
  EXPECT_EQ(version_named("1.28")->minor, 28);
  EXPECT_EQ(version_named("v1.0")->minor, 0);
  EXPECT_FALSE(version_named("latest")->minor);
  for (const char* text : {"", "v1", "v2.1", "v1.", "v1.-3", "v1.028", "1.28.3", "v1.99999999999", "Latest"})
    EXPECT_FALSE(version_named(text)) << text;
  EXPECT_EQ(name(Version{28}), "v1.28");
  EXPECT_EQ(name(Version{}), "latest");
}

TEST(Psa, KnownVersions) {
  EXPECT_TRUE(known({}));
  EXPECT_TRUE(known({22}));
  EXPECT_TRUE(known({36}));
  EXPECT_FALSE(known({21}));
  EXPECT_FALSE(known({37}));
}

TEST(Psa, MessageIsTheServers) {
  Pod pod = test::strict();
  pod.host_pid = true;
  EXPECT_EQ(message(pod, Level::baseline, {}, violations(pod, Level::baseline, {})),
            "pods \"fold-9\" is forbidden: violates PodSecurity \"baseline:latest\": host namespaces (hostPID=true)");
  pod.name = "";
  pod.generate_name = "fold-";
  EXPECT_EQ(message(pod, Level::restricted, {29}, violations(pod, Level::restricted, {29})),
            "pods \"fold-\" is forbidden: violates PodSecurity \"restricted:v1.29\": host namespaces (hostPID=true)");
}

TEST(Psa, RulesAreInOrderAndMeetWithoutGaps) {
  std::map<std::string_view, int> ended;
  for (std::size_t i = 0; i < rules().size(); ++i) {
    const Rule& rule = rules()[i];
    if (ended.contains(rule.id)) {
      EXPECT_EQ(rule.since, ended[rule.id]) << rule.id;
    }
    ended[rule.id] = rule.until;
    if (i == 0) continue;
    const Rule& before = rules()[i - 1];
    EXPECT_TRUE(before.level < rule.level || (before.level == rule.level && before.id <= rule.id)) << rule.id;
  }
  for (const Rule& rule : rules())
    if (!rule.replaces.empty()) {
      EXPECT_TRUE(ended.contains(rule.replaces)) << rule.replaces;
      EXPECT_EQ(rule.level, Level::restricted);
    }
}

TEST(Psa, RestrictedRefusesWhatBaselineRefusesInEveryVersion) {
  Pod pod = test::strict();
  test::own(pod).privileged = true;
  test::own(pod).proc_mount = "Unmasked";
  test::own(pod).capabilities->add = {"IPC_LOCK"};
  pod.security->seccomp = Profile{.type = "Unconfined"};
  pod.annotations = {{"seccomp.security.alpha.kubernetes.io/pod", "unconfined"}};
  pod.volumes = {{.name = "verbs", .types = {"hostPath"}}};
  for (int minor = 0; minor <= 40; ++minor)
    EXPECT_GE(violations(pod, Level::restricted, {minor}).size(), violations(pod, Level::baseline, {minor}).size()) << minor;
}

TEST(Policy, LabelsOverDefaults) {
  const Policy defaults{.warn = {Level::restricted, {}}};
  EXPECT_EQ(policy_of({{"team", "fold"}}, defaults).warn.level, Level::restricted);
  const Policy policy = policy_of({{"pod-security.kubernetes.io/enforce", "baseline"},
                                   {"pod-security.kubernetes.io/enforce-version", "v1.30"},
                                   {"pod-security.kubernetes.io/audit", "restricted"},
                                   {"pod-security.kubernetes.io/audit-version", "v1.31"}});
  EXPECT_EQ(policy.enforce.level, Level::baseline);
  EXPECT_EQ(policy.enforce.version.minor, 30);
  EXPECT_EQ(policy.audit.level, Level::restricted);
  EXPECT_EQ(policy.audit.version.minor, 31);
  EXPECT_TRUE(policy.problems.empty());
  // What is enforced is warned about, unless a label says otherwise.
  EXPECT_EQ(policy.warn.level, Level::baseline);
  EXPECT_EQ(policy.warn.version.minor, 30);
  EXPECT_EQ(policy_of({{"pod-security.kubernetes.io/enforce", "baseline"}, {"pod-security.kubernetes.io/warn", "privileged"}})
                .warn.level,
            Level::privileged);
}

TEST(Policy, UnreadableLabelsEnforceTheMost) {
  const Policy policy = policy_of({{"pod-security.kubernetes.io/enforce", "strict"},
                                   {"pod-security.kubernetes.io/enforce-version", "1.30"},
                                   {"pod-security.kubernetes.io/warn", "\"no\""}});
  EXPECT_EQ(policy.enforce.level, Level::restricted);
  EXPECT_FALSE(policy.enforce.version.minor);
  EXPECT_EQ(policy.warn.level, Level::privileged);
  EXPECT_EQ(policy.problems,
            (std::vector<std::string>{"metadata.labels[pod-security.kubernetes.io/enforce]: Invalid value: \"strict\": must be "
                                      "one of privileged, baseline, restricted",
                                      "metadata.labels[pod-security.kubernetes.io/enforce-version]: Invalid value: \"1.30\": "
                                      "must be \"latest\" or \"v1.x\"",
                                      "metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: \"\\\"no\\\"\": must "
                                      "be one of privileged, baseline, restricted"}));
}

}  // namespace
}  // namespace railhead::manifest::psa
