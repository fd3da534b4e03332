#pragma once

#include <cstdint>
#include <expected>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

/// Clusters, reached through oc or kubectl by their argv, so that every way to log in works.
namespace railhead::kube {

/// Why a call failed. no_configuration: there is no kubeconfig, or no such context in it. denied: an admission controller or
/// webhook said no, which is not `forbidden`, what RBAC says. quota: one of denied that says so. timeout: of the call, of the
/// server or of a webhook. not_served: the API has no such resource (a CustomResourceDefinition is missing); not_found: it has
/// no such object.
enum class Trouble : std::uint8_t {
  no_program,
  no_configuration,
  unreachable,
  certificate,
  unauthorised,
  forbidden,
  not_served,
  not_found,
  exists,
  conflict,
  denied,
  quota,
  invalid,
  timeout,
  other
};

/// A field of an object that another field manager has set (server-side apply).
struct Conflict {
  std::string manager;
  std::string field;  // ".spec.replicas"
};

/// One call that failed. `said` is what the server or the client said, word for word, without log lines and warnings. Of
/// `forbidden` what was not allowed: "list", "nodes", "" for the core group, "" for the whole cluster.
struct Failure {
  Trouble trouble = Trouble::other;
  std::string said = {};
  std::string user = {};
  std::string verb = {};
  std::string resource = {};
  std::string group = {};
  std::string space = {};
  std::string name = {};
  std::vector<Conflict> conflicts = {};
};

template <class T>
using Answer = std::expected<T, Failure>;

/// What kubectl's or oc's stderr says, for an exit status that is not 0. Texts: k8s.io/kubectl pkg/cmd/util/helpers.go,
/// apimachinery pkg/api/errors/errors.go and the transports of client-go, from 1.20 to today.
Failure failure_of(std::string_view complaint);

/// "forbidden", "not-found": the word of a trouble in JSON.
std::string_view word_of(Trouble trouble);

/// "ada may not list nodes in namespace team-a": only of `forbidden` that says what.
std::string refused_of(const Failure& failure);

/// The failure of doing `what` ("read the nodes") as an error for the user, with what to do about it. `program` is what
/// reached the cluster, for commands that can be pasted.
base::Error error_of(const Failure& failure, const std::string& what, const std::string& program);

}  // namespace railhead::kube
