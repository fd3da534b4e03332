// A library with NVML's functions, for tests: FAKE_NVML says how it behaves. "2" and other digits: so many GPUs, and the last
// does not answer; "refuse": the driver is not loaded; "hang": initialising never ends; "crash": it dies.
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace {

struct PciInfo {
  char old_bus_id[16];
  unsigned numbers[5];
  char bus_id[32];
};

const char* behaviour() {
  const char* value = std::getenv("FAKE_NVML");
  return value ? value : "2";
}

std::size_t index_of(void* device) { return reinterpret_cast<std::size_t>(device) - 1; }

}  // namespace

extern "C" {

int nvmlInit_v2() {
  if (std::strcmp(behaviour(), "refuse") == 0) return 9;
  if (std::strcmp(behaviour(), "crash") == 0) std::abort();
  while (std::strcmp(behaviour(), "hang") == 0) ::pause();
  std::puts("chatter that must not reach our output");
  return 0;
}

int nvmlShutdown() { return 0; }

int nvmlDeviceGetCount_v2(unsigned* count) {
  *count = static_cast<unsigned>(std::strtoul(behaviour(), nullptr, 10));
  return 0;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  if (index + 1 == std::strtoul(behaviour(), nullptr, 10)) return 15;
  *device = reinterpret_cast<void*>(static_cast<std::size_t>(index) + 1);
  return 0;
}

int nvmlDeviceGetPciInfo_v3(void* device, PciInfo* info) {
  std::snprintf(info->bus_id, sizeof info->bus_id, "0000000%c:%02X:00.0", index_of(device) == 0 ? '0' : '1', 0x3B);
  return 0;
}

int nvmlDeviceGetName(void*, char* name, unsigned length) {
  std::memset(name, 'x', length);  // no NUL at its end
  std::memcpy(name, "Fake L40S", 9);
  return 0;
}

const char* nvmlErrorString(int result) { return result == 9 ? "Driver Not Loaded" : nullptr; }
}
