#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>

#include "nri/policy/subject.h"

/// The pods of a Synchronize, whose containers come behind them: without its labels and annotations nobody can say what a
/// container would have got.
namespace railhead::nri {

/// The longest PodSandbox that is kept, in bytes.
constexpr std::size_t kLongestPod = std::size_t{64} << 10U;

/// Room for 512 KiB, hundreds of pods as they usually are. Containers of those that find none have what they say themselves.
class Pods {
 public:
  /// The bytes of a PodSandbox; false where they are none.
  bool keep(std::string_view pod);
  /// Gives a container what its pod says.
  void complete(Subject& container) const;
  void forget();

 private:
  static constexpr std::size_t kRoom = std::size_t{512} << 10U;
  std::map<std::string, std::string, std::less<>> pods_ = {};  // bytes by id
  std::size_t used_ = 0;
};

}  // namespace railhead::nri
