#include "nri/hook/hooks_d.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace railhead::nri {
namespace {

using Json = nlohmann::json;

TEST(HookFile, TheSchemaThatCrioAndPodmanRead) {
  const Json file = Json::parse(hook_file({.options = {"--policy", "/etc/railhead/policy.yaml"}}));
  EXPECT_EQ(file["version"], "1.0.0");
  EXPECT_EQ(file["hook"]["path"], "/usr/local/bin/railhead");
  EXPECT_EQ(file["hook"]["args"], Json({"railhead", "oci-hook", "--policy", "/etc/railhead/policy.yaml"}));
  EXPECT_EQ(file["hook"]["timeout"], kHookSeconds);
  EXPECT_EQ(file["when"], Json({{"always", true}}));
  EXPECT_EQ(file["stages"], Json::array({"createRuntime"}));
  EXPECT_EQ(file.size(), 4U);
}

TEST(HookFile, TheOlderStage) { EXPECT_EQ(Json::parse(hook_file({.stage = "prestart"}))["stages"], Json::array({"prestart"})); }

TEST(HookFile, AnyPathIsAJsonText) {
  const std::string path = "/a \"b\"\\c\n\t\x01\xff";
  const Json file = Json::parse(hook_file({.program = path}));
  EXPECT_EQ(file["hook"]["path"], "/a \"b\"\\c\n\t??");
}

}  // namespace
}  // namespace railhead::nri
