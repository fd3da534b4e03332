#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "nri/policy/subject.h"
#include "nri/wire/present/pods.h"

/// Synchronize tells every pod and container of a node, megabytes of them. They are read while they come: what is kept is one
/// container at most and a bounded part of the pods, however many there are.
namespace railhead::nri {

class SynchronizeReader {
 public:
  /// Is told each container with whether it carries the mark.
  using Present = std::function<void(const Subject&, bool)>;
  explicit SynchronizeReader(Present present) : present_(std::move(present)) {}

  /// A SynchronizeRequest of `bytes` bytes follows.
  void begin(std::size_t bytes);
  /// How many bytes at the front are done with; the others come again with more. What follows the request is never.
  base::Result<std::size_t> eat(std::string_view bytes);
  /// True: more containers follow in another message. An error where the request is not at its end.
  base::Result<bool> end();

 private:
  /// Bytes of the one field at the front; 0: it is not all there.
  base::Result<std::size_t> eat_field(std::string_view bytes);
  bool eat_container(std::string_view container);

  Present present_;
  Pods pods_ = {};           // of this Synchronize, its earlier messages included
  std::size_t left_ = 0;     // of the request
  std::size_t skipped_ = 0;  // bytes to come of a field that does not count
  bool more_ = false;
};

/// The beginning of a Request up to its payload.
struct CallHead {
  std::string_view service = {};
  std::string_view method = {};
  std::size_t size = 0;     // bytes before the payload
  std::size_t payload = 0;  // bytes of it
};
/// Nothing where the payload does not begin in `bytes`.
std::optional<CallHead> head_of_call(std::string_view bytes);

}  // namespace railhead::nri
