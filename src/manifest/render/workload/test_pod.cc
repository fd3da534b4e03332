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

// What the container starts. It starts exec ("$@") and sees how that ends, so that there is one line whatever goes wrong. Lines
// about errors begin with XX in the locale C; the first is the reason. {0}: the interfaces of the networks.
constexpr const char kScript[] =
    R"(newline='
'
fail() {{ printf 'FAIL: %s\n' "$1"; exit 1; }}
for interface in{0}; do
  [ -e "/sys/class/net/$interface" ] || fail "interface $interface of the networks is not in the pod"
done
said=$(LC_ALL=C "$@" 2>&1)
code=$?
last=${{said##*"$newline"}}
if [ $code -eq 0 ]; then
  printf 'PASS %s\n' "$last"
  exit 0
fi
case "$newline$said" in
*"${{newline}}XX "*)
  said=$newline$said
  said=${{said#*"${{newline}}XX "}}
  fail "${{said%%"$newline"*}}"
  ;;
esac
case $code in
125 | 126 | 127)
  said=${{said#railhead: }}
  fail "railhead exec ended with $code: ${{said%%"$newline"*}}"
  ;;
esac
fail "railhead doctor ended with $code${{last:+: $last}}"
)";

// What exec starts; railhead is "$0". It has raised the limit where that is its work, and has set variables, which doctor would
// take for the user's: they are unset again. {0}: the file with what exec has set. {1}: how doctor is started. {2}: what is
// pinned to try it. {3}: what must be possible to pin.
constexpr const char kDoctor[] =
    R"(while IFS='=' read -r name value; do unset "$name"; done < {0}
{1} doctor --mode rdma --probe full --probe-max {2} --memlock-need {3} --color never
)";
constexpr const char* kAsItIs = R"(exec "$0")";

// A program whose file carries capabilities loses the ambient one that the job has from exec (capabilities(7)). Here nobody can
// give a copy those of the file, so that it is a program like the job's.
constexpr const char kAsCopy[] = R"("$0" exec --install {0} >/dev/null || exit
exec {0}/railhead)";

constexpr const char* kSetByExec = "/dev/shm/railhead.env";  // of the container, gone with it
constexpr const char* kCopyFolder = "/opt/doctor";

bool needs_copy(const Plan& plan) { return plan.rdma() && plan.cluster.memlock == MemlockWay::launcher; }

job::Volume copy_volume() {
  job::Volume volume;
  volume.name = "doctor";
  volume.mount = kCopyFolder;
  volume.scratch = true;
  return volume;
}

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

std::string doctor_of(const Plan& plan) {
  const std::string start = needs_copy(plan) ? base::format(kAsCopy, kCopyFolder) : kAsItIs;
  return base::format(kDoctor, kSetByExec, start, kLeastMemlock, memlock_need(plan));
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
  if (!plan.rdma())
    return wrong("spec.mode: tcp, and a test pod tries RDMA", "--mode rdma tries the networks that the job would have.");
  job::TrainingJob job = plan.job;
  job.kind = job::JobKind::pod;
  job.script.clear();
  job.volumes.clear();
  if (needs_copy(plan)) job.volumes.push_back(copy_volume());
  const Plan own{.job = job, .cluster = plan.cluster};
  const std::string name = job.name + "-test";
  if (name.size() > kLongestName)
    return wrong(base::format("metadata.name: {} characters, and {} is the most for '{}-test'", job.name.size(),
                              kLongestName - 5, "NAME"),
                 "Give the job a shorter name.");
  Wishes wishes = wishes_of(own, {"--quiet", "--env-file", kSetByExec});
  wishes.shm.wanted = false;
  wishes.around_launcher = {"/bin/sh", "-c", base::format(kScript, interfaces(wishes)), name};
  const PodShape shape{.restart = "Never",
                       .command = {"/bin/sh", "-c", doctor_of(own), kLauncherProgram},
                       .root = plan.job.kind == job::JobKind::mpi_job,
                       .small = true};
  const Members members = {
      {"apiVersion", word("v1")}, {"kind", word("Pod")}, {"metadata", own_metadata(own, name)}, {"spec", pod_spec(own, shape)}};
  return injected({.kind = "Pod", .name = name, .space = plan.space(), .text = yaml_of(members)}, wishes);
}

}  // namespace railhead::manifest::render
