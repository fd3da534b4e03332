#include <benchmark/benchmark.h>

#include <string>

#include "base/format.h"
#include "facts/archive.h"
#include "facts/container/pcidevice_json.h"
#include "facts/rdma/gid.h"

namespace railhead {
namespace {

void gid(benchmark::State& state) {
  const std::string text = "0000:0000:0000:0000:0000:ffff:0a01:020b";
  for (auto _ : state) benchmark::DoNotOptimize(facts::parse_gid(text));
}
BENCHMARK(gid);

void gid_text(benchmark::State& state) {
  const facts::Gid gid = *facts::parse_gid("fd00:0010:0001:0000:0000:10ff:fe00:000b");
  for (auto _ : state) benchmark::DoNotOptimize(facts::text(gid));
}
BENCHMARK(gid_text);

void device_info(benchmark::State& state) {
  const std::string text = R"({"0000:1a:00.2":{"generic":{"deviceID":"0000:1a:00.2"},"rdma":{)"
                           R"("rdma_cm":"/dev/infiniband/rdma_cm","uverbs":"/dev/infiniband/uverbs2"}}})";
  for (auto _ : state) benchmark::DoNotOptimize(facts::parse_device_info(text));
}
BENCHMARK(device_info);

/// A snapshot of as many GIDs as the state's range says.
void archive(benchmark::State& state) {
  std::string text;
  for (int index = 0; index < state.range(0); ++index)
    text += base::format("-- root/sys/class/infiniband/mlx5_0/ports/1/gids/{} --\n0000:0000:0000:0000:0000:ffff:0a01:020b\n",
                         index);
  for (auto _ : state) benchmark::DoNotOptimize(facts::parse_archive(text, "snapshot"));
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}
BENCHMARK(archive)->Arg(256)->Arg(4096);

}  // namespace
}  // namespace railhead

BENCHMARK_MAIN();
