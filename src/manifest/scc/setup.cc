#include "manifest/scc/setup.h"

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/order.h"
#include "manifest/scc/stock.h"
#include "manifest/validation/go_text.h"

namespace railhead::manifest::scc {
namespace {

constexpr const char* kRunLevel = "openshift.io/run-level";
constexpr const char* kResource = "securitycontextconstraints.security.openshift.io";

std::string value_of(const std::map<std::string, std::string>& map, const char* key) {
  const auto found = map.find(key);
  return found == map.end() ? "" : found->second;
}

std::vector<std::string> missing_names(const World& world) {
  const std::vector<std::string_view>& required = required_names();
  std::vector<std::string> names;
  names.reserve(required.size());
  for (const std::string_view name : required)
    if (std::ranges::find(world.constraints, name, &Constraint::name) == world.constraints.end()) names.emplace_back(name);
  return names;
}

Setup incomplete(const std::vector<std::string>& names) {
  return {.reason = base::format("{} cache is missing {}", kResource, base::joined(names, ", ")),
          .why = base::format("SCCs that come with OpenShift are not there ({}): without them the server refuses every pod",
                              base::listed(names)),
          .obstacle = Obstacle::stock_missing};
}

Setup without_required(const std::string& name) {
  return {.reason = base::format("failed to retrieve the required SCC {}: {} {} not found", go_quoted(name), kResource,
                                 go_quoted(name)),
          .why = base::format("the annotation {} of the pod names an SCC that is not there: {}", kRequiredScc, name),
          .obstacle = Obstacle::required_missing};
}

}  // namespace

std::string skipped(const Pod& pod, const std::string& space_name, const Namespace* space) {
  if (pod.os == "windows") return "SCC admission does not look at pods for Windows";
  if (space_name == "kube-system") return "SCC admission does not look at pods of the namespace kube-system";
  const std::string level = space ? value_of(space->labels, kRunLevel) : "";
  if (level != "0" && level != "1") return "";
  return base::format("SCC admission does not look at pods of a namespace with the label {}: {}", kRunLevel, level);
}

Setup set_up(const Pod& pod, const World& world, const Namespace* space) {
  if (const std::vector<std::string> names = missing_names(world); !names.empty()) return incomplete(names);
  Setup setup = {.constraints = ordered(world.constraints)};
  if (const std::string name = value_of(pod.annotations, kRequiredScc); !name.empty()) {
    std::erase_if(setup.constraints, [&name](const Constraint* constraint) { return constraint->name != name; });
    if (setup.constraints.empty()) return without_required(name);
  }
  base::Result<Ranges> ranges = space && !space->to_come ? ranges_for(*space, setup.constraints) : assumed_ranges();
  if (ranges) {
    setup.ranges = std::move(*ranges);
  } else {
    setup.reason = ranges.error().message;
    setup.why = base::format("the annotations of the namespace {} do not let the server set up its SCCs", space->name);
    setup.obstacle = lacks_annotations(*space) ? Obstacle::annotations_missing : Obstacle::not_set_up;
  }
  return setup;
}

}  // namespace railhead::manifest::scc
