#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "facts/rdma/unnamed.h"
#include "text/listing/devices.h"
#include "text/listing/listings.h"
#include "text/listing/values.h"
#include "text/node/kinds.h"

// Counters of RDMA ports as people print them: "PATH:VALUE" of grep, "==> PATH <==" of head with the value below it, "cat PATH"
// and its answer, "link mlx5_0/1 NAME VALUE NAME VALUE" of rdma(8), also with a pair a line (-p), and a name beside its value.
namespace railhead::text::node {
namespace {

using listing::is_device_name;
using listing::number;

constexpr std::size_t kLongest = 8192;
constexpr std::size_t kMostCounters = 512;  // of one port

bool is_counter_name(std::string_view text) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  return text.size() >= 3 && text.size() < 48 && std::ranges::all_of(text, fits) && !(text[0] >= '0' && text[0] <= '9');
}

/// What nobody but a port's counters is called.
bool is_telling(std::string_view name) {
  constexpr std::array<std::string_view, 14> kNames = {
      "out_of_sequence",   "packet_seq_err",    "local_ack_timeout_err",      "implied_nak_seq_err", "np_cnp_sent",
      "rp_cnp_handled",    "rnr_nak_retry_err", "np_ecn_marked_roce_packets", "roce_adp_retrans",    "duplicate_request",
      "seq_err_naks_rcvd", "oos_drop_count",    "res_oos_drop_count",         "to_retransmits"};
  return std::ranges::find(kNames, name) != kNames.end();
}

struct Path {
  std::string_view device;  // empty where the path begins behind it
  unsigned port = 1;
  std::string_view name;
  std::string_view before;
  std::string_view behind;
};

/// ".../mlx5_0/ports/1/hw_counters/NAME", or as much of it as is there from the folder on; and "counters/NAME".
std::optional<Path> path_in(std::string_view line) {
  for (const std::string_view folder : {"hw_counters/", "/counters/"}) {
    const std::size_t at = line.find(folder);
    if (at == std::string_view::npos) continue;
    const std::string_view rest = line.substr(at + folder.size());
    const std::size_t end = std::min(rest.find_first_of(": \t'\""), rest.size());
    const std::size_t blank = line.substr(0, at).find_last_of(" \t'\"");
    const std::size_t start = blank == std::string_view::npos ? 0 : blank + 1;
    Path path{.device = {},
              .port = 1,
              .name = rest.substr(0, end),
              .before = base::trimmed(line.substr(0, start)),
              .behind = base::trimmed(rest.substr(end))};
    if (!is_counter_name(path.name)) return std::nullopt;
    const std::vector<std::string_view> parts = base::split(line.substr(start, at - start), '/');
    for (std::size_t i = 0; i + 1 < parts.size(); ++i)
      if (parts[i] == "ports") {
        path.port = number<std::uint8_t>(parts[i + 1]).value_or(1);
        if (i > 0 && is_device_name(parts[i - 1])) path.device = parts[i - 1];
      }
    if (folder == "/counters/" && path.device.empty()) return std::nullopt;  // many things have counters
    return path;
  }
  return std::nullopt;
}

/// The number behind a path or a name: ":5", "= 5", "5".
std::optional<std::uint64_t> value_of(std::string_view text) {
  text = base::trimmed(text);
  if (text.starts_with(':') || text.starts_with('=')) text = base::trimmed(text.substr(1));
  return base::unsigned_number(text);
}

struct Pair {
  std::string_view name;
  std::uint64_t value = 0;
};

/// "out_of_sequence: 12", "out_of_sequence 12", "out_of_sequence = 12".
std::optional<Pair> pair_of(std::string_view line) {
  line = base::trimmed(line);
  if (line.size() > 100) return std::nullopt;
  const std::size_t end = line.find_first_of(":= \t");
  if (end == std::string_view::npos || !is_counter_name(line.substr(0, end))) return std::nullopt;
  const auto value = value_of(line.substr(end));
  if (!value) return std::nullopt;
  return Pair{line.substr(0, end), *value};
}

struct Link {
  std::string_view device;
  unsigned port = 1;
  std::vector<std::string_view> pairs;  // name, value, name, value
};

/// "link mlx5_0/1 rx_write_requests 0 ...", and the head alone, as -p prints it.
std::optional<Link> link_of(std::string_view line) {
  line = base::trimmed(line.substr(0, kLongest));
  if (!line.starts_with("link ")) return std::nullopt;
  const std::vector<std::string_view> words = base::words(line);
  const std::size_t slash = words.size() < 2 ? std::string_view::npos : words[1].find('/');
  if (slash == std::string_view::npos || !is_device_name(words[1].substr(0, slash))) return std::nullopt;
  const auto port = number<std::uint8_t>(words[1].substr(slash + 1));
  if (!port || (words.size() > 2 && (words.size() < 4 || !base::unsigned_number(words[3])))) return std::nullopt;
  return Link{words[1].substr(0, slash), *port, {words.begin() + 2, words.end()}};
}

/// The pairs of a line that a terminal wrapped.
std::vector<std::string_view> pairs_in(std::string_view line) {
  const std::vector<std::string_view> words = base::words(line.substr(0, kLongest));
  for (std::size_t i = 0; i < words.size(); ++i)
    if (i % 2 == 0 ? !is_counter_name(words[i]) : !base::unsigned_number(words[i])) return {};
  return words.size() % 2 == 0 ? words : std::vector<std::string_view>{};
}

bool is_head(const Path& path) { return path.before == "==>" || path.before.ends_with("cat"); }

bool shows(std::string_view line) {
  if (line.size() > kLongest) return false;
  if (const auto path = path_in(line)) return is_head(*path) || (path->before.empty() && value_of(path->behind));
  if (const auto link = link_of(line)) return true;
  const auto pair = pair_of(line);
  return pair && is_telling(pair->name);
}

bool continues(std::string_view line) {
  if (line.size() > kLongest) return false;
  return shows(line) || pair_of(line) || !pairs_in(line).empty() || base::unsigned_number(base::trimmed(line));
}

class Reader {
 public:
  explicit Reader(facts::Machine& machine) : devices_(machine) {}

  void read(std::string_view line, const std::string& place) {
    if (const auto path = path_in(line)) return read_path(*path, place);
    if (const auto link = link_of(line)) {
      at_ = devices_.port(link->device, link->port, place);
      below_ = {};
      return add(link->pairs, place);
    }
    const auto pair = pair_of(line);
    if (pair) {
      if (!at_ && !is_telling(pair->name)) return;
      if (!at_) at_ = devices_.port(facts::kUnnamed, 1, place);
      return add(pair->name, pair->value, place);
    }
    const auto value = base::unsigned_number(base::trimmed(line));
    if (value && !below_.empty()) add(below_, *value, place);
    below_ = {};
    if (!value && at_) add(pairs_in(line), place);
  }

 private:
  void read_path(const Path& path, const std::string& place) {
    const auto value = value_of(path.behind);
    if (!is_head(path) && !value) return;
    at_ = devices_.port(path.device.empty() ? facts::kUnnamed : path.device, path.port, place);
    below_ = is_head(path) ? std::string(path.name) : "";
    if (!is_head(path)) add(path.name, *value, place);
  }

  void add(const std::vector<std::string_view>& pairs, const std::string& place) {
    for (std::size_t i = 0; i + 1 < pairs.size(); i += 2)
      if (const auto value = base::unsigned_number(pairs[i + 1]); value && is_counter_name(pairs[i]))
        add(pairs[i], *value, place);
  }

  /// A second reading of the same counter is a later one: the first stays.
  void add(std::string_view name, std::uint64_t value, const std::string& place) {
    if (!at_) return;
    facts::Port& port = devices_.at(*at_);
    if (port.hw_counters.size() >= kMostCounters) return;
    if (port.hw_counters.try_emplace(std::string(name), value).second) port.counter_lines.emplace(name, place);
  }

  listing::Devices devices_;
  std::optional<listing::PortAt> at_;
  std::string below_;
};

void read(const Block& block, facts::Machine& machine) {
  Reader reader(machine);
  for (const Line& line : block.lines) reader.read(line.text, block.place(line));
}

}  // namespace

Kind rdma_counters() { return {.name = "rdma-counters", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::node
