#include "text/nccl/run_reader.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "text/begins.h"
#include "text/fault/signature.h"
#include "text/fault/statement.h"
#include "text/nccl/here.h"
#include "text/nccl/routine.h"

// Sources of the formats: init.cc, transport/net_ib.cc, transport/net_socket.cc, bootstrap.cc and misc/param.cc of NCCL 2.4
// to 2.30, and the plugins of HPC-X and of AWS.

namespace railhead::text {
namespace {

constexpr std::size_t kMostRanks = 65536;
constexpr std::size_t kMostPrefixes = 4 * kMostRanks;
constexpr std::size_t kMostEvents = 4096;
constexpr std::size_t kMostVariables = 1024;

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
