// A drop-in of CRI-O: whatever it holds, a plan is either refused or one that reads back as it was meant.
#include "memlock/node/crio.h"
#include "memlock/node/plan.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;
using namespace railhead::memlock::node;

RAILHEAD_FUZZ(text) {
  Files files;
  files.present = true;
  files.config = {{.path = "/etc/crio/crio.conf.d/00-default", .text = std::string(text)}};
  const auto made = plan(memlock::Runtime::crio, {}, files);
  if (!made) {
    fuzz::claim_readable(made.error().message);
    return;
  }
  files.config.push_back({.path = kCrioDropIn, .text = made->edits.at(0).after});
  const auto lists = default_ulimits(files.config);
  fuzz::claim(lists && !lists->empty() && lists->back().path == kCrioDropIn, "what is written has the list");
  fuzz::claim(lists->back().entries.back() == "memlock=-1:-1", "with the limit as its last entry");
  const auto second = plan(memlock::Runtime::crio, {}, files);
  fuzz::claim(second && !second->changes(), "a second time changes nothing");
}
