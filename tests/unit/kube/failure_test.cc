#include "kube/failure.h"

#include <gtest/gtest.h>

namespace railhead::kube {
namespace {

struct Case {
  Trouble trouble;
  const char* complaint;
};

// As kubectl 1.20 and 1.35 say it before servers of 1.20 and 1.36.
constexpr Case kCases[] = {
    {Trouble::not_served, "Error from server (NotFound): the server could not find the requested resource"},
    {Trouble::not_served, "error: the server doesn't have a resource type \"jobsets\""},
    {Trouble::not_served,
     "error: unable to recognize \"STDIN\": no matches for kind \"JobSet\" in version \"jobset.x-k8s.io/v1alpha2\""},
    {Trouble::not_found, "Error from server (NotFound): pods \"trainer-0\" not found"},
    {Trouble::not_found, "Error from server (NotFound): namespaces \"team-a\" not found"},
    {Trouble::forbidden,
     "Error from server (Forbidden): nodes is forbidden: User \"ada\" cannot list resource \"nodes\" in API group \"\" at the "
     "cluster "
     "scope"},
    {Trouble::forbidden,
     "error: failed to create configmap: configmaps is forbidden: User \"ada\" cannot create resource \"configmaps\" in API "
     "group \"\" "
     "in the namespace \"team-a\""},
    {Trouble::unauthorised, "error: You must be logged in to the server (Unauthorized)"},
    {Trouble::unauthorised, "Error from server (Unauthorized): Unauthorized"},
    {Trouble::unauthorised,
     "Unable to connect to the server: getting credentials: exec: executable login-plugin failed with exit code 1"},
    {Trouble::no_configuration, "error: context \"lab\" does not exist"},
    {Trouble::no_configuration, "Error in configuration: context was not found for specified context: lab"},
    {Trouble::no_configuration, "error: error loading config file \"/k/config\": yaml: did not find expected key"},
    {Trouble::no_configuration,
     "W1129 04:17:56.623490   24358 loader.go:223] Config not found: /none\nThe connection to the server localhost:8080 was "
     "refused - "
     "did you specify the right host or port?"},
    {Trouble::unreachable,
     "The connection to the server 192.0.2.10:6443 was refused - did you specify the right host or port?"},
    {Trouble::unreachable,
     "Unable to connect to the server: dial tcp: lookup api.cluster.example on 192.0.2.53:53: no such host"},
    {Trouble::timeout, "Unable to connect to the server: dial tcp 192.0.2.10:6443: i/o timeout"},
    {Trouble::timeout, "Unable to connect to the server: net/http: TLS handshake timeout"},
    {Trouble::timeout, "Error from server (Timeout): the server was unable to return a response in the time allotted"},
    {Trouble::certificate, "Unable to connect to the server: x509: certificate signed by unknown authority"},
    {Trouble::certificate,
     "Unable to connect to the server: tls: failed to verify certificate: x509: certificate has expired or is not yet valid"},
    {Trouble::exists, "Error from server (AlreadyExists): error when creating \"STDIN\": configmaps \"a\" already exists"},
    {Trouble::conflict, "error: Apply failed with 1 conflict: conflict with \"other\": .data.a"},
    {Trouble::conflict,
     "Error from server (Conflict): Operation cannot be fulfilled on pods \"a\": the object has been modified; please apply "
     "your changes "
     "to the latest version and try again"},
    {Trouble::invalid,
     "Error from server: failed to create typed patch object: .spec.ports: element 0: associative list with keys has an "
     "element that "
     "omits key field \"protocol\""},
    {Trouble::invalid,
     "The Service \"a\" is invalid: spec.ports[0].port: Invalid value: 99999: must be between 1 and 65535, inclusive"},
    {Trouble::invalid,
     "The StatefulSet \"a\" is invalid: spec: Forbidden: updates to statefulset spec for fields other than 'replicas', "
     "'template', and "
     "'updateStrategy' are forbidden"},
    {Trouble::quota,
     "Error from server (Forbidden): error when creating \"STDIN\": pods \"a\" is forbidden: exceeded quota: gpus, requested: "
     "requests.nvidia.com/gpu=8, used: requests.nvidia.com/gpu=8, limited: requests.nvidia.com/gpu=8"},
    {Trouble::denied,
     "Error from server: error when creating \"STDIN\": admission webhook \"policy.example.com\" denied the request: no team "
     "label"},
    {Trouble::denied,
     "Error from server (Forbidden): pods \"a\" is forbidden: violates PodSecurity \"restricted:latest\": "
     "allowPrivilegeEscalation != "
     "false"},
    {Trouble::denied,
     "Error from server (Forbidden): pods \"a\" is forbidden: unable to validate against any security context constraint: "
     "[provider "
     "\"restricted-v2\": Forbidden]"},
    {Trouble::timeout,
     "Error from server (InternalError): Internal error occurred: failed calling webhook \"slow.example.com\": Post "
     "\"https://slow.example:443/?timeout=2s\": context deadline exceeded"},
    {Trouble::denied,
     "Error from server (InternalError): Internal error occurred: failed calling webhook \"gone.example.com\": Post "
     "\"https://gone.example:443/\": dial tcp 192.0.2.7:443: connect: connection refused"},
    {Trouble::other, "error: something that nobody has seen"},
};

TEST(Failure, IsToldByWhatTheClientSays) {
  for (const Case& one : kCases) EXPECT_EQ(word_of(failure_of(one.complaint).trouble), word_of(one.trouble)) << one.complaint;
}

TEST(Failure, OfForbiddenSaysWhatWasNotAllowed) {
  const Failure failure = failure_of(
      "Error from server (Forbidden): network-attachment-definitions.k8s.cni.cncf.io \"rail-1\" is forbidden: User "
      "\"system:serviceaccount:ops:ci\" cannot get resource \"network-attachment-definitions\" in API group "
      "\"k8s.cni.cncf.io\" in the "
      "namespace \"team-a\"");
  EXPECT_EQ(failure.user, "system:serviceaccount:ops:ci");
  EXPECT_EQ(failure.verb, "get");
  EXPECT_EQ(failure.resource, "network-attachment-definitions");
  EXPECT_EQ(failure.group, "k8s.cni.cncf.io");
  EXPECT_EQ(failure.space, "team-a");
  EXPECT_EQ(failure.name, "rail-1");
  const base::Error error = error_of(failure, "read the networks", "oc");
  EXPECT_EQ(error.code, base::Code::denied);
  EXPECT_EQ(
      error.message,
      "cannot read the networks: system:serviceaccount:ops:ci may not get network-attachment-definitions.k8s.cni.cncf.io in "
      "namespace team-a");
  EXPECT_EQ(error.suggestion,
            "An admin can allow it:\n"
            "  oc create role get-network-attachment-definitions --verb=get "
            "--resource=network-attachment-definitions.k8s.cni.cncf.io -n team-a\n"
            "  oc create rolebinding get-network-attachment-definitions --role=get-network-attachment-definitions -n team-a "
            "--serviceaccount=ops:ci");
}

TEST(Failure, OfConflictNamesFieldsAndWhoSetThem) {
  const Failure one =
      failure_of("error: Apply failed with 1 conflict: conflict with \"kubectl-scale\" using apps/v1: .spec.replicas");
  ASSERT_EQ(one.conflicts.size(), 1U);
  EXPECT_EQ(one.conflicts[0].manager, "kubectl-scale");
  EXPECT_EQ(one.conflicts[0].field, ".spec.replicas");
  const Failure many = failure_of(
      "error: Apply failed with 3 conflicts: conflicts with \"argocd\":\n- .data.a\n- .data.b\nconflicts with \"helm\" using "
      "v1:\n- "
      ".data.c\nPlease review the fields above--they currently have other managers. Here\nare the ways ...");
  ASSERT_EQ(many.conflicts.size(), 3U);
  EXPECT_EQ(many.conflicts[1].manager, "argocd");
  EXPECT_EQ(many.conflicts[1].field, ".data.b");
  EXPECT_EQ(many.conflicts[2].manager, "helm");
  EXPECT_EQ(many.conflicts[2].field, ".data.c");
  EXPECT_TRUE(many.said.ends_with("- .data.c"));
}

TEST(Failure, LeavesOutLogLinesAndWarnings) {
  EXPECT_EQ(failure_of("E1129 04:17:56.623490   24358 memcache.go:265] couldn't get current server API group list\n"
                       "Warning: version difference between client (1.35) and server (1.20) exceeds the supported skew\n"
                       "Error from server (NotFound): pods \"a\" not found\n")
                .said,
            "Error from server (NotFound): pods \"a\" not found");
  EXPECT_EQ(failure_of("Warning: nothing but this\n").said, "Warning: nothing but this");
}

TEST(Failure, HostileComplaintsAreBoundedAndHarmless) {
  EXPECT_LE(failure_of(std::string(1 << 20, 'x')).said.size(), (16U << 10U) + 8U);
  EXPECT_EQ(failure_of("\x1b[31mred").said, "?[31mred");
  EXPECT_EQ(failure_of("").trouble, Trouble::other);
  // Cut off in the middle of what is looked for.
  EXPECT_EQ(failure_of("Error from server (Forbidden): User \"a\" cannot ").trouble, Trouble::forbidden);
  EXPECT_TRUE(failure_of("conflict with \"").conflicts.empty());
}

}  // namespace
}  // namespace railhead::kube
