// Values of one file in sysfs: the first byte says which, the rest is what was read.
#include "probe/gpu/nvidia.h"
#include "probe/pci/config_space.h"
#include "probe/pci/details.h"
#include "probe/rdma/values.h"
#include "probe/reading.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

void fuzz_numbers(std::string_view value) {
  const sys::Outcome<std::string> read{std::string(value)};
  const auto decimal =
      probe::parsed<int>(read, "/x", "a number", [](std::string_view text) { return probe::number<int>(text); });
  fuzz::claim_told(decimal);
  if (decimal) fuzz::claim(probe::number<int>(std::to_string(*decimal)) == *decimal, "a number is read back");
  probe::number<std::uint32_t>(value, 16);
  fuzz::claim_readable(probe::text_of(read, "/x").value_or(""));
}

void fuzz_config_space(std::string_view bytes) {
  const probe::ConfigSpace config{std::string(bytes), "/config"};
  if (const auto size = config.max_read_request(); size)
    fuzz::claim(*size >= 128 && *size <= 4096, "MaxReadReq is in its range");
  fuzz::claim_told(config.max_read_request());
  fuzz::claim_told(config.relaxed_ordering());
  fuzz::claim_told(config.acs());
}

void fuzz_ports(std::string_view value) {
  probe::parse_port_state(value);
  probe::parse_physical_state(value);
  probe::parse_rate(value);
  probe::parse_link_layer(value);
  probe::parse_guid(value);
  probe::parse_gid_type(value, true);
  probe::parse_gid_type(value, false);
}

void fuzz_links(std::string_view value) {
  probe::parse_link_speed(value);
  if (const auto width = probe::parse_link_width(value)) fuzz::claim(*width < 255, "255 lanes are not known");
  probe::parse_nvidia_model(value);
  probe::parse_nvidia_version(value);
  probe::parse_nvidia_open(value);
}

}  // namespace

RAILHEAD_FUZZ(text) {
  if (text.empty()) return;
  const std::string_view value = text.substr(1);
  switch (text[0]) {
    case 'n': return fuzz_numbers(value);
    case 'c': return fuzz_config_space(value);
    case 'p': return fuzz_ports(value);
    case 'l': return fuzz_links(value);
    default: return;
  }
}
