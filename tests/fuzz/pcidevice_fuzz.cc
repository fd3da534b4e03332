// The variables of the SR-IOV device plugin: environment text, one NAME=VALUE a line.
#include "facts/container/pcidevice_json.h"
#include "sys/self/environ.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

RAILHEAD_FUZZ(text) {
  const sys::Environ environ = sys::parse_environ(text);
  const auto allocations = facts::allocations(environ);
  fuzz::claim(allocations.size() <= environ.size(), "no allocation without a variable");
  for (const facts::Allocation& allocation : allocations) {
    fuzz::claim(!allocation.resource.empty(), "an allocation has a resource");
    fuzz::claim_readable(allocation.variable);
    fuzz::claim_told(allocation.devices);
    fuzz::claim_told(allocation.info);
    if (!allocation.devices) continue;
    for (const facts::AllocatedDevice& device : *allocation.devices) {
      fuzz::claim_readable(device.pci_address);
      fuzz::claim_readable(device.uverbs.value_or(""));
      fuzz::claim(device.uverbs.value_or("").find('/') == std::string::npos, "uverbs is a name, not a path");
    }
  }
  const auto before = facts::parse_device_info(text);
  const auto after = facts::parse_device_info(facts::without_extra_info(text));
  fuzz::claim(before.has_value() == after.has_value(), "taking extraInfo out changes nothing else");
}
