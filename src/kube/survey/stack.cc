#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "kube/survey/questions.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

using Json = nlohmann::json;

/// A word that the name of the DaemonSet or of one of its images has. The first line that fits counts.
struct Mark {
  std::string_view word;
  std::string_view part;
};
constexpr std::array<Mark, 20> kMarks = {{{"railhead-nri", "nri-plugin"},
                                          {"ulimit-adjuster", "nri-plugin"},
                                          {"rdma-shared-dev", "rdma-shared-device-plugin"},
                                          {"rdma-shared-dp", "rdma-shared-device-plugin"},
                                          {"sriov-network-device-plugin", "sriov-device-plugin"},
                                          {"sriov-device-plugin", "sriov-device-plugin"},
                                          {"sriov-dp", "sriov-device-plugin"},
                                          {"sriov-network-config-daemon", "sriov-config-daemon"},
                                          {"ib-sriov-cni", "ib-sriov-cni"},
                                          {"sriov-cni", "sriov-cni"},
                                          {"rdma-cni", "rdma-cni"},
                                          {"ipoib-cni", "ipoib-cni"},
                                          {"whereabouts", "whereabouts"},
                                          {"multus", "multus"},
                                          {"containernetworking-plugins", "cni-plugins"},
                                          {"nvidia-device-plugin", "gpu-device-plugin"},
                                          {"k8s-device-plugin", "gpu-device-plugin"},
                                          {"mofed", "network-driver"},
                                          {"node-feature-discovery", "node-feature-discovery"},
                                          {"nfd-worker", "node-feature-discovery"}}};

/// What railhead's own objects carry; the part is in the label.
constexpr std::string_view kPartLabel = "railhead.dev/part";
constexpr std::size_t kMostContainers = 64;

std::vector<std::string> images_of(const Json& object) {
  std::vector<std::string> images;
  for (const char* list : {"containers", "initContainers"}) {
    const Json* containers = at(object, {"spec", "template", "spec", list});
    if (!containers || !containers->is_array()) continue;
    for (const Json& one : *containers)
      if (images.size() < kMostContainers) images.push_back(text_at(one, {"image"}));
  }
  return images;
}

std::string part_of(const std::string& name, const std::vector<std::string>& images) {
  for (const Mark& mark : kMarks) {
    const auto has = [&](const std::string& text) { return base::lowered(text).find(mark.word) != std::string::npos; };
    if (has(name) || std::ranges::any_of(images, has)) return std::string(mark.part);
  }
  return {};
}

/// A part without a name is none of ours, and is left out.
std::optional<facts::StackPart> stack_part(const Json& object) {
  const std::string name = text_at(object, {"metadata", "name"});
  if (name.empty()) return std::nullopt;
  const std::vector<std::string> images = images_of(object);
  const std::string label = text_at(object, {"metadata", "labels", kPartLabel});
  return facts::StackPart{.part = label == "nri" ? "nri-plugin" : part_of(name, images),
                          .object = base::format("DaemonSet {}/{}", text_at(object, {"metadata", "namespace"}), name),
                          .image = images.empty() ? "" : images.front(),
                          .wanted = number_at(object, {"status", "desiredNumberScheduled"}).value_or(0),
                          .ready = number_at(object, {"status", "numberReady"}).value_or(0)};
}

}  // namespace

Questions stack_questions(facts::Survey& survey) {
  Question question = list_question<facts::StackPart>("/apis/apps/v1/daemonsets", survey.stack, stack_part);
  question.done = [&survey, then = std::move(question.done)](const Answer<void>& answer) {
    then(answer);
    if (survey.stack) std::erase_if(survey.stack.held(), [](const facts::StackPart& one) { return one.part.empty(); });
  };
  return {std::move(question)};
}

}  // namespace railhead::kube
