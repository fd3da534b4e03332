#include <array>

#include "manifest/job/fields/put.h"

namespace railhead::manifest::job {
namespace {

using Words = std::string_view;

constexpr std::array<Words, 5> kSources = {"claim", "size", "configMap", "secret", "scratch"};
constexpr std::array<Words, 1> kSize = {"size"};
constexpr std::array kVolumeChoices = {Choice{kSources, true}};
constexpr std::array kVolumeBeside = {Beside{"storageClass", kSize}, Beside{"perPod", kSize}};
constexpr std::array kVolumeFields = {
    Field{.key = "name",
          .format = Format::label,
          .required = true,
          .meaning = "What the volume is called in the pod.",
          .put = put<&Volume::name>},
    Field{.key = "mountPath",
          .format = Format::mount_path,
          .required = true,
          .meaning = "Where the containers see it.",
          .also = "mount path",
          .put = put<&Volume::mount>},
    Field{.key = "claim",
          .format = Format::subdomain,
          .meaning = "A PersistentVolumeClaim that is there.",
          .also = "pvc claimName persistentVolumeClaim",
          .put = put<&Volume::claim>},
    Field{.key = "size",
          .type = Type::scalar,
          .format = Format::size,
          .meaning = "A PersistentVolumeClaim of this size is rendered.",
          .also = "storage capacity",
          .put = put<&Volume::size>},
    Field{.key = "storageClass",
          .format = Format::subdomain,
          .meaning = "Of the claim; without it the cluster's shared or perPod one.",
          .also = "storageClassName",
          .put = put<&Volume::storage_class>},
    Field{.key = "perPod",
          .type = Type::truth,
          .otherwise = "false",
          .meaning = "Each pod gets a claim of its own, rather than one that all share.",
          .put = put<&Volume::per_pod>},
    Field{.key = "configMap",
          .format = Format::subdomain,
          .meaning = "A ConfigMap that is there.",
          .put = put<&Volume::config_map>},
    Field{.key = "secret",
          .format = Format::subdomain,
          .meaning = "A Secret that is there.",
          .also = "secretName",
          .put = put<&Volume::secret>},
    Field{.key = "scratch",
          .type = Type::truth,
          .otherwise = "false",
          .meaning = "Space on the node that is gone with the pod (emptyDir).",
          .also = "emptyDir",
          .put = put<&Volume::scratch>},
    Field{.key = "readOnly",
          .type = Type::truth,
          .otherwise = "false",
          .meaning = "The containers cannot write to it.",
          .put = put<&Volume::read_only>},
};

}  // namespace

constexpr Section kVolume = {"volume",
                             "A claim that is there, a claim that is made (size), a ConfigMap, a Secret or scratch space.",
                             kVolumeFields, kVolumeChoices, kVolumeBeside};

}  // namespace railhead::manifest::job
