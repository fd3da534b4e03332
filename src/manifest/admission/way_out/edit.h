#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/admission/subject.h"
#include "manifest/admission/way_out.h"

namespace railhead::manifest::admission {

enum class ContainerList : std::uint8_t { init, plain, ephemeral };

/// A container of a pod by its place: names need not be unique in what people write.
struct ContainerPlace {
  ContainerList list = ContainerList::plain;
  std::size_t index = 0;
  bool operator==(const ContainerPlace&) const = default;
};

/// A pod that is changed step by step, with the changes as its author would make them in the manifest. `keeps` is what a change
/// would have taken away that RDMA needs.
class PodEdit {
 public:
  PodEdit(const Subject& subject, Pod pod);

  const Pod& pod() const { return pod_; }
  /// As it was before the first change.
  const Pod& original() const { return original_; }
  Pod& pod() { return pod_; }
  const std::vector<PodChange>& changes() const { return changes_; }
  const std::vector<std::string>& keeps() const { return keeps_; }
  const std::vector<std::string>& notes() const { return notes_; }

  /// All containers: init containers, containers, ephemeral ones.
  std::vector<ContainerPlace> places() const;
  std::vector<ContainerPlace> named(const std::vector<std::string>& names) const;
  PodContainer& at(const ContainerPlace& place);
  const PodContainer& at(const ContainerPlace& place) const;
  const PodContainer& original(const ContainerPlace& place) const;
  /// The securityContext, made where there is none.
  ContainerSecurity& security(const ContainerPlace& place);

  /// `path` from below spec ("hostNetwork"), from below the pod's securityContext, from below a container or its
  /// securityContext.
  void in_spec(std::string_view path, std::string what);
  void in_annotations(std::string_view key, std::string what);
  void in_pod_security(std::string_view path, std::string what);
  void in_container(const ContainerPlace& place, std::string_view path, std::string what);
  void in_security(const ContainerPlace& place, std::string_view path, std::string what);
  void in_volume(std::size_t index, std::string what);
  void keep(std::string what);
  void note(std::string sentence);

 private:
  void add(std::string path, std::string what, const std::string& source);
  std::string path_of(const ContainerPlace& place) const;

  std::string metadata_;  // path of the pod's metadata, and so on
  std::string spec_;
  Pod original_;
  Pod pod_;
  std::vector<PodChange> changes_ = {};
  std::vector<std::string> keeps_ = {};
  std::vector<std::string> notes_ = {};
};

}  // namespace railhead::manifest::admission
