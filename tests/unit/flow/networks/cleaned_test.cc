#include "flow/networks/cleaned.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace railhead::flow {
namespace {

using Json = nlohmann::json;

Json attachment(const char* config) {
  return {{"metadata",
           {{"name", "rail1"},
            {"namespace", "a"},
            {"uid", "1"},
            {"resourceVersion", "7"},
            {"ownerReferences", {{{"kind", "MacvlanNetwork"}, {"name", "net"}}}},
            {"finalizers", {"x"}},
            {"annotations",
             {{"k8s.v1.cni.cncf.io/resourceName", "x/rail1"},
              {"kubectl.kubernetes.io/last-applied-configuration", "{}"},
              {"sriovnetwork.openshift.io/owner-ref", "SriovNetwork.v1/rail1"}}}}},
          {"spec", {{"config", config}}},
          {"status", {{"x", 1}}}};
}

TEST(Cleaned, KeepsWhatSomebodyWrote) {
  EXPECT_EQ(cleaned(attachment("{ }"), "b"),
            (Json{{"apiVersion", "k8s.cni.cncf.io/v1"},
                  {"kind", "NetworkAttachmentDefinition"},
                  {"metadata",
                   {{"name", "rail1"}, {"namespace", "b"}, {"annotations", {{"k8s.v1.cni.cncf.io/resourceName", "x/rail1"}}}}},
                  {"spec", {{"config", "{ }"}}}}));
}

TEST(Cleaned, LeavesNoEmptyMembers) {
  Json object = attachment("{}");
  object["metadata"]["annotations"] = {{"sriovnetwork.openshift.io/owner-ref", "x"}};
  EXPECT_FALSE(cleaned(object, "b")["metadata"].contains("annotations"));
}

TEST(Cleaned, TakesOddObjects) {
  for (const Json& odd : {Json(), Json(1), Json{{"metadata", 1}}, Json{{"metadata", {{"annotations", "x"}}}, {"spec", 7}}}) {
    EXPECT_EQ(cleaned(odd, "b")["metadata"]["namespace"], "b");
    EXPECT_FALSE(shown_lines(cleaned(odd, "b")).empty());
    EXPECT_TRUE(same_network(odd, odd));
  }
}

TEST(SameNetwork, IsByTheMeaningOfTheConfiguration) {
  const Json one = attachment(R"({"type":"sriov","name":"x"})");
  EXPECT_TRUE(same_network(one, attachment(R"({ "name": "x", "type": "sriov" })")));
  EXPECT_FALSE(same_network(one, attachment(R"({"type":"macvlan","name":"x"})")));
  EXPECT_FALSE(same_network(one, attachment("no JSON")));
  Json other = one;
  other["metadata"]["annotations"]["k8s.v1.cni.cncf.io/resourceName"] = "x/rail2";
  EXPECT_FALSE(same_network(one, other));
}

TEST(MakerOf, NamesWhatWritesItAgain) {
  EXPECT_EQ(maker_of(attachment("{}")), "SriovNetwork.v1/rail1");
  Json owned = attachment("{}");
  owned["metadata"].erase("annotations");
  EXPECT_EQ(maker_of(owned), "MacvlanNetwork net");
  owned["metadata"].erase("ownerReferences");
  EXPECT_EQ(maker_of(owned), "");
}

}  // namespace
}  // namespace railhead::flow
