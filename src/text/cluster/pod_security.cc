#include "base/text.h"
#include "text/cluster/families.h"
#include "text/cluster/phrase.h"

// k8s.io/pod-security-admission, admission.go: 'pods "x" is forbidden: violates PodSecurity "restricted:v1.30": ' and the
// reasons. The warning for a template says "would violate PodSecurity" and refuses nothing.
namespace railhead::text::cluster {
namespace {

constexpr std::size_t kMostReasons = 400;

}  // namespace

void read_pod_security(std::string_view line, Events& events) {
  const auto rest = after(line, "is forbidden: violates PodSecurity ");
  const auto quoted = rest ? in_quotes(*rest) : std::nullopt;
  if (!quoted) return;
  const auto reasons = after(*rest, "\": ");
  if (!reasons) return;
  events.push_back({.word = facts::ClusterWord::pod_security,
                    .plugin = kept(quoted->substr(0, quoted->find(':'))),
                    .reason = base::one_line(base::trimmed(reasons->substr(0, kMostReasons)))});
}

}  // namespace railhead::text::cluster
