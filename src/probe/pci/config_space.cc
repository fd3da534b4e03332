#include "probe/pci/config_space.h"

#include <utility>

#include "base/format.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr std::size_t kHeader = 64;
constexpr std::size_t kConventional = 256;
constexpr std::size_t kWhole = 4096;
constexpr unsigned kExpressId = 0x10;
constexpr unsigned kAcsId = 0x000d;

facts::Missing not_there(const char* what) { return {.why = facts::Why::not_found, .detail = what}; }

}  // namespace

ConfigSpace::ConfigSpace(sys::Outcome<std::string> read, std::string source) : source_(std::move(source)) {
  if (read)
    bytes_ = std::move(*read);
  else
    missing_ = missing_of(read.error());
}

/// Why no capability can be looked for, if so.
std::optional<facts::Missing> ConfigSpace::unreadable() const {
  if (missing_) return missing_;
  if (bytes_.size() < kHeader)
    return malformed("64 bytes of configuration space or more", base::format("{} bytes", bytes_.size()));
  if (dword(0) == 0xffffffff) return facts::Missing{.why = facts::Why::unavailable, .detail = "the function does not answer"};
  if (bytes_.size() < kConventional)
    return facts::Missing{
        .why = facts::Why::denied,
        .detail = base::format("only the first {} bytes are shown; the rest needs CAP_SYS_ADMIN", bytes_.size())};
  return std::nullopt;
}

/// Where the PCI Express capability starts: a list of (id, next) bytes from the pointer at 0x34, if Status says there is one.
std::optional<std::size_t> ConfigSpace::express_capability() const {
  constexpr unsigned kHasList = 0x10;
  if ((word(0x06) & kHasList) == 0) return std::nullopt;
  std::size_t at = byte(0x34) & 0xfcU;
  for (int step = 0; step < 48 && at >= kHeader; ++step) {  // 48 entries of four bytes fill the space: more is a loop
    if (byte(at) == kExpressId) return at;
    at = byte(at + 1) & 0xfcU;
  }
  return std::nullopt;
}

/// Where an extended capability starts: a list from 0x100 of (id 16 bits, version 4, next 12).
std::optional<std::size_t> ConfigSpace::extended_capability(unsigned id) const {
  std::size_t at = kConventional;
  for (int step = 0; step < 480; ++step) {  // as above, eight bytes an entry
    const std::uint32_t header = dword(at);
    if (header == 0 || header == 0xffffffff) return std::nullopt;
    if ((header & 0xffff) == id) return at;
    at = (header >> 20) & 0xffcU;
    if (at < kConventional) return std::nullopt;
  }
  return std::nullopt;
}

facts::Known<unsigned> ConfigSpace::device_control() const {
  if (std::optional<facts::Missing> missing = unreadable()) return {std::move(*missing), source_};
  const std::optional<std::size_t> capability = express_capability();
  if (!capability || *capability + 10 > kConventional) return {not_there("no PCI Express capability"), source_};
  return {word(*capability + 8), source_};
}

facts::Known<unsigned> ConfigSpace::max_read_request() const {
  const facts::Known<unsigned> control = device_control();
  if (!control) return {control.missing(), source_};
  const unsigned code = (*control >> 12) & 7U;
  if (code > 5) return {malformed("a read request size of 128 to 4096 bytes", base::format("code {}", code)), source_};
  return {128U << code, source_};
}

facts::Known<bool> ConfigSpace::relaxed_ordering() const {
  const facts::Known<unsigned> control = device_control();
  if (!control) return {control.missing(), source_};
  return {((*control >> 4) & 1U) != 0, source_};
}

facts::Known<facts::Acs> ConfigSpace::acs() const {
  if (std::optional<facts::Missing> missing = unreadable()) return {std::move(*missing), source_};
  if (bytes_.size() < kWhole)
    return {facts::Missing{.why = facts::Why::unavailable,
                           .detail = base::format("{} bytes of configuration space, no extended part", bytes_.size())},
            source_};
  const std::optional<std::size_t> capability = extended_capability(kAcsId);
  if (!capability || *capability + 8 > kWhole) return {not_there("no ACS capability"), source_};
  const unsigned control = word(*capability + 6);
  auto bit = [control](unsigned number) { return ((control >> number) & 1U) != 0; };
  const facts::Acs acs{.source_validation = bit(0),
                       .request_redirect = bit(2),
                       .completion_redirect = bit(3),
                       .upstream_forwarding = bit(4),
                       .direct_translated = bit(6)};
  return {acs, source_};
}

}  // namespace railhead::probe
