#include "manifest/admission/way_out/edit.h"

#include <algorithm>
#include <utility>

#include "base/format.h"

namespace railhead::manifest::admission {
namespace {

std::string below(const std::string& part, std::string_view key) {
  return part.empty() ? std::string(key) : base::format("{}.{}", part, key);
}

const char* key_of(ContainerList list) {
  switch (list) {
    case ContainerList::init: return "initContainers";
    case ContainerList::plain: return "containers";
    case ContainerList::ephemeral: break;
  }
  return "ephemeralContainers";
}

/// Of a pod that may be changed or not.
template <class AnyPod>
auto& container_at(AnyPod& pod, const ContainerPlace& place) {
  switch (place.list) {
    case ContainerList::init: return pod.init_containers[place.index];
    case ContainerList::plain: return pod.containers[place.index];
    case ContainerList::ephemeral: break;
  }
  return pod.ephemeral_containers[place.index];
}

void add_once(std::vector<std::string>& texts, std::string text) {
  if (std::ranges::find(texts, text) == texts.end()) texts.push_back(std::move(text));
}

}  // namespace

PodEdit::PodEdit(const Subject& subject, Pod pod)
    : metadata_(below(subject.part, "metadata")), spec_(below(subject.part, "spec")), original_(pod), pod_(std::move(pod)) {}

std::vector<ContainerPlace> PodEdit::places() const {
  std::vector<ContainerPlace> places;
  places.reserve(pod_.init_containers.size() + pod_.containers.size() + pod_.ephemeral_containers.size());
  for (std::size_t i = 0; i < pod_.init_containers.size(); ++i) places.push_back({ContainerList::init, i});
  for (std::size_t i = 0; i < pod_.containers.size(); ++i) places.push_back({ContainerList::plain, i});
  for (std::size_t i = 0; i < pod_.ephemeral_containers.size(); ++i) places.push_back({ContainerList::ephemeral, i});
  return places;
}

std::vector<ContainerPlace> PodEdit::named(const std::vector<std::string>& names) const {
  std::vector<ContainerPlace> found = places();
  std::erase_if(found, [&](const ContainerPlace& place) { return std::ranges::find(names, at(place).name) == names.end(); });
  return found;
}

const PodContainer& PodEdit::at(const ContainerPlace& place) const { return container_at(pod_, place); }
PodContainer& PodEdit::at(const ContainerPlace& place) { return container_at(pod_, place); }
const PodContainer& PodEdit::original(const ContainerPlace& place) const { return container_at(original_, place); }

ContainerSecurity& PodEdit::security(const ContainerPlace& place) {
  std::optional<ContainerSecurity>& security = at(place).security;
  if (!security) security.emplace();
  return *security;
}

std::string PodEdit::path_of(const ContainerPlace& place) const {
  return base::format("{}.{}[{}]", spec_, key_of(place.list), place.index);
}

void PodEdit::add(std::string path, std::string what, const std::string& source) {
  PodChange change{.path = std::move(path), .what = std::move(what), .source = source};
  if (std::ranges::find(changes_, change) == changes_.end()) changes_.push_back(std::move(change));
}

void PodEdit::in_spec(std::string_view path, std::string what) {
  add(base::format("{}.{}", spec_, path), std::move(what), pod_.source);
}

void PodEdit::in_annotations(std::string_view key, std::string what) {
  add(base::format("{}.annotations[{}]", metadata_, key), std::move(what), pod_.source);
}

void PodEdit::in_pod_security(std::string_view path, std::string what) {
  add(base::format("{}.securityContext.{}", spec_, path), std::move(what), pod_.security_source);
}

void PodEdit::in_container(const ContainerPlace& place, std::string_view path, std::string what) {
  add(base::format("{}.{}", path_of(place), path), std::move(what), at(place).source);
}

void PodEdit::in_security(const ContainerPlace& place, std::string_view path, std::string what) {
  add(base::format("{}.securityContext.{}", path_of(place), path), std::move(what), at(place).security_source);
}

void PodEdit::in_volume(std::size_t index, std::string what) {
  add(base::format("{}.volumes[{}]", spec_, index), std::move(what), pod_.volumes[index].source);
}

void PodEdit::keep(std::string what) { add_once(keeps_, std::move(what)); }
void PodEdit::note(std::string sentence) { add_once(notes_, std::move(sentence)); }

}  // namespace railhead::manifest::admission
