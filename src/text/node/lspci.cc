#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "facts/pci/address.h"
#include "text/node/kinds.h"

// lspci -vv and -vvv of pciutils 3.5 to 3.13 (ls-caps.c, ls-ecaps.c). Without root it prints "Capabilities: <access denied>"
// and nothing of what follows here, which leaves the values not asked.
namespace railhead::text::node {
namespace {

using facts::ListedKind;

constexpr std::size_t kLongest = 600;
constexpr std::size_t kMost = 4096;

/// "17:00.0 Infiniband controller: Mellanox ..." and "0000:17:00.0 ...": the address, as sysfs writes it.
std::optional<std::string> address_in(std::string_view line) {
  if (line.empty() || line.front() == ' ' || line.front() == '\t') return std::nullopt;
  const std::string_view word = line.substr(0, std::min<std::size_t>(line.find(' '), 16));
  std::string address = base::lowered(word);
  if (!facts::is_pci_address(address)) address.insert(0, "0000:");
  if (!facts::is_pci_address(address) || line.size() == word.size()) return std::nullopt;
  return address;
}

/// The class before the colon: "3D controller", "Infiniband controller [0207]".
ListedKind kind_of(std::string_view name) {
  const std::string kind = base::lowered(name.substr(0, std::min<std::size_t>(name.find(": "), 60)));
  const auto starts = [&kind](std::string_view start) { return kind.starts_with(start); };
  if (starts("3d controller") || starts("vga compatible") || starts("display controller")) return ListedKind::gpu;
  if (starts("processing accelerator")) return ListedKind::gpu;
  if (starts("infiniband controller") || starts("ethernet controller") || starts("network controller"))
    return ListedKind::network;
  return starts("pci bridge") ? ListedKind::unknown : ListedKind::other;
}

/// Anywhere in a line, so that what grep kept with the address before it counts too.
bool is_body(std::string_view line) {
  constexpr std::array<std::string_view, 7> kLabels = {
      "ACSCtl:", "ACSCap:", "LnkSta:", "LnkCap:", "MaxReadReq ", "Kernel driver in use: ", "Express (v"};
  return std::ranges::any_of(kLabels, [line](std::string_view label) { return line.find(label) != std::string_view::npos; });
}

/// The digits at the start.
std::optional<unsigned> number_at(std::string_view text) {
  const auto value = base::unsigned_number(text.substr(0, std::min<std::size_t>(text.find_first_not_of("0123456789"), 6)));
  if (!value) return std::nullopt;
  return static_cast<unsigned>(*value);
}

/// "Speed 16GT/s (downgraded), Width x8 (ok)", "Speed 2.5GT/s, Width x1"; nothing for "unknown".
std::optional<facts::ListedLink> link_of(std::string_view line) {
  const std::size_t speed = line.find("Speed ");
  const std::size_t width = line.find("Width x");
  if (speed == std::string_view::npos || width == std::string_view::npos) return std::nullopt;
  const std::string_view text = line.substr(speed + 6);
  const auto whole = number_at(text);
  const auto lanes = number_at(line.substr(width + 7));
  if (!whole || !lanes || *whole == 0 || *lanes == 0 || *whole > 1000) return std::nullopt;
  const bool half = text.starts_with("2.5");
  return facts::ListedLink{.speed_tenths = *whole * 10 + (half ? 5U : 0U), .width = *lanes};
}

bool is_set(std::string_view line, std::string_view name) {
  const std::size_t at = line.find(name);
  return at != std::string_view::npos && line.substr(at + name.size(), 1) == "+";
}

std::optional<facts::ListedAcs> acs_of(std::string_view line) {
  const std::size_t at = line.find("ACSCtl:");
  if (at == std::string_view::npos || line.find("SrcValid", at) == std::string_view::npos) return std::nullopt;
  return facts::ListedAcs{.source_validation = is_set(line, "SrcValid"),
                          .request_redirect = is_set(line, "ReqRedir"),
                          .completion_redirect = is_set(line, "CmpltRedir"),
                          .upstream_forwarding = is_set(line, "UpstreamFwd"),
                          .direct_translated = is_set(line, "DirectTrans")};
}

/// "Capabilities: [60] Express (v2) Downstream Port (Slot+), MSI 00"
std::optional<ListedKind> port_of(std::string_view line) {
  const std::size_t at = line.find("Express (v");
  if (at == std::string_view::npos) return std::nullopt;
  if (line.find("Root Port", at) != std::string_view::npos) return ListedKind::root_port;
  if (line.find("Downstream Port", at) != std::string_view::npos || line.find("Upstream Port", at) != std::string_view::npos)
    return ListedKind::switch_port;
  return std::nullopt;
}

class Reader {
 public:
  explicit Reader(std::vector<facts::ListedFunction>& all) : all_(all) {}

  void read(std::string_view line, const std::string& place) {
    if (const auto address = address_in(line)) begin(*address, line.substr(line.find(' ') + 1));
    if (!is_body(line)) return;
    if (const auto acs = acs_of(line)) {
      if (open_ == nullptr || open_->acs.has()) begin("", "");  // of grep: each line is another function's
      if (open_ != nullptr) open_->acs = {*acs, place};
    }
    if (open_ == nullptr) return;
    if (const auto kind = port_of(line)) open_->kind = *kind;
    if (line.find("LnkSta:") != std::string_view::npos) read_link(line, place);
    if (line.find("LnkCap:") != std::string_view::npos && !open_->max_link.has())
      if (const auto link = link_of(line)) open_->max_link = {*link, place};
    if (const std::size_t at = line.find("MaxReadReq "); at != std::string_view::npos && !open_->max_read_request.has())
      if (const auto size = number_at(line.substr(at + 11))) open_->max_read_request = {*size, place};
  }

 private:
  void begin(const std::string& address, std::string_view name) {
    open_ = nullptr;
    const auto known = address.empty() ? all_.end() : std::ranges::find(all_, address, &facts::ListedFunction::address);
    if (known != all_.end()) {
      open_ = &*known;
    } else if (all_.size() < kMost) {
      all_.push_back({.address = address,
                      .name = base::one_line(base::trimmed(name.substr(0, 100))),
                      .kind = address.empty() ? ListedKind::unknown : kind_of(name)});
      open_ = &all_.back();
    }
  }

  void read_link(std::string_view line, const std::string& place) {
    const auto link = link_of(line);
    if (!link || open_->link.has()) return;
    open_->link = {*link, place};
    open_->downgraded = line.find("(downgraded)") != std::string_view::npos;
  }

  std::vector<facts::ListedFunction>& all_;
  facts::ListedFunction* open_ = nullptr;
};

/// "17:00.0 Infiniband controller: ...": a class of PCI before its colon.
bool is_head(std::string_view line) {
  if (!address_in(line)) return false;
  const std::string_view kind = line.substr(0, std::min(line.find(": "), line.size()));
  const bool named = kind.size() < line.size();
  return named && (kind.find(" controller") != std::string_view::npos || kind.find(" bridge") != std::string_view::npos ||
                   kind.find(" accelerator") != std::string_view::npos);
}

bool shows(std::string_view line) {
  line = line.substr(0, kLongest);
  return acs_of(line) || (line.find("LnkSta:") != std::string_view::npos && link_of(line)) || is_head(line);
}

bool continues(std::string_view line) {
  if (line.size() > kLongest) return false;
  return shows(line) || address_in(line) || line.starts_with('\t') || line.starts_with("        ") || is_body(line);
}

void read(const Block& block, facts::Machine& machine) {
  Reader reader(machine.pci.listed);
  for (const Line& line : block.lines) reader.read(std::string_view(line.text).substr(0, kLongest), block.place(line));
}

}  // namespace

Kind lspci() { return {.name = "lspci", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::node
