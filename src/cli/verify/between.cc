#include "cli/verify/between.h"

#include <algorithm>
#include <thread>

#include "cli/output.h"
#include "sys/process.h"

namespace railhead::cli {

void wait_for(std::chrono::milliseconds time, const std::function<bool()>& wanted) {
  constexpr std::chrono::milliseconds kTick(100);
  while (time.count() > 0 && wanted()) {
    std::this_thread::sleep_for(std::min(time, kTick));
    time -= kTick;
  }
}

base::Result<std::optional<int>> run_command(const std::vector<std::string>& words, const std::function<bool()>& wanted) {
  base::Result<std::optional<int>> code = std::optional<int>();
  sys::Processes processes(1);
  processes.add({.command = {.words = words, .limit = std::chrono::hours(24 * 30)},
                 .out = [](std::string_view piece) { return print_note(std::string(piece)).has_value(); },
                 .ended =
                     [&code](const base::Result<sys::Ending>& ending) {
                       if (!ending) {
                         code = std::unexpected(ending.error());
                         return;
                       }
                       static_cast<void>(print_note(ending->said));
                       code = ending->code;
                     }});
  processes.wait(wanted);
  return code;
}

}  // namespace railhead::cli
