#include "nri/wire/refusal.h"

#include "base/format.h"
#include "base/text.h"

namespace railhead::nri {

base::Error refusal(const Answer& answer, std::string_view name, std::string_view index) {
  if (answer.code == kUnimplemented)
    return {.code = base::Code::unavailable,
            .message = base::format("The runtime is NRI of another API: it does not know {} ({}).", kRuntimeService,
                                    answer.message.empty() ? "it does not say more" : answer.message),
            .suggestion = "Use containerd 1.7 or newer, or CRI-O 1.26 or newer, and its own socket of NRI."};
  return {
      .code = base::Code::denied,
      .message = base::format("The runtime refused the plugin: {} (status {}).",
                              answer.message.empty() ? "it does not say why" : answer.message, answer.code),
      .suggestion = base::format("It registered as {}-{}: the index is two digits, and the name is letters, digits and - . _",
                                 base::one_line(index), base::one_line(name))};
}

base::Error end_of_session(bool ready, std::string_view waits_for) {
  if (ready)
    return {.code = base::Code::unavailable,
            .message = "The runtime closed the connection.",
            .cause = "It was stopped or started anew, or an answer came later than it waits (plugin_request_timeout, 2 s).",
            .transient = true};
  return {
      .code = base::Code::unavailable,
      .message = base::format("The runtime closed the connection while the plugin waited for {}.", waits_for),
      .cause = "It does not take plugins, or it waited longer than it does (plugin_registration_timeout, 5 s), or it stops.",
      .suggestion = "The log of the runtime says why, in its lines about plugins.",
      .transient = true};
}

}  // namespace railhead::nri
