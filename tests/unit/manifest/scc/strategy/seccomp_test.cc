#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

constexpr const char* kPod = "seccomp.security.alpha.kubernetes.io/pod";
constexpr const char* kSolver = "container.seccomp.security.alpha.kubernetes.io/solver";

Constraint profiles(std::vector<std::string> names) {
  Constraint rule = made::constraint("sealed");
  rule.seccomp_profiles = std::move(names);
  return rule;
}

Pod noted(const char* key, std::string value) {
  Pod pod = made::pod();
  pod.annotations[key] = std::move(value);
  return pod;
}

TEST(SccSeccomp, FirstProfileThatIsNoStarIsFilledInAsFieldAndAnnotation) {
  const Pod pod = made::filled(profiles({"*", "localhost/a/b.json", "runtime/default"}), made::pod());
  ASSERT_TRUE(pod.security && pod.security->seccomp);
  EXPECT_EQ(*pod.security->seccomp, (Profile{"Localhost", "a/b.json"}));
  EXPECT_EQ(pod.annotations.at(kPod), "localhost/a/b.json");
  EXPECT_FALSE(pod.containers[0].security);
}

TEST(SccSeccomp, StarAloneFillsNothingIn) {
  const Pod pod = made::filled(profiles({"*"}), made::pod());
  EXPECT_TRUE(pod.annotations.empty());
  EXPECT_FALSE(pod.security && pod.security->seccomp);
}

TEST(SccSeccomp, ProfileOfThePodIsKeptAndNoted) {
  const Pod pod = made::filled(profiles({"*"}), made::with(PodSecurity{.seccomp = Profile{"Unconfined", {}}}));
  EXPECT_EQ(pod.annotations.at(kPod), "unconfined");
}

TEST(SccSeccomp, EmptyListRefusesEveryProfile) {
  EXPECT_EQ(made::refused(profiles({}), made::with(PodSecurity{.seccomp = Profile{"RuntimeDefault", {}}})),
            (Texts{"metadata.annotations[seccomp.security.alpha.kubernetes.io/pod]: Forbidden: seccomp may not be set",
                   "metadata.annotations[container.seccomp.security.alpha.kubernetes.io/solver]: Forbidden: seccomp may not be "
                   "set"}));
  EXPECT_EQ(made::refused(profiles({}), made::pod()), Texts{});
}

TEST(SccSeccomp, OtherProfilesAreRefusedWithTheListOfThoseAllowed) {
  EXPECT_EQ(
      made::refused(profiles({"localhost/x", "runtime/default"}),
                    made::with(ContainerSecurity{.seccomp = Profile{"Unconfined", {}}})),
      Texts{"metadata.annotations[container.seccomp.security.alpha.kubernetes.io/solver]: Forbidden: unconfined is not an "
            "allowed seccomp profile. Valid values are [localhost/x runtime/default]"});
}

TEST(SccSeccomp, DockersDefaultIsTheRuntimesDefault) {
  EXPECT_EQ(made::refused(profiles({"docker/default"}), made::with(PodSecurity{.seccomp = Profile{"RuntimeDefault", {}}})),
            Texts{});
  EXPECT_EQ(made::refused(profiles({"runtime/default"}), noted(kPod, "docker/default")), Texts{});
}

TEST(SccSeccomp, AnnotationOfThePodOverridesItsField) {
  Pod pod = made::with(PodSecurity{.seccomp = Profile{"RuntimeDefault", {}}});
  pod.annotations[kPod] = "unconfined";
  const Pod after = made::filled(profiles({"*"}), pod);
  ASSERT_TRUE(after.security && after.security->seccomp);
  EXPECT_EQ(after.security->seccomp->type, "Unconfined");
}

TEST(SccSeccomp, AnnotationOfAContainerBecomesItsField) {
  const Pod after = made::filled(profiles({"*"}), noted(kSolver, "localhost/tight.json"));
  ASSERT_TRUE(after.containers[0].security && after.containers[0].security->seccomp);
  EXPECT_EQ(*after.containers[0].security->seccomp, (Profile{"Localhost", "tight.json"}));
}

TEST(SccSeccomp, AnnotationThatNoFieldHasCountsAllTheSame) {
  EXPECT_EQ(
      made::refused(profiles({"runtime/default"}), noted(kSolver, "vendor/own")),
      Texts{"metadata.annotations[container.seccomp.security.alpha.kubernetes.io/solver]: Forbidden: vendor/own is not an "
            "allowed seccomp profile. Valid values are [runtime/default]"});
  EXPECT_EQ(made::refused(profiles({"runtime/default", "vendor/own"}), noted(kSolver, "vendor/own")), Texts{});
}

TEST(SccSeccomp, ProfileWithoutItsFileIsNone) {
  EXPECT_EQ(made::refused(profiles({"runtime/default"}), made::with(ContainerSecurity{.seccomp = Profile{"Localhost", {}}})),
            Texts{"metadata.annotations[container.seccomp.security.alpha.kubernetes.io/solver]: Forbidden:  is not an allowed "
                  "seccomp profile. Valid values are [runtime/default]"});
}

}  // namespace
}  // namespace railhead::manifest::scc
