#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "facts/cluster/survey/preflight.h"

/// Which nodes take pods, by the rules of the scheduler: kubernetes pkg/scheduler/framework/plugins (noderesources,
/// tainttoleration, nodeaffinity, nodeunschedulable).
namespace railhead::check {

/// What keeps pods off a node. lacks: of a resource it has too little, whoever uses it; used: others hold too much of it.
enum class Bar : std::uint8_t { not_ready, cordoned, not_named, label, taint, lacks, used };

/// `text` names it for people, without the node: "taint nvidia.com/gpu:NoSchedule". `subject`: the label, taint or resource.
struct BarOn {
  Bar bar;
  std::string text;
  std::string subject = {};
};

/// A node beside a pod. `now`: pods that it has room for, those of the job that run there among them; nothing where it is not
/// known what others hold. `ever`: the same with nobody else there.
struct Seat {
  const facts::SurveyedNode* node = nullptr;
  std::vector<BarOn> bars = {};
  std::optional<std::uint64_t> now = {};
  std::uint64_t ever = 0;
};

std::vector<Seat> seats(const facts::WantedPods& pods, const std::vector<facts::SurveyedNode>& nodes);

/// The sums of all seats. `now` is nothing where one of them is.
struct Room {
  std::optional<std::uint64_t> now = 0;
  std::uint64_t ever = 0;
  std::size_t nodes = 0;  // that have some now, or ever where `now` is not known
};
Room room(const std::vector<Seat>& seats);

/// Free of a resource on a node for this job: what its own pods hold is theirs.
std::optional<std::uint64_t> free_for(const facts::WantedPods& pods, const facts::SurveyedNode& node,
                                      const facts::NodeAmount& amount);

/// The amounts of a resource for people: "2", "64 GiB", "500m".
std::string amount_text(const std::string& resource, std::uint64_t amount);

/// A resource of a device plugin, which is whatever Kubernetes does not count itself.
bool is_extended(const std::string& resource);

}  // namespace railhead::check
