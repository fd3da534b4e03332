#include "manifest/psa/csi_inline.h"

#include <gtest/gtest.h>

namespace railhead::manifest::psa {
namespace {

using Labels = std::map<std::string, std::string>;

Pod with_volume(std::vector<std::string> types) {
  return {.name = "fold-9", .volumes = {{.name = "scratch", .types = std::move(types), .driver = "nvme.fold.example"}}};
}

std::string refusal(const Pod& pod, const Labels& labels, const std::vector<scc::CsiDriver>& drivers = {}) {
  return csi_inline_refusal(pod, "folding", labels, drivers).value_or("");
}

const std::string kEnforce = "pod-security.kubernetes.io/enforce";

TEST(CsiInline, ADriverWithoutALevelNeedsAPrivilegedNamespace) {
  const Pod pod = with_volume({"csi"});
  const std::string refused =
      "pods \"fold-9\" is forbidden: fold-9 uses an inline volume provided by CSIDriver nvme.fold.example and namespace "
      "folding "
      "has a pod security enforce level that is lower than privileged";
  EXPECT_EQ(refusal(pod, {}), refused);
  EXPECT_EQ(refusal(pod, {{kEnforce, "baseline"}}), refused);
  EXPECT_EQ(refusal(pod, {{kEnforce, "privileged"}}), "");
  EXPECT_EQ(refusal(pod, {}, {{.name = "nvme.fold.example"}, {.name = "other", .ephemeral_level = "restricted"}}), refused);
}

TEST(CsiInline, LevelsAreCompared) {
  const Pod pod = with_volume({"csi"});
  const std::vector<scc::CsiDriver> baseline = {{.name = "nvme.fold.example", .ephemeral_level = "baseline"}};
  EXPECT_EQ(refusal(pod, {{kEnforce, "baseline"}}, baseline), "");
  EXPECT_NE(refusal(pod, {{kEnforce, "restricted"}}, baseline).find("lower than baseline"), std::string::npos);
  EXPECT_NE(refusal(pod, {}, baseline), "");
  EXPECT_EQ(refusal(pod, {}, {{.name = "nvme.fold.example", .ephemeral_level = "restricted"}}), "");
}

TEST(CsiInline, OnlyInlineVolumesOfCsi) {
  EXPECT_EQ(refusal(with_volume({"persistentVolumeClaim"}), {}), "");
  EXPECT_EQ(refusal(with_volume({"ephemeral"}), {}), "");
}

TEST(CsiInline, LabelsThatCannotBeRead) {
  EXPECT_EQ(refusal(with_volume({"csi"}), {}, {{.name = "nvme.fold.example", .ephemeral_level = "high"}}),
            "pods \"fold-9\" is forbidden: invalid label security.openshift.io/csi-ephemeral-volume-profile for CSIDriver "
            "nvme.fold.example: must be one of privileged, baseline, restricted");
  EXPECT_EQ(refusal(with_volume({"emptyDir"}), {{"pod-security.kubernetes.io/warn", "high"}}),
            "pods \"fold-9\" is forbidden: invalid policy found on namespace folding: "
            "[metadata.labels[pod-security.kubernetes.io/warn]: Invalid value: \"high\": must be one of privileged, baseline, "
            "restricted]");
}

}  // namespace
}  // namespace railhead::manifest::psa
