#include "finding/pinnable.h"

#include <gtest/gtest.h>

namespace railhead::check {
namespace {

/// Where a process without any privilege runs, and a piece of the advice it must get there.
struct Place {
  const char* name;
  const char* runtime;
  const char* orchestrator;
  std::uint32_t uid;
  bool initial;
  const char* advice;
};

void PrintTo(const Place& place, std::ostream* out) { *out << place.name; }

facts::Machine machine_at(const Place& place) {
  facts::Machine machine;
  const std::uint64_t low = std::uint64_t{8} << 20;
  machine.process.uid = {place.uid, "status"};
  machine.process.capabilities = {facts::CapabilitySets{}, "status"};
  machine.process.no_new_privs = {false, "status"};
  machine.process.initial_user_namespace = {place.initial, "uid_map"};
  machine.process.memlock = {facts::Limit{low, low}, "limits"};
  if (*place.runtime != '\0') machine.container.runtime = {place.runtime, "cgroup"};
  if (*place.orchestrator != '\0') machine.container.orchestrator = {place.orchestrator, "environment"};
  return machine;
}

class Advice : public testing::TestWithParam<Place> {};

TEST_P(Advice, FitsThePlace) {
  const facts::Machine machine = machine_at(GetParam());
  const Options options;
  const Input input{machine, options};
  EXPECT_NE(more_memlock(input, pinnable(input).model).find(GetParam().advice), std::string::npos)
      << more_memlock(input, pinnable(input).model);
}

INSTANTIATE_TEST_SUITE_P(
    Pinnable, Advice,
    testing::Values(Place{"a host", "", "", 1000, true, "/etc/security/limits.d/memlock.conf"},
                    Place{"a pod as root", "containerd", "kubernetes", 0, true, "add: [IPC_LOCK]"},
                    Place{"a pod as another user", "containerd", "kubernetes", 1000, true, "LimitMEMLOCK=infinity"},
                    Place{"a pod in a user namespace", "cri-o", "openshift", 0, false, "default_ulimits = [\"memlock=-1:-1\"]"},
                    Place{"docker", "docker", "", 0, true, "docker run --ulimit memlock=-1:-1"},
                    Place{"rootless podman", "podman", "", 0, false, "/etc/security/limits.d/memlock.conf"},
                    Place{"a batch job", "", "slurm", 1000, true, "PropagateResourceLimitsExcept=MEMLOCK"}));

TEST(Pinnable, WhoMayRaiseTheLimitIsToldSo) {
  facts::Machine machine = machine_at({"", "containerd", "kubernetes", 0, true, ""});
  machine.process.capabilities = {facts::CapabilitySets{.effective = std::uint64_t{1} << 24}, "status"};
  const Options options;
  const Input input{machine, options};
  EXPECT_NE(more_memlock(input, pinnable(input).model).find("ulimit -l unlimited"), std::string::npos);
}

TEST(Pinnable, WithoutANeedLowIsBelowTheUsualOne) {
  const facts::Machine machine = machine_at({"", "", "", 1000, true, ""});
  const Options without;
  EXPECT_EQ(pinnable({machine, without}).low, true);
  const Options small = {.memlock_need = base::mebibytes(8)};
  EXPECT_EQ(pinnable({machine, small}).low, false);
}

}  // namespace
}  // namespace railhead::check
