#include "nri/plugin/instant.h"

#include <array>
#include <ctime>

#include "base/format.h"

namespace railhead::nri {

std::string utc_text(std::chrono::system_clock::time_point when) {
  const auto since = std::chrono::floor<std::chrono::milliseconds>(when.time_since_epoch());
  const auto seconds = std::chrono::floor<std::chrono::seconds>(since);
  const std::time_t whole = seconds.count();
  std::tm parts{};
  ::gmtime_r(&whole, &parts);
  std::array<char, 32> text{};
  const std::size_t length = std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%S", &parts);
  return base::format("{}.{:03}Z", std::string_view(text.data(), length), (since - seconds).count());
}

}  // namespace railhead::nri
