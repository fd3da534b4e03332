#include "cli/signals.h"

namespace railhead::cli {
namespace {

volatile std::sig_atomic_t came = 0;

void note(int /*signal*/) { came = 1; }

}  // namespace

Signals::Signals() {
  came = 0;
  struct sigaction action{};
  action.sa_handler = note;
  action.sa_flags = static_cast<int>(SA_RESETHAND);  // not restarted: a read that waits is to end
  sigaction(SIGINT, &action, &interrupt_);
  sigaction(SIGTERM, &action, &terminate_);
}

Signals::~Signals() {
  sigaction(SIGINT, &interrupt_, nullptr);
  sigaction(SIGTERM, &terminate_, nullptr);
}

bool stopped() { return came != 0; }

}  // namespace railhead::cli
