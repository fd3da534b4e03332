#include <algorithm>
#include <map>
#include <utility>

#include "base/text.h"
#include "fabric/net/nics.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

/// A bridge on the way between a GPU and an adapter, and the first such pair.
struct Hop {
  const facts::PciFunction* bridge = nullptr;
  std::string gpu;
  std::string nic;
};

using Hops = std::map<std::string, Hop>;

/// Bridges of `end` below what both ends share; redirection is decided where a packet enters the switch.
void add_hops(const facts::Pci& pci, const facts::PciFunction& end, std::size_t shared, const Hop& pair, Hops& hops) {
  for (std::size_t i = shared; i + 1 < end.chain.size(); ++i)
    if (const facts::PciFunction* bridge = facts::find(pci, end.chain[i]))
      hops.try_emplace(bridge->address, Hop{bridge, pair.gpu, pair.nic});
}

/// Only below a common switch do packets go straight from one to the other; elsewhere they pass the root complex anyway.
void add_pair(const facts::Pci& pci, const facts::PciFunction& gpu, const Nic& nic, Hops& hops) {
  const std::optional<facts::Distance> distance = facts::distance(gpu, *nic.function);
  if (!distance || *distance > facts::Distance::pxb) return;
  const auto fork = std::ranges::mismatch(gpu.chain, nic.function->chain);
  const auto shared = static_cast<std::size_t>(fork.in1 - gpu.chain.begin());
  const Hop pair{nullptr, gpu.address, nic.device->name};
  add_hops(pci, gpu, shared, pair, hops);
  add_hops(pci, *nic.function, shared, pair, hops);
}

Hops hops_of(const Input& input, const Ports& ports) {
  Hops hops;
  if (!input.machine.gpu.gpus.has()) return hops;
  const std::vector<Nic> nics = usable_nics(ports.machine, ports.views);
  for (const facts::Gpu& gpu : *input.machine.gpu.gpus) {
    const facts::PciFunction* function = facts::find(input.machine.pci, gpu.pci_address);
    if (!function) continue;
    for (const Nic& nic : nics) add_pair(input.machine.pci, *function, nic, hops);
  }
  return hops;
}

/// Without ACS a bridge redirects nothing. "Not there" means that only where the rest of the configuration space could be read.
bool has_none(const facts::PciFunction& bridge) {
  return !bridge.acs.has() && bridge.acs.missing().why == facts::Why::not_found && bridge.max_read_request.has();
}

bool redirects(const facts::Acs& acs) { return acs.request_redirect || acs.completion_redirect; }

std::string bits(const facts::Acs& acs) {
  const auto sign = [](bool set) { return set ? '+' : '-'; };
  return base::format("ReqRedir{} CmpltRedir{} UpstreamFwd{} DirectTrans{}", sign(acs.request_redirect),
                      sign(acs.completion_redirect), sign(acs.upstream_forwarding), sign(acs.direct_translated));
}

/// With direct translated P2P an adapter that has translations of its own (ATS) still takes the short way.
Finding judged(const std::vector<const Hop*>& bad) {
  const bool direct = std::ranges::all_of(bad, [](const Hop* hop) { return hop->bridge->acs->direct_translated; });
  std::vector<std::string> addresses;
  Evidences evidence;
  for (const Hop* hop : bad) {
    addresses.push_back(hop->bridge->address);
    if (evidence.size() < 4)
      evidence.push_back(seen(hop->bridge->acs, base::format("{} {}", hop->bridge->address, bits(*hop->bridge->acs))));
  }
  return violated(
      direct ? Severity::info : Severity::warning, addresses.size() == 1 ? addresses.front() : "machine",
      base::format("PCIe switch {} between GPU and adapter ({} and {}{}) {} traffic between them to the root complex: {}",
                   addresses.size() == 1 ? "port" : "ports", bad.front()->gpu, bad.front()->nic, bad.size() > 1 ? ", ..." : "",
                   addresses.size() == 1 ? "redirects" : "redirect", base::joined(addresses, ", ")),
      std::move(evidence),
      base::format("for b in {}; do setpci -s $b ECAP_ACS+6.w=0000; done  # on the host, at every boot",
                   base::joined(addresses, " ")));
}

std::string bits(const facts::ListedAcs& acs) {
  const auto sign = [](bool set) { return set ? '+' : '-'; };
  return base::format("SrcValid{} ReqRedir{} CmpltRedir{} UpstreamFwd{} DirectTrans{}", sign(acs.source_validation),
                      sign(acs.request_redirect), sign(acs.completion_redirect), sign(acs.upstream_forwarding),
                      sign(acs.direct_translated));
}

/// What a listing of ACSCtl lines comes to. A root port is left out where the listing tells that it is one: what passes it goes
/// through the root complex anyway.
struct ListedAcsSum {
  std::size_t looked_at = 0;
  std::size_t on = 0;
  std::size_t redirect = 0;
  std::size_t root_ports = 0;
  bool all_direct = true;
  std::vector<std::string> addresses;
  Evidences evidence;

  void add(const facts::ListedFunction& function) {
    const facts::ListedAcs& acs = *function.acs;
    if (function.kind == facts::ListedKind::root_port) {
      ++root_ports;
      return;
    }
    ++looked_at;
    on += acs.source_validation || acs.redirects() ? 1U : 0U;
    redirect += acs.redirects() ? 1U : 0U;
    const std::string name = function.address.empty() ? "" : function.address + " ";
    if (acs.redirects()) all_direct = all_direct && acs.direct_translated;
    if (acs.redirects() && !function.address.empty()) addresses.push_back(function.address);
    if (acs.redirects() && evidence.size() < 4) evidence.push_back(seen(function.acs, name + bits(acs)));
  }
};

const char* const kEveryBridge =
    "for b in $(lspci | awk '/PCI bridge/{print $1}'); do setpci -s $b ECAP_ACS+6.w=0000; done  # on the host, as root, at "
    "every "
    "boot; keep ACS on where devices go to virtual machines";

std::string listed_fix(const ListedAcsSum& sum) {
  if (sum.addresses.size() != sum.redirect) return kEveryBridge;
  return base::format("for b in {}; do setpci -s $b ECAP_ACS+6.w=0000; done  # on the host, as root, at every boot",
                      base::joined(sum.addresses, " "));
}

/// lspci does not show what lies between a GPU and an adapter; that a port redirects it does.
std::vector<Finding> of_listing(const Input& input) {
  ListedAcsSum sum;
  const facts::ListedFunction* first = nullptr;
  for (const facts::ListedFunction& function : input.machine.pci.listed) {
    if (!function.acs) continue;
    if (first == nullptr) first = &function;
    sum.add(function);
  }
  if (first == nullptr) return {};
  if (sum.redirect > 0)
    return {
        violated(sum.all_direct ? Severity::info : Severity::error, "machine",
                 base::format("ACS redirects peer-to-peer traffic on {} of {} PCIe functions (ReqRedir+ or CmpltRedir+; ACS is "
                              "on for {}): GPUDirect RDMA below them is slow, or fails where the IOMMU translates",
                              sum.redirect, sum.looked_at, sum.on),
                 sum.evidence, listed_fix(sum))};
  if (sum.on > 0)
    return {violated(Severity::info, "machine",
                     base::format("ACS checks the source of requests on {} of {} PCIe functions (SrcValid+) and redirects none",
                                  sum.on, sum.looked_at),
                     {seen(first->acs, bits(*first->acs))})};
  const std::string roots = sum.root_ports > 0 ? base::format("; {} left out", base::counted(sum.root_ports, "root port")) : "";
  return {ok("machine",
             base::format("ACS redirects nothing on the {} listed{}", base::counted(sum.looked_at, "PCIe function"), roots),
             {seen(first->acs, bits(*first->acs))})};
}

std::vector<Finding> find(const Input& input) {
  if (!input.machine.pci.listed.empty()) return of_listing(input);
  const Ports ports = ports_of(input);
  if (std::optional<Finding> finding = no_gpu_list(ports)) return {*std::move(finding)};
  const Hops hops = hops_of(input, ports);
  std::vector<const Hop*> bad;
  const Hop* unread = nullptr;
  for (const auto& [address, hop] : hops) {
    const facts::Known<facts::Acs>& acs = hop.bridge->acs;
    if (acs.has() && redirects(*acs)) bad.push_back(&hop);
    if (!acs.has() && !has_none(*hop.bridge)) unread = &hop;
  }
  if (!bad.empty()) return {judged(bad)};
  if (unread) return without(unread->bridge->acs, "machine", "ACS on the PCIe switches between GPUs and adapters");
  if (hops.empty()) return {};
  const Hop& first = hops.begin()->second;
  return {ok("machine",
             base::format("no PCIe switch port between GPU and adapter redirects their traffic ({} looked at)", hops.size()),
             {seen(first.bridge->acs, first.bridge->address + " and others")})};
}

}  // namespace

Check pci_acs_enabled() {
  return {.id = {},
          .title = "ACS redirects traffic between GPU and adapter",
          .severity = Severity::warning,
          .cause =
              "Access Control Services make a PCIe switch send what one device writes to another up to the root complex and "
              "back, instead of straight across. GPUDirect RDMA becomes slow, and fails (local protection error) where the "
              "IOMMU translates.",
          .fix =
              "setpci -s BRIDGE ECAP_ACS+6.w=0000  # on the host, at every boot; or ACS off in the BIOS; keep it on where "
              "devices go to virtual machines",
          .rule = find};
}

}  // namespace railhead::check
