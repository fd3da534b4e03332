#include "probe/snapshot.h"

#include <gtest/gtest.h>

namespace railhead::probe {
namespace {

TEST(KeptEnviron, HoldsWhatTheProbesReadAndNoOther) {
  EXPECT_EQ(kept_environ({{"APPTAINER_CONTAINER", "/x.sif"}, {"CONDA_PREFIX", "/opt/conda"}, {"SHELL", "/bin/sh"}}),
            "APPTAINER_CONTAINER=/x.sif\nCONDA_PREFIX=/opt/conda\n");
}

TEST(KeptEnviron, LeavesOutWhatAnAdministratorToldTheDevicePlugin) {
  const std::string text = kept_environ(
      {{"PCIDEVICE_A", "0000:3b:01.2"},
       {"PCIDEVICE_A_INFO", R"({"0000:3b:01.2":{"extraInfo":{"token":"open-sesame"},"rdma":{"rdma_dev":"mlx5_9"}}})"}});
  EXPECT_EQ(text.find("open-sesame"), std::string::npos);
  EXPECT_NE(text.find("PCIDEVICE_A=0000:3b:01.2\n"), std::string::npos);
  EXPECT_NE(text.find("mlx5_9"), std::string::npos);
}

}  // namespace
}  // namespace railhead::probe
