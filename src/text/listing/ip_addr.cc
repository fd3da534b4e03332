#include <algorithm>

#include "base/text.h"
#include "facts/net/address_text.h"
#include "text/listing/kinds.h"
#include "text/listing/values.h"

// `ip addr` of iproute2: "2: eth0@if7: <FLAGS> mtu 1500 ... state UP ..." and below it the addresses; with -o a line an
// address, with -br a line an interface. `ip link` prints the same heads, so an interface without an address line tells nothing
// of its addresses.

namespace railhead::text::listing {
namespace {

using Words = std::vector<std::string_view>;

/// eth0 of "eth0@if3970:"
std::string_view name_of(std::string_view word) {
  if (word.ends_with(':')) word.remove_suffix(1);
  word = word.substr(0, word.find('@'));
  return is_interface_name(word) ? word : std::string_view();
}

bool is_index(std::string_view word) { return word.ends_with(':') && number<unsigned>(word.substr(0, word.size() - 1)); }

bool is_flags(std::string_view word) { return word.starts_with('<') && word.ends_with('>'); }

bool is_head(const Words& parts) {
  return parts.size() >= 3 && is_index(parts[0]) && parts[1].ends_with(':') && is_flags(parts[2]) && !name_of(parts[1]).empty();
}

bool is_family(std::string_view word) { return word == "inet" || word == "inet6"; }

/// A line of -o: "2: eth0    inet 10.0.0.1/24 ...".
bool is_one_line(const Words& parts) {
  return parts.size() >= 4 && is_index(parts[0]) && is_family(parts[2]) && !name_of(parts[1]).empty();
}

/// "10.0.0.1/24"; without a prefix it is the host alone.
std::optional<facts::Address> address(std::string_view text) {
  constexpr std::size_t kLongest = 50;
  if (text.size() > kLongest) return std::nullopt;
  const std::size_t slash = text.find('/');
  auto address = facts::parse_host_address(std::string(text.substr(0, slash)));
  if (!address || slash == std::string_view::npos) return address;
  const auto prefix = number<std::uint8_t>(text.substr(slash + 1));
  if (!prefix || *prefix > (address->ipv4 ? 32 : 128)) return std::nullopt;
  address->prefix_length = *prefix;
  return address;
}

/// A line of -br: "eth0@if7   UP   10.0.0.1/24 fe80::1/64".
bool is_brief(const Words& parts) {
  if (parts.size() < 3 || name_of(parts[0]).empty()) return false;
  if (parts[1] != "UP" && parts[1] != "DOWN" && parts[1] != "UNKNOWN") return false;
  return std::all_of(parts.begin() + 2, parts.end(), [](std::string_view word) {
    return word.find('/') != std::string_view::npos && address(word).has_value();
  });
}

/// Words behind "inet": an address, or with "peer" the own address and the other's with the prefix.
std::optional<facts::Address> address_in(const Words& parts, std::size_t at) {
  if (at >= parts.size()) return std::nullopt;
  auto own = address(parts[at]);
  if (!own || at + 2 >= parts.size() || parts[at + 1] != "peer") return own;
  if (const auto other = address(parts[at + 2]); other && other->ipv4 == own->ipv4) own->prefix_length = other->prefix_length;
  return own;
}

/// ARPHRD numbers of what ip calls them.
std::optional<unsigned> type_of(std::string_view word) {
  if (word == "link/ether") return 1;
  if (word == "link/infiniband") return 32;
  if (word == "link/loopback") return 772;
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(facts::Machine& machine) : interfaces_(machine.network.interfaces) {}

  void read(const Line& line, const std::string& source) {
    const Words parts = words(line.text);
    if (is_head(parts)) return read_head(parts, source);
    if (is_one_line(parts)) {
      begin(name_of(parts[1]), source);
      return add(address_in(parts, 3), source);
    }
    if (is_brief(parts)) return read_brief(parts, source);
    if (!current_ || parts.size() < 2) return;
    facts::Interface& interface = interfaces_.held()[*current_];
    if (is_family(parts[0])) return add(address_in(parts, 1), source);
    const auto type = type_of(parts[0]);
    if (!type) return;
    if (!interface.type) interface.type = {*type, source};
    if (!interface.mac) interface.mac = {parse_text(parts[1]).value_or(""), source};
  }

 private:
  /// "eth0@if7": its other end is an interface of another network namespace, and so it is no adapter.
  void begin_link(std::string_view word, const std::string& source) {
    begin(name_of(word), source);
    if (!current_ || word.find("@if") == std::string_view::npos) return;
    facts::Interface& interface = interfaces_.held()[*current_];
    if (interface.pci_address.not_asked())
      interface.pci_address = {facts::Missing{.why = facts::Why::not_found, .detail = {}}, source};
  }

  void begin(std::string_view name, const std::string& source) {
    constexpr std::size_t kMost = 4096;
    current_.reset();
    if (!interfaces_) interfaces_ = {std::vector<facts::Interface>{}, source};
    std::vector<facts::Interface>& all = interfaces_.held();
    const auto found = std::ranges::find(all, name, &facts::Interface::name);
    const auto index = static_cast<std::size_t>(found - all.begin());
    if (index == kMost) return;
    if (found == all.end()) all.emplace_back().name = name;
    current_ = index;
  }

  void read_head(const Words& parts, const std::string& source) {
    begin_link(parts[1], source);
    for (std::size_t i = 3; i + 1 < parts.size(); ++i) {
      if (parts[i] == "mtu" && current_) tell_mtu(parts[i + 1], source);
      if (parts[i] == "state") tell_state(parts[i + 1], source);
    }
  }

  void read_brief(const Words& parts, const std::string& source) {
    begin_link(parts[0], source);
    tell_state(parts[1], source);
    for (std::size_t i = 2; i < parts.size(); ++i) add(address(parts[i]), source);
  }

  void tell_mtu(std::string_view text, const std::string& source) {
    tell(interfaces_.held()[*current_].mtu, number<unsigned>(text), source, "a number of bytes", text);
  }

  void tell_state(std::string_view text, const std::string& source) {
    if (!current_) return;
    facts::Known<std::string>& state = interfaces_.held()[*current_].state;
    if (!state) state = {base::one_line(base::lowered(text.substr(0, 20))), source};
  }

  void add(const std::optional<facts::Address>& address, const std::string& source) {
    constexpr std::size_t kMost = 256;
    if (!address || !current_) return;
    facts::Known<std::vector<facts::Address>>& addresses = interfaces_.held()[*current_].addresses;
    if (!addresses) addresses = {std::vector<facts::Address>{}, source};
    std::vector<facts::Address>& all = addresses.held();
    const bool is_there = std::ranges::find(all, address->value, &facts::Address::value) != all.end();
    if (!is_there && all.size() < kMost) all.push_back(*address);
  }

  facts::Known<std::vector<facts::Interface>>& interfaces_;
  std::optional<std::size_t> current_;
};

void read(const Block& block, facts::Machine& machine) {
  Reader reader(machine);
  for (const Line& line : block.lines) reader.read(line, block.place(line));
}

bool shows(std::string_view line) {
  const Words parts = words(line);
  if (is_head(parts) || is_one_line(parts) || is_brief(parts)) return true;
  if (parts.size() < 3) return false;
  if (is_family(parts[0])) return address_in(parts, 1) && std::ranges::find(parts, "scope") != parts.end();
  return type_of(parts[0]) && parts[2] == "brd";
}

bool continues(std::string_view line) {
  const Words parts = words(line);
  if (parts.empty()) return base::trimmed(line).empty();
  constexpr std::string_view kBelow[] = {"altname", "valid_lft", "inet", "inet6", "alias", "vf", "RX:", "TX:"};
  return parts[0].starts_with("link/") || std::ranges::find(kBelow, parts[0]) != std::end(kBelow);
}

}  // namespace

Kind ip_addr() { return {.name = "ip addr", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::listing
