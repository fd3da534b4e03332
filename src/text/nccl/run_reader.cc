#include "text/nccl/run_reader.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "text/begins.h"
#include "text/fault/signature.h"
#include "text/fault/statement.h"
#include "text/nccl/devices.h"
#include "text/nccl/routine.h"

// Sources of the formats: init.cc, transport/net_ib.cc, transport/net_socket.cc, bootstrap.cc and misc/param.cc of NCCL 2.4
// to 2.30, and the plugins of HPC-X and of AWS.

namespace railhead::text {
namespace {

constexpr std::size_t kMostRanks = 65536;
constexpr std::size_t kMostPrefixes = 4 * kMostRanks;
constexpr std::size_t kMostEvents = 4096;
constexpr std::size_t kMostVariables = 1024;
constexpr std::size_t kMostDevices = 256;  // named by one rank

std::string_view word(std::string_view text) { return text.substr(0, text.find_first_of(" \t,")); }

/// "[0]eth0:10.0.0.1<0>" and "eth0:10.0.0.1<0>": the interface.
std::string interface_of(std::string_view text) {
  if (text.starts_with('[')) text.remove_prefix(std::min(text.size(), text.find(']') + 1));
  return base::one_line(text.substr(0, text.find(':')));
}

/// "no module" of "... 'mlx5_0' (no module)".
std::string in_brackets(std::string_view text) {
  const std::size_t open = text.find('(');
  if (open == std::string_view::npos) return {};
  return base::one_line(text.substr(open + 1, std::min<std::size_t>(text.find(')', open) - open - 1, 200)));
}

std::optional<unsigned> number_after(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(at + label.size());
  const auto value = base::unsigned_number(digits.substr(0, digits.find_first_not_of("0123456789")));
  if (!value || *value > 1000000) return std::nullopt;
  return static_cast<unsigned>(*value);
}

bool is_rdma(std::string_view network) { return begins(network, "IB") || begins(network, "gIB"); }

/// "2.21.5+cuda12.4" of "NCCL version 2.21.5+cuda12.4" and "RCCL version : 2.20.5-HEAD:...".
std::optional<std::string_view> version_in(std::string_view line) {
  constexpr std::string_view kLabel = "CCL version ";
  const std::size_t at = line.find(kLabel);
  if (at == std::string_view::npos || at == 0 || (line[at - 1] != 'N' && line[at - 1] != 'R')) return std::nullopt;
  std::string_view version = line.substr(at + kLabel.size());
  if (begins(version, ": ")) version.remove_prefix(2);
  if (version.empty() || version.front() < '0' || version.front() > '9') return std::nullopt;
  return word(version);
}

/// What makes two faults one kind at one rank.
std::string key_of(const facts::LogEvent& event, const std::string& host) {
  const bool per_rank = event.fault == facts::LogFault::rank_failed;
  return base::format("{} {} {} {} {} {} {} {}", host, static_cast<int>(event.fault), event.completion.status,
                      event.completion.hca, event.call.name, event.call.error.value_or(0), event.call.device,
                      per_rank ? event.points_to : "");
}

}  // namespace

struct RunReader::Here {
  const std::string& file;
  std::uint64_t number;
  facts::LogRank& rank;

  std::string source() const { return base::format("{}:{}", file, number); }
  template <class T>
  void set(facts::Known<T>& fact, T value) const {
    if (!fact.has()) fact = {std::move(value), source()};
  }
};

bool RunReader::take(std::string_view line, const std::string& file, std::uint64_t number) {
  const std::optional<LogLine> found = log_line(line);
  if (!found) {
    is_nccl_line_ = take_version(line, file, number);
    const bool stated = take_statement(line, file, number);
    std::optional<facts::LogEvent> event = fault_in(line);  // PyTorch names the version behind an error
    if (!event) return is_nccl_line_ || stated;
    std::string source = base::format("{}:{}", file, number);
    if (event->fault == facts::LogFault::efa_refused) run_.ofi_provider = {"efa", source};
    add(*std::move(event), source, "");
    return true;
  }
  is_nccl_line_ = true;
  take(*found, file, number);
  return true;
}

void RunReader::take(const LogLine& line, const std::string& file, std::uint64_t number) {
  if (run_.lines++ == 0) run_.first_line = base::format("{}:{}", file, number);
  if (facts::LogRank* rank = rank_of(line.prefix))
    take_message({file, number, *rank}, line.message);
  else
    ++run_.lines_left_out;
}

facts::LogRank* RunReader::rank_of(std::string_view prefix) {
  if (const auto known = by_prefix_.find(prefix)) return &run_.ranks[*known];
  const std::optional<Writer> writer = writer_of(prefix);
  std::string name = writer ? base::format("{}:{}:{}", writer->host, writer->process, writer->device) : "";
  if (run_.ranks.size() >= kMostRanks && !by_writer_.contains(name)) return nullptr;
  const auto [place, added] = by_writer_.try_emplace(std::move(name), run_.ranks.size());
  if (added) {
    facts::LogRank rank;
    if (writer) rank = {.host = base::one_line(writer->host), .process = writer->process, .device = writer->device};
    run_.ranks.push_back(std::move(rank));
  }
  if (by_prefix_.size() < kMostPrefixes) by_prefix_.add(prefix, place->second);
  return &run_.ranks[place->second];
}

void RunReader::take_message(const Here& here, std::string_view message) {
  if (begins(message, "Channel ") || begins(message, "Ring ")) return take_channel(here, message);
  if (is_routine(message)) return;
  if (take_plugin_name(here, message)) return;
  if (begins(message, "NET/")) return take_network(here, message);
  if (begins(message, "comm ") || begins(message, "ncclCommInitRank ")) return take_communicator(here, message);
  if (cut(message, "Using network ")) {
    run_.names_network = true;
    return here.set(here.rank.network, base::one_line(base::trimmed(message)));
  }
  const bool since_24 = message.starts_with("Bootstrap: Using ");
  if (cut(message, "Bootstrap : Using ") || cut(message, "Bootstrap: Using ")) {
    // The form of this line changed with 2.8 and with 2.24.
    here.set(run_.version_range, std::string(since_24                   ? "2.24 or later"
                                             : message.starts_with('[') ? "2.7 or before"
                                                                        : "2.8 to 2.23"));
    return here.set(here.rank.bootstrap, interface_of(message));
  }
  if (take_distance(here, message) || take_setting(here, message)) return;
  if (const auto version = version_in(message)) {
    here.set(here.rank.version, base::one_line(*version));
    take_version(message, here.file, here.number);
    return;
  }
  if (cut(message, "Detected mixed local Net device counts across ranks ("))
    return here.set(run_.mixed_device_counts, base::one_line(message.substr(0, message.find(')'))));
  if (std::optional<facts::LogEvent> event = fault_in(message)) add(here, *std::move(event));
}

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

void RunReader::take_communicator(const Here& here, std::string_view message) {
  const auto rank = number_after(message, " rank ");
  auto ranks = number_after(message, " nranks ");
  if (!ranks) ranks = number_after(message, " nRanks ");
  if (!rank || !ranks || (here.rank.ranks && *here.rank.ranks >= *ranks)) return;
  here.rank.rank = rank;
  here.rank.ranks = ranks;
}

bool RunReader::take_setting(const Here& here, std::string_view message) {
  constexpr std::string_view kSet = " set by environment to ";
  if (!begins(message, "NCCL_")) return false;
  const std::size_t at = message.find(kSet);
  if (at == std::string_view::npos) return false;
  const std::string name = base::one_line(message.substr(0, at));
  std::string_view value = base::trimmed(message.substr(at + kSet.size()));
  if (value.ends_with('.')) value.remove_suffix(1);
  const auto same = [&](const facts::Variable& known) { return known.name == name && known.value == value; };
  if (variables_.size() < kMostVariables && std::ranges::none_of(variables_, same))
    variables_.push_back({.name = name, .value = base::one_line(value), .source = here.source()});
  return true;
}

bool RunReader::take_version(std::string_view line, const std::string& file, std::uint64_t number) {
  const auto version = version_in(line);
  if (!version) return false;
  if (!run_.version.has()) run_.version = {base::one_line(*version), base::format("{}:{}", file, number)};
  run_.rccl = run_.rccl || line.find("RCCL version ") != std::string_view::npos;
  return true;
}

bool RunReader::take_statement(std::string_view line, const std::string& file, std::uint64_t number) {
  if (const auto limit = stated_memlock(line)) {
    if (!run_.memlock.has()) run_.memlock = {*limit, base::format("{}:{}", file, number)};
    return true;
  }
  const auto way = gpu_way(line);
  if (!way) return false;
  auto known = std::ranges::find(run_.gpu_ways, way->hca, &facts::LogGpuWays::hca);
  if (known == run_.gpu_ways.end()) {
    if (run_.gpu_ways.size() >= kMostDevices) return true;
    run_.gpu_ways.push_back({.hca = base::one_line(way->hca), .peer_memory = {}, .dma_buf = {}});
    known = run_.gpu_ways.end() - 1;
  }
  facts::Known<bool>& fact = way->is_dma_buf ? known->dma_buf : known->peer_memory;
  // One kind of memory is enough: UCX looks for each vendor's module.
  if (!fact.has() || (way->there && !*fact)) fact = {way->there, base::format("{}:{}", file, number)};
  return true;
}

void RunReader::add(const Here& here, facts::LogEvent event) {
  here.set(here.rank.first_error, event.text);
  add(std::move(event), here.source(), here.rank.host);
}

void RunReader::add(facts::LogEvent event, const std::string& source, const std::string& host) {
  const auto [place, added] = by_event_.try_emplace(key_of(event, host), run_.events.size());
  if (!added) {
    if (place->second < run_.events.size()) ++run_.events[place->second].count;
    return;
  }
  if (run_.events.size() >= kMostEvents) {
    by_event_.erase(place);
    ++run_.events_left_out;
    return;
  }
  event.source = source;
  event.host = host;
  run_.events.push_back(std::move(event));
}

}  // namespace railhead::text
