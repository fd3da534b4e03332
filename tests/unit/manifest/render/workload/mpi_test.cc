// The two sides of an MPIJob.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/manifest/render/workload/sample.h"

namespace railhead::manifest::render {
namespace {

using sample::line;
using sample::Made;
using sample::main_of;
using sample::named;
using testing::HasSubstr;

std::string text(const Value& value) { return value.text().value_or("(none)"); }

Made of(const job::TrainingJob& job) { return sample::workload_of(job, sample::cluster()); }

Value side(const Made& made, const char* role) { return made.root()["spec"]["mpiReplicaSpecs"][role]; }

TEST(MpiJob, WorkersHaveTheDevicesAndRunSshd) {
  const Made made = of(sample::training(job::JobKind::mpi_job));
  EXPECT_EQ(text(made.root()["apiVersion"]), "kubeflow.org/v2beta1");
  EXPECT_EQ(made.root()["spec"]["slotsPerWorker"].integer(), 8);
  const Value worker = side(made, "Worker");
  EXPECT_EQ(worker["replicas"].integer(), 3);
  EXPECT_THAT(line(main_of(worker["template"])["command"]), testing::EndsWith("-- /usr/sbin/sshd -De"));
  EXPECT_THAT(sample::texts(main_of(worker["template"])["securityContext"]["capabilities"]["add"]),
              testing::IsSupersetOf({"SYS_CHROOT", "SETUID", "IPC_LOCK"}));
}

TEST(MpiJob, TheLauncherHasNoDevices) {
  const Made made = of(sample::training(job::JobKind::mpi_job));
  const Value pod = side(made, "Launcher")["template"];
  EXPECT_FALSE(pod["metadata"]["annotations"]);
  EXPECT_FALSE(pod["spec"]["initContainers"]);
  const Value container = main_of(pod);
  EXPECT_EQ(text(container["name"]), "launcher");
  for (const auto& [name, amount] : container["resources"]["limits"].members())
    EXPECT_TRUE(name.view() == "cpu" || name.view() == "memory") << text(name);
  EXPECT_FALSE(container["securityContext"]["capabilities"]["add"]);
  EXPECT_EQ(text(pod["spec"]["serviceAccountName"]), "climate");
  EXPECT_EQ(text(named(container["env"], "OMPI_MCA_pml")["value"]), "ucx");
  EXPECT_EQ(text(named(container["env"], "OMPI_MCA_oob_tcp_if_include")["value"]), "eth0");
}

TEST(MpiJob, EachRankStartsByExecWithItsVariables) {
  job::TrainingJob job = sample::training(job::JobKind::mpi_job);
  job.environment = {{"NCCL_DEBUG", "INFO"}};
  job.secrets.resize(1);
  job.secrets[0] = {"TOKEN", "hub", "token"};
  job.slots = 4;
  EXPECT_EQ(line(main_of(side(of(job), "Launcher")["template"])["command"]),
            "mpirun -np 12 --map-by slot --bind-to none -x NCCL_DEBUG -x TOKEN /opt/railhead/railhead exec --mode rdma -- "
            "python3 fit.py");
  job.mode = job::Mode::tcp;
  EXPECT_THAT(line(main_of(side(of(job), "Launcher")["template"])["command"]), HasSubstr("exec --mode tcp -- python3"));
}

TEST(MpiJob, AnMpirunOfTheUserStays) {
  job::TrainingJob job = sample::training(job::JobKind::mpi_job);
  job.environment = {{"A", "1"}, {"B", "2"}, {"C", "3"}};
  job.command = {"/usr/bin/mpirun", "-np", "6", "-x", "B", "-x", "C=4", "all_reduce_perf"};
  EXPECT_EQ(line(main_of(side(of(job), "Launcher")["template"])["command"]),
            "/usr/bin/mpirun -x A -np 6 -x B -x C=4 all_reduce_perf");
}

TEST(MpiJob, TorchrunIsNotForMpirun) {
  job::TrainingJob job = sample::training(job::JobKind::mpi_job);
  job.command = {"torchrun", "fit.py"};
  EXPECT_THAT(of(job).text, HasSubstr("(error) spec.command: mpirun starts a process for each GPU"));
}

TEST(MpiJob, TheLauncherHasWhatAllShare) {
  job::TrainingJob job = sample::training(job::JobKind::mpi_job);
  job.volumes.resize(2);
  job.volumes[0].name = "data";
  job.volumes[0].mount = "/data";
  job.volumes[0].claim = "data";
  job.volumes[1].name = "own";
  job.volumes[1].mount = "/own";
  job.volumes[1].size = "1Gi";
  job.volumes[1].per_pod = true;
  job.script = "mpirun fit\n";
  job.command.clear();
  const Made made = of(job);
  const Value launcher = side(made, "Launcher")["template"];
  EXPECT_EQ(line(main_of(launcher)["command"]), "/bin/sh /railhead/script/script.sh");
  EXPECT_TRUE(named(launcher["spec"]["volumes"], "data"));
  EXPECT_FALSE(named(launcher["spec"]["volumes"], "own"));
  EXPECT_TRUE(named(side(made, "Worker")["template"]["spec"]["volumes"], "own"));
}

}  // namespace
}  // namespace railhead::manifest::render
