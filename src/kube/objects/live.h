#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kube/client.h"
#include "kube/objects/kinds.h"

/// Objects as the cluster has them, and the calls that change them.
namespace railhead::kube {

/// The annotation by which deploy knows what is its own: "TrainingJob/NAMESPACE/NAME", or "ClusterProfile/NAME" of what jobs
/// share. src/manifest/render writes it.
inline constexpr std::string_view kOwnerAnnotation = "railhead.dev/owner";
/// Who railhead is among the managers of an object's fields (server-side apply).
inline constexpr std::string_view kFieldManager = "railhead";

/// One object, as far as deploy has to know it. Texts are empty where the object does not say.
struct Live {
  std::string kind;
  std::string space;
  std::string name;
  std::string owner;    // kOwnerAnnotation
  std::string version;  // resourceVersion: another one after a call that changed something
  bool ending = false;  // it is being deleted
};

/// What metadata says.
Live live_of(const nlohmann::json& object);

/// Nothing where it is not there, and where the cluster does not have its kind.
Answer<std::optional<Live>> live(const Client& client, const Kind& kind, const std::string& space, const std::string& name);

/// All objects of the kinds that railhead makes which have a label app.kubernetes.io/managed-by=railhead and this owner, in
/// the order of kinds(). `unread`: kinds that could not be listed, with why; kinds that the cluster does not have are none.
struct Owned {
  std::vector<Live> objects;
  std::vector<std::pair<const Kind*, Failure>> unread;
};
Owned owned_by(const Client& client, const std::string& owner, const std::string& space);

struct Applying {
  bool dry_run = false;  // the server says what it would do
  bool force = false;    // fields of other managers are taken over
};

/// Server-side apply of one object, YAML or JSON; gives it as it is then.
Answer<Live> apply(const Client& client, const std::string& text, const Applying& how);

/// Deletes it; what belongs to it (pods of a job) goes in the background. Nothing happens where it is not there.
Answer<void> remove(const Client& client, const Kind& kind, const std::string& space, const std::string& name);

}  // namespace railhead::kube
