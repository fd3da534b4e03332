#include <array>

#include "base/format.h"
#include "text/cluster/families.h"
#include "text/cluster/phrase.h"

// The kubelet's device manager (pkg/kubelet/cm/devicemanager/manager.go) refuses a pod with these words, which end in ", which
// is unexpected". Device plugins for SR-IOV and shared RDMA say that a pool is empty when they start.
namespace railhead::text::cluster {
namespace {

using facts::ClusterEvent;
using facts::ClusterWord;

struct Phrase {
  std::string_view text;
  std::string_view reason;
};

constexpr std::array<Phrase, 5> kRefusals = {{
    {"no healthy devices present; cannot allocate unhealthy devices ", "none is healthy"},
    {"previously allocated devices are no longer healthy; cannot allocate unhealthy devices ",
     "the devices that the pod had are no longer healthy"},
    {"cannot allocate unhealthy devices ", "none is healthy"},
    {"cannot allocate unregistered device ", "its device plugin has not registered since the kubelet started"},
    {"can't allocate unregistered device ", "its device plugin has not registered since the kubelet started"},
}};

/// At admission; the topology manager logs the same of pods that may yet be admitted.
void read_unavailable(std::string_view line, Events& events) {
  if (!holds(line, "Allocate failed") && !holds(line, "UnexpectedAdmissionError")) return;
  const auto rest = after(line, "requested number of devices unavailable for ");
  if (!rest) return;
  ClusterEvent event{.word = ClusterWord::device_unhealthy, .resource = kept(name_at(*rest))};
  const auto wanted = after(*rest, "Requested: ");
  const auto free = after(*rest, "Available: ");
  if (event.resource.empty() || !wanted || !free) return;
  event.reason =
      base::format("{} asked for, {} healthy and free", number_at(*wanted).value_or(0), number_at(*free).value_or(0));
  events.push_back(std::move(event));
}

void read_refusal(std::string_view line, Events& events) {
  for (const Phrase& phrase : kRefusals) {
    const auto rest = after(line, phrase.text);
    if (!rest) continue;
    const std::string_view name = name_at(*rest);
    if (!name.empty())
      events.push_back({.word = ClusterWord::device_unhealthy, .resource = kept(name), .reason = std::string(phrase.reason)});
    return;
  }
}

void read_empty_pool(std::string_view line, Events& events) {
  const auto rest = after(line, "no devices in device pool");
  const auto name = rest ? after(*rest, "resource server for ") : std::nullopt;
  if (name && !name_at(*name).empty()) events.push_back({.word = ClusterWord::no_devices, .resource = kept(name_at(*name))});
}

}  // namespace

void read_device_plugin(std::string_view line, Events& events) {
  read_refusal(line, events);
  read_unavailable(line, events);
  read_empty_pool(line, events);
}

}  // namespace railhead::text::cluster
