#include "probe/container/container.h"

#include <gtest/gtest.h>

#include "tests/support/place.h"

namespace railhead::probe {
namespace {

facts::Container probed(const std::string& archive, sys::Environ environ = {}) {
  return container(test::Place(archive, std::move(environ)).world());
}

std::string mounts(const std::string& line) { return "-- proc/self/mountinfo --\n" + line + "\n"; }

const sys::Environ kPod = {{"KUBERNETES_SERVICE_HOST", "10.96.0.1"}};

TEST(Orchestrator, Hints) {
  EXPECT_EQ(*probed("", kPod).orchestrator, "kubernetes");
  EXPECT_EQ(*probed("-- run/secrets/kubernetes.io/serviceaccount/token (unread) --\n").orchestrator, "kubernetes");
  EXPECT_EQ(*probed("-- var/run/secrets/kubernetes.io/serviceaccount/service-ca.crt (unread) --\n", kPod).orchestrator,
            "openshift");
  EXPECT_EQ(*probed("", {{"PCIDEVICE_OPENSHIFT_IO_RAIL1", "0000:3b:01.2"}}).orchestrator, "openshift");
  EXPECT_EQ(*probed("-- proc/self/cgroup --\n0::/kubepods/besteffort/pod1/abc\n").orchestrator, "kubernetes");
  EXPECT_EQ(*probed("", {{"SLURM_JOB_ID", "77"}}).orchestrator, "slurm");
  EXPECT_EQ(probed("").orchestrator.missing().why, facts::Why::not_found);
}

TEST(Runtime, ByTheNameOfTheControlGroup) {
  const std::string group = "-- proc/self/cgroup --\n0::/kubepods.slice/";
  EXPECT_EQ(*probed(group + "crio-0123456789abcdef.scope\n").runtime, "cri-o");
  EXPECT_EQ(*probed(group + "cri-containerd-0123456789abcdef.scope\n").runtime, "containerd");
  EXPECT_EQ(*probed("-- proc/self/cgroup --\n4:memory:/docker/0123456789abcdef\n").runtime, "docker");
  EXPECT_EQ(*probed("-- proc/self/cgroup --\n0::/user.slice/libpod-0123456789abcdef.scope\n").runtime, "podman");
  EXPECT_FALSE(probed("-- proc/self/cgroup --\n0::/system.slice/docker-compose.service\n").runtime);
}

TEST(Runtime, ByItsMounts) {
  EXPECT_EQ(
      *probed(
           mounts(
               "9 1 0:5 / / rw - overlay overlay rw,upperdir=/var/lib/containerd/io.containerd.snapshotter.v1.overlayfs/7/fs"))
           .runtime,
      "containerd");
  EXPECT_EQ(*probed(mounts("9 1 0:5 /var/lib/docker/containers/ab/hostname /etc/hostname rw - ext4 /dev/sda1 rw")).runtime,
            "docker");
  const std::string shared =
      mounts("9 1 0:5 /containers/storage/overlay-containers/ab/userdata/hostname /etc/hostname rw - tmpfs tmpfs rw");
  EXPECT_EQ(*probed(shared).runtime, "podman");
  EXPECT_EQ(*probed(shared, kPod).runtime, "cri-o");
}

TEST(Runtime, ANodesMountsOfItsContainersDoNotCount) {
  EXPECT_FALSE(probed(mounts("9 1 0:5 / /run/containerd/io.containerd.runtime.v2.task/k8s.io/ab/rootfs rw - overlay overlay "
                             "rw,upperdir=/var/lib/containerd/io.containerd.snapshotter.v1.overlayfs/7/fs"))
                   .runtime);
}

TEST(Runtime, ByMarkerFiles) {
  EXPECT_EQ(*probed("-- run/.containerenv --\nengine=\"podman-4.9.3\"\n", kPod).runtime, "podman");
  EXPECT_EQ(*probed("-- run/.containerenv --\n", kPod).runtime, "cri-o");
  EXPECT_EQ(*probed("-- run/.containerenv --\n").runtime, "podman");
  EXPECT_EQ(*probed("-- .dockerenv --\n").runtime, "docker");
  EXPECT_EQ(*probed("", {{"APPTAINER_CONTAINER", "/x.sif"}}).runtime, "apptainer");
}

TEST(Runtime, APodWithoutATraceIsNotOutside) {
  EXPECT_EQ(probed("", kPod).runtime.missing().why, facts::Why::unavailable);
  EXPECT_EQ(probed("").runtime.missing().why, facts::Why::not_found);
}

TEST(Container, Allocations) {
  const facts::Container container = probed("", {{"PCIDEVICE_A_RAIL-1", "0000:3b:01.2"}});
  ASSERT_EQ(container.allocations.size(), 1U);
  EXPECT_EQ(container.allocations[0].variable, "PCIDEVICE_A_RAIL-1");
}

}  // namespace
}  // namespace railhead::probe
