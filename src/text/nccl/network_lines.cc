#include "text/begins.h"
#include "text/fault/signature.h"
#include "text/nccl/devices.h"
#include "text/nccl/here.h"

// What NCCL says of its network: transport/net_ib.cc, transport/net_socket.cc, transport/net.cc and plugin/net.cc of NCCL 2.4
// to 2.30, and the plugins of HPC-X and of AWS.

namespace railhead::text {
namespace {

/// "no module" of "... 'mlx5_0' (no module)".
std::string in_brackets(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return {};
  return base::one_line(text.substr(open + 1, std::min<std::size_t>(text.find(')', open) - open - 1, 200)));
}

bool is_rdma(std::string_view network) { return begins(network, "IB") || begins(network, "gIB"); }

}  // namespace

void RunReader::take_network(const Here& here, std::string_view message) {
  std::string_view rest = message;
  if (cut(rest, "NET/IB")) {
    while (!rest.empty() && (rest.front() == ' ' || rest.front() == ':')) rest.remove_prefix(1);
    return take_plugin(here, rest);
  }
  if (cut(rest, "NET/Socket")) return take_socket(here, rest);
  if (cut(rest, "NET/OFI ")) {
    const std::string_view lowered =
        begins(rest, "Selected ") && rest.find(" is ") != std::string_view::npos ? rest.substr(rest.find(" is ") + 4) : "";
    if (!lowered.empty())
      here.set(run_.ofi_provider, base::one_line(word(lowered)));
    else if (std::optional<facts::LogEvent> event = fault_in(message))
      return add(here, *std::move(event));
    if (!run_.ofi_provider.has() && lowered.empty() && rest.find("call failed") == std::string_view::npos)
      run_.ofi_provider = {"", here.source()};
  }
}

void RunReader::take_plugin(const Here& here, std::string_view rest) {
  facts::LogRank& rank = here.rank;
  std::string_view text = rest;
  if (cut(text, "Using ")) {
    here.set(rank.hcas, parse_hcas(text));
    rank.listed_devices = std::max(rank.listed_devices, static_cast<unsigned>(rank.hcas->size()));
    return;
  }
  if (text.starts_with('[')) {  // 2.4: a line for each device
    run_.lists_by_line = run_.lists_by_line || text.find("provider=") == std::string_view::npos;
    std::vector<facts::LogHca> known = rank.hcas.value_or({});
    const std::vector<facts::LogHca> more = parse_hcas(text);
    if (const auto number = number_after(text, "["); number && !more.empty())
      rank.listed_devices = std::max(rank.listed_devices, *number + 1);
    if (known.size() < kMostDevices) known.insert(known.end(), more.begin(), more.end());
    rank.hcas = {std::move(known), rank.hcas.has() ? rank.hcas.source() : here.source()};
    return;
  }
  if (begins(text, "No device found")) return here.set(rank.hcas, {});
  if (cut(text, "Unable to open device ")) {
    if (rank.unopened.size() < kMostDevices) rank.unopened.push_back({base::one_line(word(text)), here.source()});
    return;
  }
  if (take_distance(here, text)) return;
  if (cut(text, "GPU Direct RDMA ")) {
    const bool enabled = text.find("nabled") != std::string_view::npos;
    const std::size_t quote = text.find('\'');
    if (quote == std::string_view::npos || rank.gpudirect.size() >= kMostDevices) return;
    std::string hca = base::one_line(text.substr(quote + 1, text.find('\'', quote + 1) - quote - 1));
    rank.gpudirect.push_back({std::move(hca), {enabled, here.source()}, enabled ? "" : in_brackets(text.substr(quote))});
    return;
  }
  if (std::optional<facts::LogEvent> event = fault_in(rest)) add(here, *std::move(event));
}

bool RunReader::take_distance(const Here& here, std::string_view message) {
  constexpr std::string_view kDisabled = "GPU Direct RDMA Disabled for GPU";
  const std::size_t distance = message.find("(distance ");
  if (!message.starts_with(kDisabled) || distance == std::string_view::npos) return false;
  const std::size_t hca = std::min(message.find("HCA "), message.find("NET/"));
  const std::string_view why = message.substr(distance, message.find_first_of(",)", distance) - distance);
  if (hca < distance && here.rank.too_far.size() < kMostDevices)
    here.rank.too_far.push_back(
        {base::one_line(message.substr(hca, distance - hca)) + base::one_line(why) + ")", here.source()});
  return true;
}

bool RunReader::take_plugin_name(const Here& here, std::string_view message) {
  std::string_view name = message;
  const bool loaded = cut(name, "NET/Plugin: Loaded net plugin ") || cut(name, "Initialized NET plugin ");
  if (!loaded && !cut(name, "P2P plugin ")) return false;
  if (begins(name, "v") && name.find(' ') != std::string_view::npos) name.remove_prefix(name.find(' ') + 1);  // "v8 IBext_v8"
  here.set(here.rank.plugin, base::one_line(base::trimmed(name.substr(0, name.find(" (")))));
  return true;
}

void RunReader::take_socket(const Here& here, std::string_view message) {
  const std::size_t using_ = message.find("Using ");
  if (using_ != std::string_view::npos) here.set(here.rank.socket, interface_of(message.substr(using_ + 6)));
}

void RunReader::take_channel(const Here& here, std::string_view message) {
  const std::size_t via = message.find("via ");  // what precedes has many a blank, and hardly a v
  if (via == std::string_view::npos || message[via - 1] != ' ') return;
  std::string_view carrier = message.substr(via + 4);
  facts::LogRank& rank = here.rank;
  if (!cut(carrier, "NET/")) {
    ++(begins(carrier, "SHM") ? rank.channels.shared_memory : rank.channels.p2p);
    return;
  }
  const std::size_t gpudirect = std::min(carrier.find("/GDRDMA"), carrier.size());
  // "NET/IB/0(8)/GDRDMA": of a proxy, rank 8.
  if (carrier.substr(0, gpudirect).find('(') != std::string_view::npos) ++rank.channels.pxn;
  if (is_rdma(carrier)) {
    if (rank.channels.rdma++ == 0) rank.rdma_channel = here.source();
    if (gpudirect < carrier.size()) ++rank.channels.gpudirect;
  } else if (begins(carrier, "Socket")) {
    if (rank.channels.socket++ == 0) rank.socket_channel = here.source();
  } else {
    ++rank.channels.other;
  }
}

}  // namespace railhead::text
