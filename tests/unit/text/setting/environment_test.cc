#include <gtest/gtest.h>

#include "tests/unit/text/setting/pasted.h"

namespace railhead {
namespace {

using test::read_as;
using test::shown_in;

/// "NAME=VALUE@SOURCE" of every variable, with newlines between them.
std::string listed(const facts::Machine& machine) {
  std::string text;
  for (const facts::Variable& variable : machine.environment.variables.value_or({}))
    text += (text.empty() ? "" : "\n") + variable.name + "=" + variable.value + "@" + variable.source;
  return text;
}

std::string variables(std::string_view kind, std::string_view text) { return listed(read_as(kind, text)); }

TEST(Environment, ListInOrderOfNames) {
  EXPECT_EQ(variables("environment", "PATH=/usr/bin\nUCX_TLS=rc,cuda\nNCCL_IB_HCA==mlx5_4,mlx5_5\nNCCL_IB_TIMEOUT=\n"),
            "NCCL_IB_HCA==mlx5_4,mlx5_5@paste.txt:3\nNCCL_IB_TIMEOUT=@paste.txt:4\nUCX_TLS=rc,cuda@paste.txt:2");
}

TEST(Environment, WaysToWriteAnAssignment) {
  EXPECT_EQ(variables("environment", "export NCCL_DEBUG='WARN' NCCL_NET=IB # both\n"),
            "NCCL_DEBUG=WARN@paste.txt:1\nNCCL_NET=IB@paste.txt:1");
  EXPECT_EQ(variables("environment", "declare -x NCCL_NET=\"Socket\"\n"), "NCCL_NET=Socket@paste.txt:1");
  EXPECT_EQ(variables("environment", "setenv NCCL_NET IB\n"), "NCCL_NET=IB@paste.txt:1");
  EXPECT_EQ(variables("environment", "Environment=\"NCCL_NET=IB\" \"NCCL_DEBUG=INFO\"\n"),
            "NCCL_DEBUG=INFO@paste.txt:1\nNCCL_NET=IB@paste.txt:1");
  EXPECT_EQ(variables("environment", "      - NCCL_NET=IB\n"), "NCCL_NET=IB@paste.txt:1");
  EXPECT_EQ(variables("environment", "$ export NCCL_NET=IB\n"), "NCCL_NET=IB@paste.txt:1");
  EXPECT_EQ(variables("environment", "NCCL_NET=IB NCCL_DEBUG=INFO ./train --x=1\n"),
            "NCCL_DEBUG=INFO@paste.txt:1\nNCCL_NET=IB@paste.txt:1");
}

TEST(Environment, ValuesAreWhatTheLineSays) {
  EXPECT_EQ(variables("environment", "NCCL_IB_HCA=mlx5_4, mlx5_5\n"), "NCCL_IB_HCA=mlx5_4, mlx5_5@paste.txt:1");
  EXPECT_EQ(variables("environment", "NCCL_IB_HCA=\"mlx5_4\"   # rail 0\n"), "NCCL_IB_HCA=mlx5_4@paste.txt:1");
  EXPECT_EQ(variables("environment", "NCCL_IB_HCA=mlx5_4 # rail 0\n"), "NCCL_IB_HCA=mlx5_4@paste.txt:1");
  EXPECT_EQ(variables("environment", "#NCCL_IB_HCA=mlx5_4\n"), "");
}

TEST(Environment, NulsSeparate) {
  using namespace std::string_literals;
  const facts::Machine machine =
      read_as("environment", "HOME=/h\0NCCL_DEBUG=a # b\0PCIDEVICE_EXAMPLE_COM_RAIL-A=0000:21:00.4\0"s);
  EXPECT_EQ(listed(machine), "NCCL_DEBUG=a # b@paste.txt:1");
  ASSERT_EQ(machine.container.allocations.size(), 1U);
  EXPECT_EQ(machine.container.allocations[0].resource, "EXAMPLE_COM_RAIL-A");
  EXPECT_EQ(shown_in("HOME=/h\0NCCL_DEBUG=INFO"s), "environment");
}

TEST(Environment, SecretsDoNotGetThrough) {
  EXPECT_EQ(variables("environment", "SLURM_JWT=abc\nAWS_SECRET_ACCESS_KEY=abc\nHF_TOKEN=abc\nNCCL_NET=IB\n"),
            "NCCL_NET=IB@paste.txt:4");
  EXPECT_EQ(variables("environment", "GLOO_PROXY=http://me:word@proxy.example\n").find("word"), std::string::npos);
  EXPECT_EQ(variables("environment", "NCCL_X=" + std::string(200, '=') + "\n"), "") << "no such value is meant";
}

TEST(Environment, AllocationsKnowTheirLines) {
  const facts::Machine machine =
      read_as("environment",
              "PCIDEVICE_EXAMPLE_COM_RAIL_INFO={\"0000:21:00.4\":{\"generic\":{\"deviceID\":\"0000:21:00.4\"},\"rdma\":"
              "{\"rdma_dev\":\"mlx5_9\",\"uverbs\":\"/dev/infiniband/uverbs9\"}}}\n"
              "PCIDEVICE_EXAMPLE_COM_RAIL=0000:21:00.4\n");
  EXPECT_TRUE(machine.environment.variables.not_asked()) << "whether NCCL variables are set was not shown";
  ASSERT_EQ(machine.container.allocations.size(), 1U);
  const facts::Allocation& allocation = machine.container.allocations[0];
  ASSERT_TRUE(allocation.devices);
  EXPECT_EQ(allocation.devices->at(0).rdma_device, "mlx5_9");
  EXPECT_EQ(allocation.devices.source(), "paste.txt:2");
  EXPECT_EQ(allocation.info.source(), "paste.txt:1");
  EXPECT_EQ(read_as("environment", "PCIDEVICE_EXAMPLE_COM_RAIL=0000:21:00.4\n", machine).container.allocations.size(), 1U);
}

TEST(Environment, BlocksAddUp) {
  const facts::Machine first = read_as("environment", "NCCL_NET=IB\nNCCL_DEBUG=INFO\n");
  const facts::Machine both = read_as("launch-command", "mpirun -x NCCL_NET=Socket -x NCCL_DEBUG=INFO ./a\n", first);
  EXPECT_EQ(listed(both), "NCCL_DEBUG=INFO@paste.txt:2\nNCCL_NET=IB@paste.txt:1\nNCCL_NET=Socket@paste.txt:1");
}

TEST(Environment, ManyVariablesAreBounded) {
  std::string text;
  for (int i = 0; i < 5000; ++i) text += "NCCL_X" + std::to_string(i) + "=1\n";
  EXPECT_EQ(read_as("environment", text).environment.variables->size(), 2048U);
}

TEST(NcclConf, FileByItsName) {
  const facts::Machine machine =
      read_as("environment", "# all nodes\nNCCL_IB_HCA=\"mlx5_4\"\n\nexport NCCL_NET=IB\n", {}, "/tmp/nccl.conf");
  EXPECT_EQ(listed(machine), "NCCL_IB_HCA=\"mlx5_4\"@/tmp/nccl.conf:2\nexport NCCL_NET=IB@/tmp/nccl.conf:4");
  ASSERT_EQ(machine.environment.conf_files.size(), 1U);
  EXPECT_EQ(machine.environment.conf_files[0].path, "/tmp/nccl.conf");
  EXPECT_TRUE(machine.environment.conf_files[0].settings.is(2));
  const facts::Machine both = read_as("environment", "NCCL_IB_HCA=mlx5_5\n", machine);
  EXPECT_EQ(listed(both).substr(0, 30), "NCCL_IB_HCA=mlx5_5@paste.txt:1") << "the environment wins";
}

TEST(NcclConf, FileBehindCat) {
  const facts::Machine machine = read_as("nccl-conf", "$ cat /etc/nccl.conf\nNCCL_IB_TC = 106\nHF_TOKEN=abc\n");
  ASSERT_EQ(machine.environment.conf_files.size(), 1U);
  EXPECT_EQ(machine.environment.conf_files[0].path, "/etc/nccl.conf");
  EXPECT_EQ(listed(machine), "NCCL_IB_TC = 106@paste.txt:2");
  EXPECT_EQ(shown_in("$ cat /etc/nccl.conf"), "nccl-conf");
}

TEST(ManifestEnvironment, PairsOfYamlAndJson) {
  EXPECT_EQ(
      variables("manifest-environment",
                "    - name: NCCL_IB_HCA\n      value: \"mlx5_4,mlx5_5\"\n    - name: NCCL_DEBUG\n      value: WARN # less\n"),
      "NCCL_DEBUG=WARN@paste.txt:4\nNCCL_IB_HCA=mlx5_4,mlx5_5@paste.txt:2");
  EXPECT_EQ(variables("manifest-environment", "- {name: NCCL_NET, value: \"IB\"}\n"), "NCCL_NET=IB@paste.txt:1");
  EXPECT_EQ(variables("manifest-environment", "env: [{name: NCCL_NET, value: IB}, {name: NCCL_DEBUG, value: \"${A}\"}]\n"),
            "NCCL_DEBUG=${A}@paste.txt:1\nNCCL_NET=IB@paste.txt:1");
  EXPECT_EQ(variables("manifest-environment", "{\n\"name\": \"NCCL_NET\",\n\"value\": \"IB\"\n}"), "NCCL_NET=IB@paste.txt:3");
}

TEST(ManifestEnvironment, ValuesThatAreElsewhereAreLeftOut) {
  EXPECT_EQ(variables("manifest-environment",
                      "- name: NCCL_NET\n  valueFrom:\n    configMapKeyRef: {name: a, key: b}\n- name: OTHER\n  value: x\n"),
            "");
}

TEST(LaunchCommand, OptionsOfLaunchers) {
  EXPECT_EQ(variables("launch-command",
                      "/opt/bin/mpirun -np 2 \\\n  -x NCCL_IB_HCA=mlx5_4 \\\n  -x LD_LIBRARY_PATH -x NCCL_NET ./a\n"),
            "NCCL_IB_HCA=mlx5_4@paste.txt:2");
  EXPECT_EQ(variables("launch-command", "docker run --rm -e NCCL_NET=IB --env=NCCL_DEBUG=WARN -e HF_TOKEN=x image sh"),
            "NCCL_DEBUG=WARN@paste.txt:1\nNCCL_NET=IB@paste.txt:1");
  EXPECT_EQ(variables("launch-command", "mpiexec.hydra -genv NCCL_NET IB -eNCCL_DEBUG='INFO' ./a"),
            "NCCL_DEBUG=INFO@paste.txt:1\nNCCL_NET=IB@paste.txt:1");
  EXPECT_EQ(variables("launch-command", "srun --export=ALL,NCCL_NET=IB ./a"), "NCCL_NET=IB@paste.txt:1");
}

TEST(LaunchCommand, SetsNoLimit) {
  EXPECT_TRUE(read_as("launch-command", "docker run --ulimit memlock=-1 image").process.memlock.not_asked());
}

TEST(Environment, LinesShowInTheirKindAlone) {
  EXPECT_EQ(shown_in("NCCL_DEBUG=INFO"), "environment");
  EXPECT_EQ(shown_in("declare -x PCIDEVICE_EXAMPLE_COM_A=\"0000:21:00.4\""), "environment");
  EXPECT_EQ(shown_in("        - name: NCCL_DEBUG"), "manifest-environment");
  EXPECT_EQ(shown_in("$ podman run -e NCCL_NET=IB image"), "launch-command");
  EXPECT_EQ(shown_in("  -x NCCL_NET=IB \\"), "launch-command");
  EXPECT_EQ(shown_in("NCCL_NET=IB mpirun -np 2 ./a"), "environment launch-command");
}

TEST(Environment, OtherTextsDoNotShow) {
  for (const char* line : {"PATH=/usr/bin", "node-a:7:9 [0] NCCL INFO NCCL_IB_HCA set by environment to mlx5_4", "- name: web",
                           "docker is not running", "mpirun noticed that process rank 0 exited", "a=b", "=", "NCCL_DEBUG"})
    EXPECT_EQ(shown_in(line), "") << line;
}

}  // namespace
}  // namespace railhead
