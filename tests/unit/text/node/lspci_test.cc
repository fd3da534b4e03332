#include "tests/unit/text/node/pasted.h"

namespace railhead {
namespace {

using facts::ListedKind;
using test::node_kinds_of;
using test::read_node;

std::vector<facts::ListedFunction> listed(std::string_view text) { return read_node("lspci", text).pci.listed; }

TEST(Lspci, AFunctionWithItsBody) {
  const auto all = listed(
      "5e:00.0 Infiniband controller [0207]: Example Adapter 7 [15b3:1021]\n"
      "\tSubsystem: Example\n"
      "\tCapabilities: [60] Express (v2) Endpoint, IntMsgNum 0\n"
      "\t\tDevCtl:\tCorrErr+ NonFatalErr+\n"
      "\t\t\tMaxPayload 256 bytes, MaxReadReq 512 bytes\n"
      "\t\tLnkCap:\tPort #0, Speed 32GT/s, Width x16, ASPM not supported\n"
      "\t\tLnkSta:\tSpeed 16GT/s (downgraded), Width x8 (downgraded)\n"
      "\tKernel driver in use: mlx5_core\n"
      "0001:00:01.0 PCI bridge: Example Root Port\n"
      "\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00\n"
      "\t\tACSCtl:\tSrcValid+ TransBlk- ReqRedir+ CmpltRedir- UpstreamFwd+ EgressCtrl- DirectTrans-\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_EQ(all[0].address, "0000:5e:00.0");
  EXPECT_EQ(all[0].kind, ListedKind::network);
  EXPECT_TRUE(all[0].max_read_request.is(512));
  ASSERT_TRUE(all[0].link);
  EXPECT_EQ(all[0].link->speed_tenths, 160U);
  EXPECT_EQ(all[0].link->width, 8U);
  EXPECT_EQ(all[0].link.source(), "paste:7");
  EXPECT_EQ(all[0].max_link->speed_tenths, 320U);
  EXPECT_TRUE(all[0].downgraded);
  EXPECT_FALSE(all[0].acs);
  EXPECT_EQ(all[1].address, "0001:00:01.0");
  EXPECT_EQ(all[1].kind, ListedKind::root_port);
  ASSERT_TRUE(all[1].acs);
  EXPECT_TRUE(all[1].acs->request_redirect);
  EXPECT_FALSE(all[1].acs->completion_redirect);
}

TEST(Lspci, LinesThatGrepLeft) {
  const auto all = listed(
      "ACSCtl: SrcValid+ TransBlk- ReqRedir+ CmpltRedir+ UpstreamFwd+ EgressCtrl- DirectTrans-\n"
      "ACSCtl: SrcValid- TransBlk- ReqRedir- CmpltRedir- UpstreamFwd- EgressCtrl- DirectTrans-\n");
  ASSERT_EQ(all.size(), 2U);
  EXPECT_TRUE(all[0].acs->redirects());
  EXPECT_FALSE(all[1].acs->redirects());
  EXPECT_EQ(all[1].acs.source(), "paste:2");
}

TEST(Lspci, DeniedAndUnknownTellNothing) {
  const auto all = listed(
      "5e:00.0 Ethernet controller: Example\n\tCapabilities: <access denied>\n"
      "\t\tLnkSta:\tSpeed unknown, Width x0\n");
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].link.not_asked());
  EXPECT_TRUE(all[0].acs.not_asked());
}

TEST(Lspci, OtherTextIsNone) {
  for (const char* line : {"12:30.5 the controller says no", "ACSCap: SrcValid+", "Speed 5, Width x4", "5e:00.0"})
    EXPECT_EQ(node_kinds_of(line), "") << line;
}

std::string rows(std::string_view text) {
  std::string all;
  for (const facts::AffinityRow& row : read_node("gpu-topology", text).gpu.affinity) {
    all += row.gpu + "@" + row.source + ":";
    for (const facts::NicDistance& nic : row.nics) all += " " + nic.nic + "=" + facts::name(nic.distance);
    all += "\n";
  }
  return all;
}

TEST(GpuTopology, NamesComeFromTheLegend) {
  EXPECT_EQ(rows("\tGPU0\tGPU1\tNIC0\tNIC1\tCPU Affinity\tNUMA Affinity\n"
                 "GPU0\t X \tNV18\tPIX\tSYS\t0-31\t0\n"
                 "GPU1\tNV18\t X \tNODE\tPHB\t0-31\t0\n"
                 "NIC0\tPIX\tNODE\t X \tSYS\n"
                 "NIC Legend:\n"
                 "  NIC0: mlx5_3\n"
                 "  NIC1: mlx5_8\n"),
            "GPU0@paste:2: mlx5_3=PIX mlx5_8=SYS\nGPU1@paste:3: mlx5_3=NODE mlx5_8=PHB\n");
}

TEST(GpuTopology, RowsThatWereCutTellNothing) {
  EXPECT_EQ(rows("\tGPU0\tGPU1\tmlx5_0\tmlx5_1\n"
                 "GPU0\t X \tPIX\n"
                 "GPU1\tPIX\t X \tSYS\tPXB\n"),
            "GPU1@paste:3: mlx5_0=SYS mlx5_1=PXB\n");
}

TEST(GpuTopology, WithoutAdaptersThereIsNoDistance) {
  EXPECT_EQ(rows("\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV4\t0-7\nGPU1\tNV4\t X \t0-7\n"), "");
}

}  // namespace
}  // namespace railhead
