#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/known.h"

/// Results of programs that measure the network, as they print them. The source of each fact is "FILE:LINE".
namespace railhead::facts {

/// One size. Bandwidths in gigabytes (10^9 bytes) per second; of nccl-tests the bus bandwidth, of perftest what went over the
/// link.
struct BandwidthRow {
  std::uint64_t bytes = 0;
  double rate = 0;                          // nccl-tests: out of place; perftest: the average
  std::optional<double> in_place = {};      // of nccl-tests
  std::optional<double> peak = {};          // of perftest
  std::optional<std::uint64_t> wrong = {};  // elements with a wrong value, in both; nothing where it was not checked
  std::string source = {};
};

enum class BandwidthTool { nccl_tests, perftest };

/// One run of such a program. nccl-tests and rccl-tests print the same.
struct BandwidthTable {
  BandwidthTool tool = BandwidthTool::nccl_tests;
  std::string name = {};                    // "all_reduce_perf", "RDMA_Write BW Test"; empty where the text does not say
  std::string source = {};                  // the heading of its columns
  std::vector<BandwidthRow> rows = {};      // the first few hundred
  Known<double> average = {};               // of the bus bandwidth, as nccl-tests gives it
  Known<std::uint64_t> out_of_bounds = {};  // values written where none belong
  std::vector<std::string> hosts = {};      // of its ranks, each once
  std::uint64_t ranks = 0;                  // 0: not said
  bool reduces = false;                     // nccl-tests: it has an operation and no root: all_reduce or reduce_scatter
  std::string device = {};                  // perftest: "mlx5_0"
  std::string local = {};                   // perftest: GID, or LID of InfiniBand
  std::string remote = {};
  bool both_ways = false;  // perftest: the sum of two directions
};

}  // namespace railhead::facts
