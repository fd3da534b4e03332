#include "manifest/pod/volume.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace railhead::manifest {
namespace {

/// The sources of a volume (kubernetes/api core/v1 types.go, VolumeSource), in the order in which they stand there.
constexpr std::array<std::string_view, 30> kSources = {"hostPath",
                                                       "emptyDir",
                                                       "gcePersistentDisk",
                                                       "awsElasticBlockStore",
                                                       "gitRepo",
                                                       "secret",
                                                       "nfs",
                                                       "iscsi",
                                                       "glusterfs",
                                                       "persistentVolumeClaim",
                                                       "rbd",
                                                       "flexVolume",
                                                       "cinder",
                                                       "cephfs",
                                                       "flocker",
                                                       "downwardAPI",
                                                       "fc",
                                                       "azureFile",
                                                       "configMap",
                                                       "vsphereVolume",
                                                       "quobyte",
                                                       "azureDisk",
                                                       "photonPersistentDisk",
                                                       "projected",
                                                       "portworxVolume",
                                                       "scaleIO",
                                                       "storageos",
                                                       "csi",
                                                       "ephemeral",
                                                       "image"};

}  // namespace

std::vector<PodVolume> volumes_of(Section& spec) {
  std::vector<PodVolume> volumes;
  std::vector<Section> found = spec.sections("volumes");
  volumes.reserve(found.size());
  for (Section& volume : found) {
    PodVolume read{.name = volume.text("name").value_or(""), .source = volume.place()};
    std::ranges::for_each(kSources, [&](std::string_view type) {
      if (volume.passed(type)) read.types.emplace_back(type);
    });
    for (const char* kind : {"csi", "flexVolume"})
      if (auto driver = volume.section(kind).text("driver")) read.driver = std::move(*driver);
    volume.end();
    // A volume without a source is an emptyDir (pkg/apis/core/v1/defaults.go).
    if (read.types.empty()) read.types.emplace_back("emptyDir");
    volumes.push_back(std::move(read));
  }
  return volumes;
}

}  // namespace railhead::manifest
