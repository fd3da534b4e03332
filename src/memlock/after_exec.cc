#include "memlock/after_exec.h"

namespace railhead::memlock {
namespace {

/// uid 0 gains what the bounding set has, as if every file carried all capabilities; others keep the ambient set alone. Under
/// no_new_privs nobody gains anything.
facts::CapabilitySets kept(const facts::CapabilitySets& sets, bool root, bool no_new_privs) {
  facts::CapabilitySets after = sets;
  after.permitted = sets.ambient;
  if (root) {
    after.permitted |= sets.inheritable | sets.bounding;
    if (no_new_privs) after.permitted &= sets.permitted;
  }
  after.effective = after.permitted;
  return after;
}

}  // namespace

facts::Process after_exec(const facts::Process& process) {
  facts::Process after = process;
  if (!process.capabilities || !process.uid) {
    after.capabilities = {facts::Missing{.why = facts::Why::unavailable, .detail = "the sets before execve are not known"},
                          process.capabilities.source()};
    return after;
  }
  const bool confined = process.no_new_privs.is(true);
  after.capabilities = {kept(*process.capabilities, *process.uid == 0, confined), process.capabilities.source()};
  return after;
}

}  // namespace railhead::memlock
