#include "base/format.h"
#include "facts/cluster/quantity.h"
#include "manifest/render/workload/injected.h"
#include "manifest/render/workload/object.h"
#include "manifest/render/workload/pod.h"

// The pod that tries the network before the job is applied. It runs in the job's image, with railhead put into it as into the
// job: what is to be tried is also whether that image has the user-space half of RDMA, and the launcher's own image need not
// have a shell. It asks for no GPUs, so that it runs while they are taken.
namespace railhead::manifest::render {
namespace {

/// The least that one process of an RDMA job registers, bytes (launch/start.h).
constexpr std::uint64_t kLeastMemlock = std::uint64_t{64} << 20U;
constexpr std::size_t kLongestName = 63;  // of a host name

// exec raises the limit where that is its work, and sets variables, which doctor would take for the user's: they are unset
// again. {0}: the file with what exec has set. {1}: the interfaces of the networks. {2}: railhead. {3}: what is pinned to try
// it. {4}: what must be possible to pin. Lines about errors begin with XX in the locale C; the first is the reason.
constexpr const char kScript[] =
    R"(while IFS='=' read -r name value; do unset "$name"; done < {0}
fail() {{ echo "FAIL: $1"; exit 1; }}
for interface in{1}; do
  [ -e "/sys/class/net/$interface" ] || fail "interface $interface of the networks is not in the pod"
done
said=$(LC_ALL=C {2} doctor --mode rdma --probe full --probe-max {3} --memlock-need {4} --color never 2>&1)
code=$?
last=${{said##*
}}
if [ $code -eq 0 ]; then
  echo "PASS $last"
  exit 0
fi
reason=
while IFS= read -r line; do
  case "$line" in "XX "*) [ -n "$reason" ] || reason="${{line#XX }}" ;; esac
done <<END
$said
END
fail "${{reason:-railhead doctor ended with $code: $last}}"
)";

constexpr const char* kSetByExec = "/dev/shm/railhead.env";  // of the container, gone with it

/// Multus calls them net1, net2 in the order of the annotation.
std::string interfaces(const Wishes& wishes) {
  std::string names;
  for (std::size_t i = 1; i <= wishes.networks.size(); ++i) names += base::format(" net{}", i);
  return names;
}

/// In bytes: Kubernetes and doctor write units otherwise.
std::uint64_t memlock_need(const Plan& plan) {
  const auto size = facts::parse_quantity(plan.cluster.memlock_size);
  return size ? size->units : kLeastMemlock;
}

std::string script_of(const Plan& plan, const Wishes& wishes) {
  return base::format(kScript, kSetByExec, interfaces(wishes), kLauncherProgram, kLeastMemlock, memlock_need(plan));
}

/// That of the job's objects, but for the label by which its Service finds its pods.
Tree own_metadata(const Plan& plan, const std::string& name) {
  Tree tree = metadata(plan, name, plan.space(), pod_annotations(plan));
  for (auto& [key, value] : tree.members)
    for (auto& [label, text] : value.members)
      if (label == "app.kubernetes.io/instance") text = word(name);
  return tree;
}

}  // namespace

base::Result<std::vector<Object>> test_pod(const Plan& plan) {
  job::TrainingJob job = plan.job;
  job.kind = job::JobKind::pod;
  job.script.clear();
  job.volumes.clear();
  const Plan own{.job = job, .cluster = plan.cluster};
  const std::string name = job.name + "-test";
  if (name.size() > kLongestName)
    return wrong(base::format("metadata.name: {} characters, and {} is the most for '{}-test'", job.name.size(),
                              kLongestName - 5, "NAME"),
                 "Give the job a shorter name.");
  Wishes wishes = wishes_of(own, {"--quiet", "--env-file", kSetByExec});
  wishes.shm.wanted = false;
  const PodShape shape{.restart = "Never",
                       .command = {"/bin/sh", "-c", script_of(own, wishes)},
                       .root = plan.job.kind == job::JobKind::mpi_job,
                       .small = true};
  const Members members = {
      {"apiVersion", word("v1")}, {"kind", word("Pod")}, {"metadata", own_metadata(own, name)}, {"spec", pod_spec(own, shape)}};
  return injected({.kind = "Pod", .name = name, .space = plan.space(), .text = yaml_of(members)}, wishes);
}

}  // namespace railhead::manifest::render
