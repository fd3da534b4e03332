#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "nri/wire/messages.h"
#include "nri/wire/present/synchronize.h"

namespace railhead::nri {

/// What the runtime asks of the plugin, and what it hears: each call is answered at once, so that none is kept.
class Calls {
 public:
  explicit Calls(Events& events);

  /// The bytes of the answer. An error where the call cannot be read or comes out of turn.
  base::Result<std::string> answer(const Call& call);
  /// The same for a long Synchronize, read while it comes: whether `beginning` is that of one, of `length` bytes; how many of
  /// the bytes after that are done with; and, with the bytes that are not, the answer.
  base::Result<bool> begin_long(std::string_view beginning, std::size_t length);
  base::Result<std::size_t> take_long(std::string_view bytes);
  base::Result<std::string> answer_long(std::string_view rest);
  bool is_configured() const { return configured_; }
  bool is_synchronized() const { return synchronized_; }

 private:
  base::Result<std::string> configure(std::string_view payload);
  base::Result<std::string> synchronize(std::string_view payload);
  base::Result<std::string> synchronized();
  base::Result<std::string> create(std::string_view payload);
  base::Result<std::string> shut_down(std::string_view payload);
  /// What the plugin has nothing to say to.
  base::Result<std::string> pass(std::string_view payload);

  struct Known;
  static const Known* known(std::string_view method);

  Events& events_;
  SynchronizeReader present_;
  std::size_t before_ = 0;  // bytes of a long Synchronize's head, which are eaten first
  bool configured_ = false;
  bool synchronized_ = false;
};

}  // namespace railhead::nri
