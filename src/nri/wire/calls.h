#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "nri/wire/messages.h"

namespace railhead::nri {

/// What the runtime asks of the plugin, and what it hears: each call is answered at once, so that none is kept.
class Calls {
 public:
  explicit Calls(Events& events) : events_(events) {}

  /// The bytes of the answer. An error where the call cannot be read or comes out of turn.
  base::Result<std::string> answer(const Call& call);
  bool is_configured() const { return configured_; }
  bool is_synchronized() const { return synchronized_; }

 private:
  base::Result<std::string> configure(std::string_view payload);
  base::Result<std::string> synchronize(std::string_view payload);
  base::Result<std::string> create(std::string_view payload);
  base::Result<std::string> shut_down(std::string_view payload);
  /// What the plugin has nothing to say to.
  base::Result<std::string> pass(std::string_view payload);

  struct Known;
  static const Known* known(std::string_view method);

  Events& events_;
  bool configured_ = false;
  bool synchronized_ = false;
};

}  // namespace railhead::nri
