#pragma once

#include <optional>
#include <span>
#include <string>

#include "base/units.h"
#include "facts/log/bandwidth.h"
#include "facts/machine.h"

/// What measured bandwidths are held against.
namespace railhead::check {

/// A link's rate, and where it was read.
struct LinkRate {
  base::BitsPerSecond rate;
  std::string port;  // "mlx5_0/1"
  std::string source;
  double gigabytes() const { return static_cast<double>(rate.value) / 8e9; }
};

/// The slowest active port of the machines, of the device if one is named. Nothing where a rate of one of them is not known, or
/// there is none: then nobody knows what to expect.
std::optional<LinkRate> slowest_link(std::span<const facts::Machine> machines, const std::string& device = "");

/// The fastest row of at least so many bytes; nullptr without one.
const facts::BandwidthRow* fastest_row(const facts::BandwidthTable& table, std::uint64_t least_bytes);

/// The higher of what a row has: out of place and in place.
double best_of(const facts::BandwidthRow& row);

/// "46.2 GB/s (370 Gb/s)"
std::string shown_rate(double gigabytes);

/// "all_reduce_perf", or what the program is called where the text does not say which test it was.
std::string name_of(const facts::BandwidthTable& table);

}  // namespace railhead::check
