#include "memlock/ways.h"

#include <gtest/gtest.h>

#include <set>

namespace railhead::memlock {
namespace {

/// A described container; unless it says otherwise a root one without added capabilities in a cluster of containerd nodes.
struct Place {
  std::uint32_t uid = 0;
  Added added = {};
  bool user_namespace = false;
  bool no_new_privs = false;
  Runtime runtime = Runtime::containerd;
  Cluster cluster = Cluster::kubernetes;
  std::optional<unsigned> kube_minor = {};
};

constexpr Added kLock{.ipc_lock = true};
constexpr Added kResource{.sys_resource = true};
constexpr Added kBoth{.ipc_lock = true, .sys_resource = true};

Situation situation(const Place& place) {
  return {.process = described_process(place.uid, place.added, place.user_namespace, place.no_new_privs),
          .runtime = place.runtime,
          .cluster = place.cluster,
          .kube_minor = place.kube_minor,
          .described = true};
}

/// What one way is worth in one place. `because` is a part of the reason.
struct Row {
  const char* name;
  const char* way;
  Place place;
  Works works;
  Actor actor;
  const char* because;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

constexpr Actor kNobody = Actor::nobody;

const Row kRows[] = {
    {"root with IPC_LOCK", "ipc-lock-as-root", {.added = kLock}, Works::yes, Actor::you, "no limit applies"},
    {"root, IPC_LOCK to be added", "ipc-lock-as-root", {}, Works::yes, Actor::namespace_admin, "Pod Security"},
    {"the same on OpenShift",
     "ipc-lock-as-root",
     {.cluster = Cluster::openshift},
     Works::yes,
     Actor::cluster_admin,
     "not asked (--scc)"},
    {"the same under docker", "ipc-lock-as-root", {.cluster = Cluster::none}, Works::yes, Actor::you, "--cap-add IPC_LOCK"},
    {"non-root may start as root",
     "ipc-lock-as-root",
     {.uid = 1000, .added = kLock},
     Works::partly,
     Actor::namespace_admin,
     "may run as root"},
    {"root of a user namespace",
     "ipc-lock-as-root",
     {.added = kBoth, .user_namespace = true},
     Works::no,
     kNobody,
     "does not count"},
    {"non-root with IPC_LOCK",
     "ipc-lock-as-user",
     {.uid = 1000, .added = kLock},
     Works::no,
     kNobody,
     "no ambient capabilities"},
    {"root with SYS_RESOURCE", "raise-in-start-command", {.added = kResource}, Works::yes, Actor::you, "in effect"},
    {"root without SYS_RESOURCE", "raise-in-start-command", {}, Works::yes, Actor::namespace_admin, "not asked (--psa)"},
    {"IPC_LOCK is not enough to raise",
     "raise-in-start-command",
     {.added = kLock},
     Works::yes,
     Actor::namespace_admin,
     "IPC_LOCK alone does not"},
    {"non-root with SYS_RESOURCE", "raise-in-start-command", {.uid = 1000, .added = kBoth}, Works::no, kNobody, "bounding set"},
    {"root of a user namespace raises",
     "raise-in-start-command",
     {.added = kBoth, .user_namespace = true},
     Works::no,
     kNobody,
     "user namespace"},
    {"root raises, then drops", "raise-then-drop", {.added = kResource}, Works::yes, Actor::you, "stays with the user"},
    {"root would raise, then drop",
     "raise-then-drop",
     {.cluster = Cluster::openshift},
     Works::yes,
     Actor::cluster_admin,
     "SYS_RESOURCE"},
    {"non-root would have to start as root",
     "raise-then-drop",
     {.uid = 1000},
     Works::partly,
     Actor::namespace_admin,
     "may start as root"},
    {"dropping in a user namespace",
     "raise-then-drop",
     {.uid = 1000, .user_namespace = true},
     Works::no,
     kNobody,
     "user namespace"},
    {"launcher, IPC_LOCK in the bounding set",
     "file-capabilities",
     {.uid = 1000, .added = kLock},
     Works::yes,
     Actor::you,
     "ambient"},
    {"launcher, IPC_LOCK to be added", "file-capabilities", {.uid = 1000}, Works::yes, Actor::namespace_admin, "IPC_LOCK"},
    {"launcher under no_new_privs",
     "file-capabilities",
     {.uid = 1000, .added = kLock, .no_new_privs = true},
     Works::no,
     kNobody,
     "allowPrivilegeEscalation"},
    {"launcher in a user namespace",
     "file-capabilities",
     {.uid = 1000, .added = kLock, .user_namespace = true},
     Works::no,
     kNobody,
     "user namespace"},
    {"soft equals hard", "soft-to-hard", {}, Works::no, kNobody, "8 MiB already"},
    {"docker run by hand",
     "docker-run",
     {.runtime = Runtime::docker, .cluster = Cluster::none},
     Works::yes,
     Actor::you,
     "before the container starts"},
    {"docker run in a cluster", "docker-run", {}, Works::no, kNobody, "a cluster starts"},
    {"docker run, rootless",
     "docker-run",
     {.user_namespace = true, .cluster = Cluster::none},
     Works::unknown,
     Actor::you,
     "rootless"},
    {"CRI-O", "crio-default-ulimits", {.runtime = Runtime::crio}, Works::yes, Actor::node_admin, "every container of the node"},
    {"CRI-O's setting under containerd", "crio-default-ulimits", {}, Works::no, kNobody, "the runtime here is containerd"},
    {"CRI-O in a user namespace",
     "crio-default-ulimits",
     {.user_namespace = true, .runtime = Runtime::crio},
     Works::unknown,
     Actor::node_admin,
     "not measured"},
    {"containerd", "containerd-limit", {}, Works::yes, Actor::node_admin, "every container of the node"},
    {"containerd in a user namespace",
     "containerd-limit",
     {.user_namespace = true},
     Works::yes,
     Actor::node_admin,
     "every container"},
    {"containerd's where the runtime is not known",
     "containerd-limit",
     {.runtime = Runtime::unknown},
     Works::unknown,
     Actor::node_admin,
     "not known here"},
    {"docker's unit", "docker-limit", {.runtime = Runtime::docker}, Works::partly, Actor::node_admin, "containerd of its own"},
    {"docker's daemon.json",
     "docker-default-ulimits",
     {.runtime = Runtime::docker},
     Works::yes,
     Actor::node_admin,
     "every container"},
    {"docker's daemon.json under CRI-O", "docker-default-ulimits", {.runtime = Runtime::crio}, Works::no, kNobody, "CRI-O"},
    {"NRI under containerd", "nri-plugin", {}, Works::partly, Actor::node_admin, "containerd 1.7"},
    {"NRI under CRI-O", "nri-plugin", {.runtime = Runtime::crio}, Works::partly, Actor::node_admin, "enabled in CRI-O"},
    {"NRI under docker", "nri-plugin", {.runtime = Runtime::docker}, Works::no, kNobody, "no NRI"},
    {"ulimits field in 1.31", "pod-ulimits-field", {.kube_minor = 31}, Works::no, kNobody, "this is 1.31"},
    {"ulimits field in 1.38", "pod-ulimits-field", {.kube_minor = 38}, Works::unknown, Actor::cluster_admin, "feature gate"},
    {"ulimits field, version not known", "pod-ulimits-field", {}, Works::unknown, Actor::cluster_admin, "1.38 at the earliest"},
    {"prlimit with IPC_LOCK", "prlimit-with-ipc-lock", {.added = kLock}, Works::no, kNobody, "no limit applies anyway"},
    {"prlimit as another user", "prlimit-with-ipc-lock", {.uid = 1000, .added = kLock}, Works::no, kNobody, "EPERM"},
    {"prlimit with SYS_RESOURCE", "prlimit-with-ipc-lock", {.added = kBoth}, Works::yes, Actor::you, "through SYS_RESOURCE"},
    {"the annotation that does not exist",
     "crio-annotation",
     {.runtime = Runtime::crio, .cluster = Cluster::openshift},
     Works::no,
     kNobody,
     "no such annotation"},
    {"a limit in an SCC", "scc-field", {.cluster = Cluster::openshift}, Works::no, kNobody, "no such field"},
    {"limits in an init container", "init-container", {.added = kBoth}, Works::no, kNobody, "a process and its children"},
    {"resources.limits.memlock", "memlock-resource", {}, Works::no, kNobody, "no such resource"},
};

class WayRows : public testing::TestWithParam<Row> {};

TEST_P(WayRows, Worth) {
  const Row& row = GetParam();
  for (const Way& way : ways(situation(row.place))) {
    if (way.id != row.way) continue;
    EXPECT_STREQ(name(way.works), name(row.works)) << way.because;
    EXPECT_STREQ(name(way.actor), name(row.actor)) << way.because;
    EXPECT_NE(way.because.find(row.because), std::string::npos) << way.because;
    return;
  }
  FAIL() << "there is no way " << row.way;
}

INSTANTIATE_TEST_SUITE_P(Ways, WayRows, testing::ValuesIn(kRows));

TEST(Ways, EveryWayHasARow) {
  std::set<std::string> tested;
  for (const Row& row : kRows) tested.insert(row.way);
  std::set<std::string> ids;
  for (const Way& way : ways(situation({}))) EXPECT_TRUE(ids.insert(way.id).second) << way.id << " twice";
  EXPECT_EQ(tested, ids);
}

/// Every place that options can describe.
std::vector<Situation> all_places() {
  std::vector<Situation> places;
  for (std::uint32_t uid : {0U, 1000U})
    for (const Added& added : {Added{}, kLock, kResource, kBoth})
      for (bool spaced : {false, true})
        for (bool confined : {false, true})
          for (Runtime runtime : {Runtime::unknown, Runtime::crio, Runtime::containerd, Runtime::docker})
            for (Cluster cluster : {Cluster::unknown, Cluster::openshift, Cluster::kubernetes, Cluster::none})
              places.push_back(situation({.uid = uid,
                                          .added = added,
                                          .user_namespace = spaced,
                                          .no_new_privs = confined,
                                          .runtime = runtime,
                                          .cluster = cluster}));
  return places;
}

TEST(Ways, HoldEverywhere) {
  for (const Situation& place : all_places()) {
    const Answer answer = explain(place);
    EXPECT_TRUE(answer.sentence.ends_with(".")) << answer.sentence;
    EXPECT_EQ(answer.sentence.find(".."), std::string::npos) << answer.sentence;
    for (const Way& way : answer.ways) {
      EXPECT_FALSE(way.because.empty()) << way.id;
      EXPECT_EQ(way.actor == Actor::nobody, way.works == Works::no) << way.id << " " << name(way.works);
      EXPECT_TRUE(way.snippet.empty() || way.works != Works::no) << way.id;
      EXPECT_EQ(way.snippet.find("privileged: true"), std::string::npos) << way.snippet;
      EXPECT_EQ(way.snippet.find("allowPrivilegedContainer: true"), std::string::npos) << way.snippet;
      EXPECT_EQ(way.snippet.find("--privileged"), std::string::npos) << way.snippet;
    }
  }
}

TEST(Ways, ThePluginOfThisProgramComesFirst) {
  for (const Way& way : ways(situation({}))) {
    if (way.id != "nri-plugin") continue;
    const std::size_t own = way.snippet.find("    memlock.railhead.dev/container.NAME: unlimited\n");
    const std::size_t other = way.snippet.find("ulimits.noderesource.dev/container.NAME");
    ASSERT_NE(own, std::string::npos) << way.snippet;
    EXPECT_LT(own, other) << way.snippet;
    EXPECT_NE(way.snippet.find("nothing to write in the pod"), std::string::npos) << way.snippet;
    EXPECT_NE(way.snippet.find("author of a pod gets any limit"), std::string::npos) << way.snippet;
  }
}

TEST(Ways, AMissingFactIsUnknown) {
  Situation place = situation({.added = kLock});
  place.process.initial_user_namespace = {facts::Missing{.why = facts::Why::denied}, "uid_map"};
  for (const Way& way : ways(place))
    if (way.id == "ipc-lock-as-root" || way.id == "raise-in-start-command" || way.id == "file-capabilities") {
      EXPECT_STREQ("unknown", name(way.works)) << way.id;
      EXPECT_NE(way.because.find("user namespace"), std::string::npos) << way.because;
    }
}

TEST(Ways, SoftLimitBelowTheHardOne) {
  Situation place = situation({.uid = 1000});
  place.process.memlock = {facts::Limit{1 << 20, 64 << 20}, "limits"};
  EXPECT_STREQ("partly", name(ways(place)[4].works));
  EXPECT_NE(ways(place)[4].because.find("64 MiB"), std::string::npos);
  place.process.memlock = {facts::Limit{1 << 20, std::nullopt}, "limits"};
  EXPECT_STREQ("yes", name(ways(place)[4].works));
}

TEST(Explain, SentenceAnswersTheQuestion) {
  EXPECT_TRUE(explain(situation({.added = kLock})).sentence.starts_with("Nothing has to be set")) << "root with IPC_LOCK";
  EXPECT_TRUE(explain(situation({})).sentence.starts_with("Only in part")) << "root without";
  EXPECT_TRUE(explain(situation({.uid = 1000, .no_new_privs = true})).sentence.starts_with("Not for this user"));
  EXPECT_TRUE(explain(situation({.user_namespace = true})).sentence.starts_with("No: "));
}

TEST(Capabilities, AreReadAsInAManifest) {
  EXPECT_TRUE(parse_capabilities("IPC_LOCK,cap_sys_resource")->sys_resource);
  EXPECT_TRUE(parse_capabilities("ALL")->ipc_lock);
  EXPECT_FALSE(parse_capabilities("none")->ipc_lock);
  EXPECT_FALSE(parse_capabilities("NET_RAW")->ipc_lock);
  EXPECT_FALSE(parse_capabilities("IPC-LOCK").has_value());
  EXPECT_FALSE(parse_capabilities("IPC_LOCK,").has_value());
}

TEST(KubeVersion, IsReadAsKubectlSaysIt) {
  EXPECT_EQ(31U, *parse_kube_version("1.31"));
  EXPECT_EQ(31U, *parse_kube_version("v1.31.4+k3s1"));
  EXPECT_EQ(28U, *parse_kube_version("1.28+"));
  for (const char* wrong : {"", "1", "2.1", "1.", "1.x", "4.16", "31"})
    EXPECT_FALSE(parse_kube_version(wrong).has_value()) << wrong;
}

}  // namespace
}  // namespace railhead::memlock
