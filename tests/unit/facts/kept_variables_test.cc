#include "facts/kept_variables.h"

#include <gtest/gtest.h>

namespace railhead::facts {
namespace {

TEST(KeptVariables, AreThoseOfLibrariesLaunchersAndSchedulers) {
  for (const char* name :
       {"NCCL_IB_HCA", "NCCL_IB_PKEY", "UCX_TLS", "RANK", "MASTER_ADDR", "SLURM_PROCID", "OMPI_COMM_WORLD_RANK", "PMIX_RANK",
        "LWS_WORKER_INDEX", "JOB_COMPLETION_INDEX", "OMP_NUM_THREADS", "OFI_NCCL_PROTOCOL"})
    EXPECT_TRUE(is_job_variable(name)) << name;
  for (const char* name : {"PATH", "RANKS", "HOME", "SLURM_JWT", "SLURM_JOB_USER", "PMI_SHARED_SECRET", "NVIDIA_API_KEY", ""})
    EXPECT_FALSE(is_job_variable(name)) << name;
}

TEST(KeptVariables, OfSnapshotsTellThePlaceToo) {
  for (const char* name : {"HOME", "HOSTNAME", "container", "PCIDEVICE_A", "NCCL_DEBUG"}) EXPECT_TRUE(is_kept_variable(name));
  for (const char* name : {"PATH", "KUBERNETES_SERVICE_TOKEN", "HOSTNAME_NOTE"}) EXPECT_FALSE(is_kept_variable(name)) << name;
}

TEST(KeptVariables, HaveNoCredentialsInTheirValues) {
  EXPECT_EQ(kept_value("MASTER_ADDR", "tcp://me:word@host"), "tcp://[removed]@host");
  EXPECT_EQ(kept_value("HOME", "/home/me@site"), "/home/me@site");
  EXPECT_EQ(kept_value("NCCL_DEBUG", "a\x1b[0m"), "a?[0m");
}

}  // namespace
}  // namespace railhead::facts
