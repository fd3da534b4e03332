#include <gtest/gtest.h>

#include "tests/unit/manifest/scc/made.h"

namespace railhead::manifest::scc {
namespace {

using made::Texts;

Constraint mounting(std::vector<std::string> types) {
  Constraint rule = made::constraint("mounting");
  rule.volumes = std::move(types);
  return rule;
}

Pod having(std::vector<PodVolume> volumes) {
  Pod pod = made::pod();
  pod.volumes = std::move(volumes);
  return pod;
}

TEST(SccVolumes, TypesThatAreNotListedAreRefusedByPlace) {
  EXPECT_EQ(
      made::refused(mounting({"emptyDir"}), having({{.name = "a", .types = {"emptyDir"}}, {.name = "b", .types = {"nfs"}}})),
      Texts{"provider mounting: .spec.volumes[1]: Invalid value: \"nfs\": nfs volumes are not allowed to be used"});
}

TEST(SccVolumes, VolumeWithoutASourceIsAnEmptyDir) {
  EXPECT_EQ(made::refused(mounting({"emptyDir"}), having({{.name = "a"}})), Texts{});
  EXPECT_EQ(made::refused(mounting({"none"}), having({{.name = "a"}})).size(), 1U);
}

TEST(SccVolumes, StarAllowsAllAndNoneAllowsNone) {
  EXPECT_EQ(made::refused(mounting({"*"}), having({{.name = "a", .types = {"hostPath"}}})), Texts{});
  EXPECT_EQ(made::refused(mounting({"none"}), having({{.name = "a", .types = {"secret"}}})).size(), 1U);
  EXPECT_EQ(made::refused(mounting({"none"}), having({})), Texts{});
}

TEST(SccVolumes, NamesOfTheApiThatDifferFromThoseOfTheConstraint) {
  EXPECT_EQ(made::refused(mounting({"cephFS", "vsphere", "storageOS"}), having({{.name = "a", .types = {"cephfs"}},
                                                                                {.name = "b", .types = {"vsphereVolume"}},
                                                                                {.name = "c", .types = {"storageos"}}})),
            Texts{});
  EXPECT_EQ(made::refused(mounting({}), having({{.name = "a", .types = {"cephfs"}}})),
            Texts{"provider mounting: .spec.volumes[0]: Invalid value: \"cephFS\": cephFS volumes are not allowed to be used"});
}

TEST(SccVolumes, TokenIsAProjectedVolumeThatSecretsAllowToo) {
  const PodVolume token = {.name = "t", .types = {"projected"}, .only_token = true};
  const PodVolume other = {.name = "t", .types = {"projected"}};
  EXPECT_EQ(made::refused(mounting({"emptyDir"}), having({token})).size(), 1U);
  EXPECT_EQ(made::refused(mounting({"secret"}), having({token})), Texts{});
  EXPECT_EQ(made::refused(mounting({"secret"}), having({other})).size(), 1U);
}

TEST(SccVolumes, DriversOfFlexVolumesCountWhereTheyAreListed) {
  Constraint rule = mounting({"flexVolume"});
  const Pod pod = having({{.name = "a", .types = {"flexVolume"}, .driver = "maker/disk"}});
  EXPECT_EQ(made::refused(rule, pod), Texts{});
  rule.flex_volumes = {"maker/tape"};
  EXPECT_EQ(
      made::refused(rule, pod),
      Texts{"provider mounting: .spec.volumes[0].flexVolume.driver: Invalid value: \"maker/disk\": Flexvolume driver is not "
            "allowed to be used"});
  rule.volumes = {"*"};
  EXPECT_EQ(made::refused(rule, pod).size(), 1U);
  rule.flex_volumes = {"maker/disk"};
  EXPECT_EQ(made::refused(rule, pod), Texts{});
}

}  // namespace
}  // namespace railhead::manifest::scc
