#include "tests/unit/text/node/pasted.h"

namespace railhead {
namespace {

using test::node_kinds_of;
using test::read_node;

facts::KernelLog log_of(std::string_view text) { return read_node("kernel-log", text).kernel.log; }

TEST(KernelLog, SymbolsOfAnotherVersionAndAbsentOnes) {
  const auto log = log_of(
      "[  7.1] nvidia_peermem: disagrees about version of symbol ib_register_peer_memory_client\n"
      "[  7.1] nvidia_peermem: Unknown symbol ib_register_peer_memory_client (err -22)\n"
      "Mar 03 04:05:06 gpu-7 kernel: nv_peer_mem: Unknown symbol nvidia_p2p_get_pages (err -2)\n"
      "[Tue Mar  3 04:05:06 2026] nv_peer_mem: Unknown symbol ib_unregister_peer_memory_client (err 0)\n");
  ASSERT_EQ(log.refused_symbols.size(), 3U);
  EXPECT_EQ(log.refused_symbols[0].module, "nvidia_peermem");
  EXPECT_EQ(log.refused_symbols[0].symbol, "ib_register_peer_memory_client");
  EXPECT_TRUE(log.refused_symbols[0].other_version);
  EXPECT_EQ(log.refused_symbols[0].source, "paste:1");
  EXPECT_EQ(log.refused_symbols[1].module, "nv_peer_mem");
  EXPECT_FALSE(log.refused_symbols[1].other_version);
  EXPECT_FALSE(log.refused_symbols[2].other_version);
}

TEST(KernelLog, ModulesThatRefuseToStart) {
  const auto log = log_of(
      "modprobe: ERROR: could not insert 'nvidia_peermem': Invalid argument\n"
      "insmod: ERROR: could not insert module ./nv-peer-mem.ko: Invalid parameters\n"
      "modprobe: ERROR: could not insert 'nvidia_peermem': Unknown symbol in module, or unknown parameter (see dmesg)\n");
  ASSERT_EQ(log.refused_symbols.size(), 2U);
  EXPECT_EQ(log.refused_symbols[0].module, "nvidia_peermem");
  EXPECT_EQ(log.refused_symbols[0].symbol, "");
  EXPECT_EQ(log.refused_symbols[1].module, "nv_peer_mem");
}

TEST(KernelLog, RefusedDma) {
  const auto log = log_of(
      "[ 9.0] DMAR: [DMA Write NO_PASID] Request device [17:00.1] fault addr 0x1000 [fault reason 0x05] PTE Write access is "
      "not set\n"
      "[ 9.1] DMAR: [DMA Write] Request device [17:00.1] fault addr 1000 [fault reason 05] PTE Write access is not set\n"
      "[ 9.2] AMD-Vi: Event logged [IO_PAGE_FAULT device=c1:00.0 domain=0x000e address=0x1000 flags=0x0020]\n"
      "[ 9.3] nvidia 0000:C2:00.0: AMD-Vi: Event logged [IO_PAGE_FAULT domain=0x000e address=0x1000 flags=0x0020]\n");
  ASSERT_EQ(log.dma_faults.size(), 3U);
  EXPECT_EQ(log.dma_faults[0].device, "0000:17:00.1");
  EXPECT_EQ(log.dma_faults[0].count, 2U);
  EXPECT_EQ(log.dma_faults[1].device, "0000:c1:00.0");
  EXPECT_EQ(log.dma_faults[2].driver, "nvidia");
  EXPECT_EQ(log.functions, std::vector<std::string>{"0000:c2:00.0"});
}

TEST(KernelLog, DefaultDomain) {
  const auto machine =
      read_node("kernel-log", "[    0.61] iommu: Default domain type: Translated (set via kernel command line)\n");
  EXPECT_TRUE(machine.kernel.iommu.default_domain.is("Translated"));
  EXPECT_EQ(machine.kernel.iommu.default_domain.source(), "paste:1");
  EXPECT_EQ(node_kinds_of("iommu: Default domain type: Frobnicated"), "");
}

TEST(KernelLog, LinesOfOthers) {
  for (const char* line : {"Unknown symbol in module", "[1.0] usb 1-1: new device", "e1000e 0000:00:19.0: registered",
                           "ERROR: Unknown symbol foo", "DMAR: IOMMU enabled", "DMAR: Host address width 46"})
    EXPECT_EQ(node_kinds_of(line), "") << line;
}

facts::AccessDenial denial_of(std::string_view line) {
  const auto log = read_node("audit-log", line).kernel.log;
  return log.denials.empty() ? facts::AccessDenial{} : log.denials.front();
}

TEST(AuditLog, ReadsARecord) {
  const auto denial = denial_of(
      "type=AVC msg=audit(03/04/26 11:12:13.5:9) : avc:  denied  { open } for  pid=5 comm=worker path=/dev/infiniband/uverbs0 "
      "dev=\"devtmpfs\" ino=5 scontext=system_u:system_r:container_t:s0:c1,c2 "
      "tcontext=system_u:object_r:infiniband_device_t:s0 tclass=chr_file permissive=1\n");
  EXPECT_EQ(denial.permissions, "open");
  EXPECT_EQ(denial.command, "worker");
  EXPECT_EQ(denial.path, "/dev/infiniband/uverbs0");
  EXPECT_EQ(denial.subject_type, "container_t");
  EXPECT_EQ(denial.object_type, "infiniband_device_t");
  EXPECT_TRUE(denial.permissive);
  EXPECT_EQ(denial.source, "paste:1");
}

TEST(AuditLog, LeavesOutWhatIsNotOfRdma) {
  EXPECT_EQ(denial_of("type=AVC msg=audit(1.0:9): avc:  denied  { read } for  pid=5 comm=\"a\" name=\"x\" "
                      "scontext=a:b:c_t:s0 tcontext=a:b:var_t:s0 tclass=file permissive=0\n")
                .permissions,
            "");
  EXPECT_EQ(denial_of("SELinux is preventing /bin/x from write access on the directory /var/y.\n").permissions, "");
}

}  // namespace
}  // namespace railhead
