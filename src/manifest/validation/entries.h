#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/validation/validate.h"

/// The kinds of entries in the API server's refusals (k8s.io/apimachinery/pkg/util/validation/field), and the parts of the pod
/// that have a file of their own here. Every part adds to `entries`.
namespace railhead::manifest::validation {

using Entries = std::vector<Invalid>;

/// `value` as the server prints it: a number, or what go_text.h makes of texts and of structures.
void refuse_value(Entries& entries, std::string path, std::string_view value, std::string_view why);
void refuse_text(Entries& entries, std::string path, std::string_view text, std::string_view why);
void forbid(Entries& entries, std::string path, std::string_view why);
void require(Entries& entries, std::string path, std::string_view why);
void refuse_choice(Entries& entries, std::string path, std::string_view text, std::initializer_list<std::string_view> choices);

/// User and group ids: 0 to 2147483647.
void check_id(Entries& entries, std::string path, std::int64_t id);

/// "spec.containers[0]" and the like: init containers, containers, ephemeral containers.
template <class Visit>
void each_path(const Pod& pod, Visit visit) {
  const auto all = [&](const std::vector<PodContainer>& containers, const char* list) {
    for (std::size_t i = 0; i < containers.size(); ++i)
      visit(containers[i], std::string("spec.").append(list).append("[").append(std::to_string(i)).append("]"));
  };
  all(pod.init_containers, "initContainers");
  all(pod.containers, "containers");
  all(pod.ephemeral_containers, "ephemeralContainers");
}

void check_ports(Entries& entries, const std::vector<ContainerPort>& ports, const std::string& path);

/// securityContext of a container; `path` is that of the securityContext.
void check_container(Entries& entries, const ContainerSecurity& security, const std::string& path, bool host_users);

/// spec.securityContext with what of the spec the server keeps there.
void check_pod_security(Entries& entries, const Pod& pod);

void check_seccomp(Entries& entries, const std::optional<Profile>& profile, const std::string& path);
void check_app_armor(Entries& entries, const std::optional<Profile>& profile, const std::string& path);
void check_annotations(Entries& entries, const Pod& pod);

/// Profiles in a field and in an annotation must be the same.
void check_profiles_match(Entries& entries, const Pod& pod);

void check_windows_options(Entries& entries, const std::optional<WindowsOptions>& options, const std::string& path);
void check_host_process(Entries& entries, const Pod& pod);

/// spec.os, and fields that an operating system does not have.
void check_os(Entries& entries, const Pod& pod);

}  // namespace railhead::manifest::validation
