#pragma once

#include <chrono>
#include <cstdint>

namespace railhead::nri {

/// How long to wait before each next try: 100 ms, doubled up to 1 s, an eighth more or less so that the plugins of many nodes
/// do not keep step. No longer: what is waited after a runtime is back is time in which it makes containers without the plugin.
class Backoff {
 public:
  /// `chance`: any number; it decides on the eighth.
  std::chrono::milliseconds next(std::uint64_t chance);
  void reset() { step_ = kFirst; }

 private:
  static constexpr std::chrono::milliseconds kFirst{100};
  static constexpr std::chrono::milliseconds kLast{1000};
  std::chrono::milliseconds step_ = kFirst;
};

}  // namespace railhead::nri
