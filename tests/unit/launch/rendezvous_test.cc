#include "launch/rendezvous.h"

#include <gtest/gtest.h>

#include "launch/torchrun.h"

namespace railhead::launch {
namespace {

constexpr const char* kStatefulHosts =
    "# Kubernetes-managed hosts file.\n127.0.0.1\tlocalhost\n10.128.4.7\tllama-2.llama.team-a.svc.cluster.local\tllama-2\n";
constexpr const char* kSetHosts = "10.128.4.8 fleet-workers-0-1.fleet.team-a.svc.cluster.local fleet-workers-0-1\n";

/// "SCHEDULER rank/nodes address:port", with ? for what is not known; ranks of single processes follow as "rank RANK/SIZE".
std::string text(const Rendezvous& found) {
  const auto number = [](const std::optional<Sourced<unsigned>>& value) { return value ? std::to_string(value->value) : "?"; };
  std::string line = found.scheduler + " " + number(found.node_rank) + "/" + number(found.nodes) + " " +
                     (found.master_addr ? found.master_addr->value : "?") + ":" + number(found.master_port);
  if (found.rank) line += " rank " + number(found.rank) + "/" + number(found.world_size) + " local " + number(found.local_rank);
  return line;
}

struct Row {
  const char* name;
  Variables environ;
  const char* hostname;
  const char* hosts;
  Given given;
  const char* wanted;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

const Row kRows[] = {
    {"StatefulSet", {}, "llama-2", kStatefulHosts, {}, "StatefulSet 2/? llama-0.llama:29500"},
    {"StatefulSet with --nnodes", {}, "llama-2", kStatefulHosts, {.nodes = 4}, "StatefulSet 2/4 llama-0.llama:29500"},
    {"a name with a number and no headless service says nothing", {}, "web-2", "10.1.1.1 web-2\n", {}, " ?/? ?:?"},
    {"Indexed Job",
     {{"JOB_COMPLETION_INDEX", "1"}},
     "tune-1",
     "10.1.1.1 tune-1.tune.x.svc.cluster.local tune-1\n",
     {},
     "Indexed Job 1/? tune-0.tune:29500"},
    {"Indexed Job without a subdomain", {{"JOB_COMPLETION_INDEX", "1"}}, "tune-1", "", {}, "Indexed Job 1/? ?:?"},
    {"JobSet", {{"JOB_COMPLETION_INDEX", "1"}}, "fleet-workers-0-1", kSetHosts, {}, "JobSet 1/? fleet-workers-0-0.fleet:29500"},
    {"LeaderWorkerSet",
     {{"LWS_LEADER_ADDRESS", "serve-0.serve.x"}, {"LWS_GROUP_SIZE", "2"}, {"LWS_WORKER_INDEX", "1"}},
     "serve-0-1",
     "",
     {},
     "LeaderWorkerSet 1/2 serve-0.serve.x:29500"},
    {"PyTorchJob",
     {{"PET_NODE_RANK", "1"}, {"PET_NNODES", "2"}, {"PET_MASTER_ADDR", "tune-master-0"}, {"PET_MASTER_PORT", "23456"}},
     "tune-worker-0",
     "",
     {},
     "PyTorchJob 1/2 tune-master-0:23456"},
    {"an elastic PyTorchJob has no one number of nodes",
     {{"PET_NODE_RANK", "0"}, {"PET_NNODES", "1:4"}},
     "w",
     "",
     {},
     "PyTorchJob 0/? ?:?"},
    {"Slurm, a task a node",
     {{"SLURM_JOB_ID", "77"},
      {"SLURM_NODEID", "1"},
      {"SLURM_NNODES", "2"},
      {"SLURM_NTASKS", "2"},
      {"SLURM_PROCID", "1"},
      {"SLURM_JOB_NODELIST", "gpu[03-04]"}},
     "gpu04",
     "",
     {},
     "Slurm 1/2 gpu03:29500"},
    {"Slurm, a task a GPU",
     {{"SLURM_JOB_ID", "77"},
      {"SLURM_NODEID", "1"},
      {"SLURM_NNODES", "2"},
      {"SLURM_NTASKS", "16"},
      {"SLURM_PROCID", "9"},
      {"SLURM_LOCALID", "1"},
      {"SLURM_JOB_NODELIST", "gpu[03-04]"}},
     "gpu04",
     "",
     {},
     "Slurm 1/2 gpu03:29500 rank 9/16 local 1"},
    {"Open MPI",
     {{"OMPI_COMM_WORLD_RANK", "3"}, {"OMPI_COMM_WORLD_SIZE", "4"}, {"OMPI_COMM_WORLD_LOCAL_RANK", "1"}},
     "n1",
     "",
     {},
     "Open MPI ?/? ?:? rank 3/4 local 1"},
    {"what the user set wins",
     {{"NODE_RANK", "0"}, {"MASTER_ADDR", "10.0.0.9"}, {"MASTER_PORT", "1234"}},
     "llama-2",
     kStatefulHosts,
     {},
     "StatefulSet 0/? 10.0.0.9:1234"},
    {"the command line wins over that",
     {{"NODE_RANK", "0"}},
     "llama-2",
     kStatefulHosts,
     {.node_rank = 1, .master_port = 9},
     "StatefulSet 1/? llama-0.llama:9"},
};

class Places : public ::testing::TestWithParam<Row> {};

TEST_P(Places, AreFound) {
  const Row& row = GetParam();
  const base::Result<Rendezvous> found = rendezvous({row.environ, row.hostname, row.hosts}, row.given);
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_EQ(text(*found), row.wanted);
}

INSTANTIATE_TEST_SUITE_P(Rows, Places, ::testing::ValuesIn(kRows));

std::string refused(const Variables& environ, const Given& given = {}) {
  const base::Result<Rendezvous> found = rendezvous({environ, "host", ""}, given);
  return found ? "taken" : found.error().message;
}

TEST(Rendezvous, RefusesWhatCannotBe) {
  EXPECT_EQ(refused({{"NODE_RANK", "first"}}), "NODE_RANK is 'first', which is not a number");
  EXPECT_EQ(refused({{"NODE_RANK", "2"}, {"NNODES", "2"}}),
            "node rank 2 (NODE_RANK) is not below the number of nodes, 2 (NNODES)");
  EXPECT_EQ(refused({}, {.nodes = 0}), "--nnodes: there is no job of 0 nodes");
  EXPECT_EQ(refused({{"MASTER_PORT", "70000"}}), "MASTER_PORT: 70000 is not a port (1 to 65535)");
}

TEST(Rendezvous, ExportsWhatIsNotSetYet) {
  const Variables environ = {{"MASTER_ADDR", "10.0.0.9"}};
  const base::Result<Rendezvous> found = rendezvous({environ, "llama-2", kStatefulHosts}, {.nodes = 4});
  std::string all;
  for (const Exported& each : exports(*found, environ)) all += each.name + "=" + each.value + " ";
  EXPECT_EQ(all, "MASTER_PORT=29500 NNODES=4 NODE_RANK=2 ");
}

TEST(HostList, GivesTheFirstName) {
  EXPECT_EQ(first_host("gpu[03-05,9],cpu1"), "gpu03");
  EXPECT_EQ(first_host("rack1-n[2,4]"), "rack1-n2");
  EXPECT_EQ(first_host("a[1-2]b[07-09]"), "a1b07");
  EXPECT_EQ(first_host("solo"), "solo");
  for (const char* wrong : {"", "gpu[", "gpu[]", "gpu[x]", "a b", "$(x)"}) EXPECT_EQ(first_host(wrong), std::nullopt) << wrong;
}

TEST(Ordinal, IsANumberAfterTheLastDash) {
  EXPECT_EQ(ordinal_of("llama-12")->number, 12U);
  EXPECT_EQ(ordinal_of("llama-12")->base, "llama");
  for (const char* wrong : {"llama", "llama-", "-3", "llama-03", "llama-x7", "llama-1234567"})
    EXPECT_FALSE(ordinal_of(wrong)) << wrong;
}

std::string launched(const std::vector<std::string>& command, const Given& given, const Variables& environ = {},
                     std::optional<unsigned> gpus = std::nullopt) {
  const base::Result<Rendezvous> place = rendezvous({environ, "h", ""}, given);
  const auto done = with_torchrun_options(command, *place, environ, gpus);
  if (!done) return done.error().message;
  std::string text;
  for (const std::string& word : *done) text += (text.empty() ? "" : " ") + word;
  return text;
}

const Given kTwo{.node_rank = 1, .nodes = 2, .master_addr = "a", .master_port = 7};

TEST(Torchrun, GetsTheOptionsItLacks) {
  EXPECT_EQ(launched({"torchrun", "train.py", "--nnodes=9"}, kTwo, {}, 4),
            "torchrun --nproc_per_node=4 --nnodes=2 --node_rank=1 --master_addr=a --master_port=7 train.py --nnodes=9");
  EXPECT_EQ(launched({"/opt/bin/torchrun", "--node_rank", "0", "train.py"}, kTwo),
            "/opt/bin/torchrun --nnodes=2 --master_addr=a --master_port=7 --node_rank 0 train.py");
  EXPECT_EQ(launched({"python3", "-m", "torch.distributed.run", "t.py"}, kTwo),
            "python3 -m torch.distributed.run --nnodes=2 --node_rank=1 --master_addr=a --master_port=7 t.py");
}

TEST(Torchrun, KeepsWhatTheUserSaid) {
  EXPECT_EQ(launched({"torchrun", "--standalone", "t.py"}, kTwo), "torchrun --standalone t.py");
  EXPECT_EQ(launched({"torchrun", "--rdzv-endpoint=a:1", "t.py"}, kTwo), "torchrun --nnodes=2 --rdzv-endpoint=a:1 t.py");
  EXPECT_EQ(launched({"torchrun", "t.py"}, kTwo, {{"PET_NNODES", "2"}, {"PET_NODE_RANK", "1"}, {"PET_MASTER_ADDR", "b"}}),
            "torchrun --master_port=7 t.py");
  EXPECT_EQ(launched({"torchrun", "t.py"}, {}), "torchrun t.py");
}

TEST(Torchrun, SaysWhatIsMissing) {
  EXPECT_EQ(launched({"torchrun", "t.py"}, {.nodes = 2}), "--torchrun: this node's rank is not known");
  EXPECT_EQ(launched({"torchrun", "t.py"}, {.node_rank = 0, .nodes = 2}),
            "--torchrun: the address where the nodes meet is not known");
  EXPECT_EQ(launched({"bash", "-c", "torchrun"}, kTwo), "--torchrun: the command is not torchrun");
}

}  // namespace
}  // namespace railhead::launch
