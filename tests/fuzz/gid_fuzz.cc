// GIDs as sysfs writes them.
#include "facts/rdma/gid.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

RAILHEAD_FUZZ(text) {
  const auto gid = facts::parse_gid(text);
  if (!gid) return;
  fuzz::claim(text.size() == 39, "a GID has eight groups of four digits");
  fuzz::claim(!facts::text(*gid).empty(), "every GID has a text");
  fuzz::claim(!(facts::is_zero(*gid) && facts::is_ipv4(*gid)), "zero is no IPv4 address");
  fuzz::claim(!facts::is_autoconf(*gid) || facts::is_ipv4(*gid), "169.254/16 is IPv4");
}
