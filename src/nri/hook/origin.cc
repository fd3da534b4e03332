#include "nri/hook/origin.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "nri/hook/document.h"

namespace railhead::nri {
namespace {

// Of every container and sandbox of theirs.
constexpr std::string_view kCrioType = "io.kubernetes.cri-o.ContainerType";
constexpr std::string_view kContainerdType = "io.kubernetes.cri.container-type";
constexpr std::string_view kManager = "io.container.manager";

std::string value_of(const Texts& texts, std::string_view key) {
  const auto found = texts.find(key);
  return found == texts.end() ? std::string() : found->second;
}

base::Result<Maker> maker_of(const Texts& annotations) {
  const std::string manager = value_of(annotations, kManager);
  // Podman writes CRI-O's type and sandbox too, for containers of its pods.
  const bool podman = manager == "libpod";
  const bool crio = manager == "cri-o" || (!podman && annotations.contains(kCrioType));
  const bool containerd = annotations.contains(kContainerdType);
  if (containerd && (crio || podman))
    return std::unexpected(base::Error{
        .code = base::Code::denied,
        .message =
            base::format("the container's annotations are those of two runtimes ({} and {}): one of them was written by the "
                         "pod's author, so that its namespace is not known",
                         kContainerdType, annotations.contains(kManager) ? kManager : kCrioType),
        .suggestion = "Take that annotation out of the pod."});
  if (containerd) return Maker::containerd;
  return podman ? Maker::podman : crio ? Maker::crio : Maker::other;
}

/// What the runtimes write for themselves, which no policy means.
bool is_internal(std::string_view key) {
  return key.starts_with("io.kubernetes.cri") || key.starts_with("io.kubernetes.container.") ||
         key.starts_with("io.kubernetes.pod.") || key == kManager;
}

Texts without(const Texts& annotations, const Texts& others) {
  Texts left;
  for (const auto& [key, value] : annotations)
    if (!is_internal(key) && !others.contains(key)) left.emplace(key, value);
  return left;
}

/// The kubelet's labels of the container, as CRI-O writes them where no annotation of the pod can stand.
Texts kubelet_labels(const Texts& annotations) {
  const auto labels = annotations.find("io.kubernetes.cri-o.Labels");
  return labels == annotations.end() ? annotations : texts_within(labels->second);
}

void fill_crio(const Texts& annotations, Subject& subject) {
  const Texts kubelet = texts_within(value_of(annotations, "io.kubernetes.cri-o.Annotations"));
  const Texts labels = kubelet_labels(annotations);
  subject.space = value_of(labels, "io.kubernetes.pod.namespace");
  subject.pod = value_of(labels, "io.kubernetes.pod.name");
  subject.pod_id = value_of(annotations, "io.kubernetes.cri-o.SandboxID");
  subject.container = value_of(labels, "io.kubernetes.container.name");
  subject.container_annotations = kubelet;
  subject.annotations = without(annotations, kubelet);
}

void fill_containerd(const Texts& annotations, Subject& subject) {
  subject.space = value_of(annotations, "io.kubernetes.cri.sandbox-namespace");
  subject.pod = value_of(annotations, "io.kubernetes.cri.sandbox-name");
  subject.pod_id = value_of(annotations, "io.kubernetes.cri.sandbox-id");
  subject.container = value_of(annotations, "io.kubernetes.cri.container-name");
  subject.annotations = without(annotations, {});
}

/// Nobody else's words: a user's annotation must not come to be a namespace.
void fill_other(const Texts& annotations, Maker maker, Subject& subject) {
  if (maker == Maker::podman) subject.pod_id = value_of(annotations, "io.kubernetes.cri-o.SandboxID");
  subject.annotations = without(annotations, {});
}

bool is_sandbox(Maker maker, const Texts& annotations) {
  if (maker == Maker::containerd) return value_of(annotations, kContainerdType) == "sandbox";
  return maker == Maker::crio && value_of(annotations, kCrioType) == "sandbox";
}

}  // namespace

std::string_view name(Maker maker) {
  switch (maker) {
    case Maker::crio: return "cri-o";
    case Maker::containerd: return "containerd";
    case Maker::podman: return "podman";
    case Maker::other: break;
  }
  return "oci";
}

base::Result<Origin> origin_of(const State& state, const Config& config) {
  const base::Result<Maker> maker = maker_of(config.annotations);
  if (!maker) return std::unexpected(maker.error());
  Origin origin{.maker = *maker, .is_sandbox = is_sandbox(*maker, config.annotations)};
  Subject& subject = origin.subject;
  subject.container_id = state.id;
  subject.devices = config.devices;
  subject.limits = config.limits;
  if (*maker == Maker::crio)
    fill_crio(config.annotations, subject);
  else if (*maker == Maker::containerd)
    fill_containerd(config.annotations, subject);
  else
    fill_other(config.annotations, *maker, subject);
  return origin;
}

}  // namespace railhead::nri
