#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace railhead::nri {

/// Bytes that wait for their way out, in order.
class Outbox {
 public:
  std::string& end() { return bytes_; }
  std::string_view rest() const { return std::string_view(bytes_).substr(gone_); }
  /// Takes away the first ones; of memory that was much, nothing stays when all are gone.
  void wrote(std::size_t bytes);

 private:
  std::string bytes_ = {};
  std::size_t gone_ = 0;
};

}  // namespace railhead::nri
