#include "cli/signals.h"

namespace railhead::cli {
namespace {

volatile std::sig_atomic_t stop_came = 0;

void note_stop(int /*signal*/) { stop_came = 1; }

}  // namespace

StopSignals::StopSignals() {
  stop_came = 0;
  struct sigaction action{};
  action.sa_handler = note_stop;
  action.sa_flags = static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, &interrupt_);
  sigaction(SIGTERM, &action, &terminate_);
}

StopSignals::~StopSignals() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
}

bool StopSignals::came() { return stop_came != 0; }

}  // namespace railhead::cli
