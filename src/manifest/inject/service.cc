#include <algorithm>

#include "base/format.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {

base::Result<bool> open_service(Draft& draft, const Value& object, const Wishes& wishes, std::vector<InjectNote>& notes) {
  const Value spec = object["spec"];
  if (!wishes.placement || object["kind"].view() != "Service" || spec["clusterIP"].view() != "None") return false;
  const std::string name = object["metadata"]["name"].text().value_or("");
  if (std::ranges::find(wishes.named, name) == wishes.named.end()) return false;
  if (const Value there = spec["publishNotReadyAddresses"]; there.view()) {
    const bool open = there.boolean() == true;
    notes.push_back(
        {Outcome::kept, "Service",
         open ? "publishNotReadyAddresses: true is there" : "publishNotReadyAddresses: false hides pods until they are ready",
         there.line()});
    return false;
  }
  const auto done = draft.set(spec, "publishNotReadyAddresses", truth(true));
  if (!done) return std::unexpected(done.error());
  notes.push_back(
      {Outcome::added, "Service", "publishNotReadyAddresses: true, so that the pods have names before they are ready"});
  return true;
}

}  // namespace railhead::manifest
