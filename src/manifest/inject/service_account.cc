#include "base/format.h"
#include "base/text.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {

base::Result<void> add_service_account(const Target& target) {
  const std::string& wanted = target.wishes.service_account;
  if (wanted.empty()) return {};
  const Value& spec = target.found.spec;
  if (!spec["containers"]) {
    target.note(Outcome::refused, "trainer", "the service account belongs in the runtime (TrainingRuntime)");
    return {};
  }
  const Value own = spec["serviceAccountName"];
  const Value there = own.view() ? own : spec["serviceAccount"];
  if (const auto name = there.text()) {
    target.note(Outcome::kept, "pod", base::format("service account {}", base::one_line(*name)), there.line());
    return {};
  }
  const auto done = target.draft.set(spec, "serviceAccountName", word(wanted));
  if (!done) return std::unexpected(done.error());
  target.note(Outcome::added, "pod", base::format("service account {}", wanted));
  return {};
}

}  // namespace railhead::manifest
