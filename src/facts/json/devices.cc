#include "base/format.h"
#include "facts/json/known.h"
#include "facts/json/machine.h"

namespace railhead::facts {
namespace {

Json link_json(const PciLink& link) {
  return {{"gigatransfers", static_cast<double>(link.speed_tenths) / 10.0}, {"width", link.width}};
}

Json acs_json(const Acs& acs) {
  return {{"source_validation", acs.source_validation},
          {"request_redirect", acs.request_redirect},
          {"completion_redirect", acs.completion_redirect},
          {"upstream_forwarding", acs.upstream_forwarding},
          {"direct_translated", acs.direct_translated}};
}

template <unsigned kDigits>
Json hex_json(std::uint32_t value) {
  return base::format("{:0{}x}", value, kDigits);
}

Json function_json(const PciFunction& function) {
  return {{"address", function.address},
          {"vendor", known_json(function.vendor, hex_json<4>)},
          {"device", known_json(function.device, hex_json<4>)},
          {"class", known_json(function.class_code, hex_json<6>)},
          {"driver", known_json(function.driver)},
          {"numa_node", known_json(function.numa_node)},
          {"chain", texts_json(function.chain)},
          {"link", known_json(function.link, link_json)},
          {"max_link", known_json(function.max_link, link_json)},
          {"physical_function", known_json(function.physical_function)},
          {"sriov_vfs", known_json(function.sriov_vfs)},
          {"sriov_total_vfs", known_json(function.sriov_total_vfs)},
          {"iommu_group", known_json(function.iommu_group)},
          {"netdevs", known_json(function.netdevs, texts_json)},
          {"max_read_request_bytes", known_json(function.max_read_request)},
          {"relaxed_ordering", known_json(function.relaxed_ordering)},
          {"acs", known_json(function.acs, acs_json)}};
}

/// Functions that matter for RDMA; a large server has hundreds of others (memory controllers, performance counters).
Json functions_json(const std::vector<PciFunction>& functions) {
  Json list = Json::array();
  for (const PciFunction& function : functions) {
    const bool looked_at = !function.link.not_asked() || !function.iommu_group.not_asked();
    if (looked_at || is_gpu(function) || is_rdma_capable(function)) list.push_back(function_json(function));
  }
  return list;
}

Json gpu_json(const Gpu& gpu) {
  const auto nearest = [](const NearestNics& nics) {
    return Json{{"distance", name(nics.distance)}, {"nics", texts_json(nics.names)}};
  };
  return {{"pci", gpu.pci_address},           {"vendor", gpu.vendor},
          {"model", known_json(gpu.model)},   {"numa_node", known_json(gpu.numa_node)},
          {"driver", known_json(gpu.driver)}, {"nearest", known_json(gpu.nearest, nearest)}};
}

Json allocated_json(const AllocatedDevice& device) {
  Json object = {{"pci", base::printable(device.pci_address)}};
  if (device.rdma_device) object["rdma_device"] = base::printable(*device.rdma_device);
  if (device.uverbs) object["uverbs"] = base::printable(*device.uverbs);
  return object;
}

Json allocation_json(const Allocation& allocation) {
  return {{"resource", base::printable(allocation.resource)},
          {"variable", base::printable(allocation.variable)},
          {"devices", known_json(allocation.devices, [](const auto& devices) { return list_json(devices, allocated_json); })}};
}

Json library_json(const Library& library) {
  return {{"name", base::printable(library.name)},
          {"path", known_json(library.path)},
          {"version", known_json(library.version)},
          {"loads", known_json(library.loads)}};
}

}  // namespace

Json json(const Pci& pci) {
  const auto count = [](const std::vector<PciFunction>& functions) { return Json(functions.size()); };
  return {{"function_count", known_json(pci.functions, count)}, {"functions", known_json(pci.functions, functions_json)}};
}

Json json(const Gpus& gpus) {
  const auto kfd = [](const KfdNodes& nodes) { return Json{{"nodes", nodes.nodes}, {"cards", nodes.cards}}; };
  return {{"gpus", known_json(gpus.gpus, [](const auto& list) { return list_json(list, gpu_json); })},
          {"nvidia_driver", known_json(gpus.nvidia_driver)},
          {"kfd", known_json(gpus.kfd, kfd)},
          {"nvml_count", known_json(gpus.nvml_count)},
          {"nvidia_nodes", known_json(gpus.nvidia_nodes)}};
}

Json json(const Container& container) {
  return {{"allocations", list_json(container.allocations, allocation_json)},
          {"runtime", known_json(container.runtime)},
          {"orchestrator", known_json(container.orchestrator)}};
}

Json json(const Software& software) {
  return {{"libibverbs", library_json(software.libibverbs)},
          {"librdmacm", library_json(software.librdmacm)},
          {"providers", known_json(software.providers, texts_json)},
          {"nccl", known_json(software.nccl, [](const auto& list) { return list_json(list, library_json); })},
          {"net_plugins", known_json(software.net_plugins, [](const auto& list) { return list_json(list, library_json); })}};
}

}  // namespace railhead::facts
