// The lists of NCCL_IB_HCA and NCCL_SOCKET_IFNAME, and the numbers in them.
#include "nccl/ib/device_list.h"

#include "nccl/number.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

RAILHEAD_FUZZ(text) {
  const nccl::DeviceList list = nccl::parse_device_list(text);
  fuzz::claim(list.entries.size() <= nccl::kMostDevices, "no more entries than NCCL has room for");
  nccl::DeviceList others = list;
  others.exclude = !list.exclude;
  for (const char* device : {"mlx5_0", "mlx5_10", "eth0", ""}) {
    fuzz::claim(nccl::selects(list, device, 1) != nccl::selects(others, device, 1), "'^' turns every answer around");
  }
  for (const nccl::ListEntry& entry : list.entries) {
    fuzz::claim(!entry.name.empty() && entry.name.find(',') == std::string::npos, "an entry has a name");
    fuzz::claim(entry.port || nccl::names(list, entry, entry.name), "an entry names itself");
  }
  const nccl::Number number = nccl::parse_number(text);
  fuzz::claim(number.whole || !text.empty(), "an empty text is not set");
}
