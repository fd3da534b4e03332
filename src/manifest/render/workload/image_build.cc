#include "base/format.h"
#include "manifest/render/workload/object.h"

namespace railhead::manifest::render {
namespace {

// The name by which nodes and pods reach OpenShift's own registry (docs.openshift.com, "Accessing the registry").
constexpr const char* kRegistry = "image-registry.openshift-image-registry.svc:5000";

std::string tag_of(const job::Build& build) { return build.tag.empty() ? "latest" : build.tag; }

Members source_of(const job::Build& build) {
  Members git = {{"uri", word(build.git)}};
  if (!build.ref.empty()) git.emplace_back("ref", word(build.ref));
  Members source = {{"type", word("Git")}, {"git", mapping(std::move(git))}};
  if (!build.context.empty()) source.emplace_back("contextDir", word(build.context));
  return source;
}

Object build_config(const Plan& plan) {
  const job::Build& build = plan.job.build;
  Members docker;
  if (!build.dockerfile.empty()) docker.emplace_back("dockerfilePath", word(build.dockerfile));
  const Tree target =
      mapping({{"kind", word("ImageStreamTag")}, {"name", word(base::format("{}:{}", plan.job.name, tag_of(build)))}});
  return made(plan, "build.openshift.io/v1", "BuildConfig", plan.job.name,
              {{"spec", mapping({{"source", mapping(source_of(build))},
                                 {"strategy", mapping({{"type", word("Docker")}, {"dockerStrategy", mapping(docker)}})},
                                 {"output", mapping({{"to", target}})},
                                 // It builds once when it is applied, and again when it is changed.
                                 {"triggers", sequence({mapping({{"type", word("ConfigChange")}})})}})}});
}

}  // namespace

std::string image_of(const Plan& plan) {
  if (plan.job.build.git.empty()) return plan.job.image;
  return base::format("{}/{}/{}:{}", kRegistry, plan.space(), plan.job.name, tag_of(plan.job.build));
}

base::Result<std::vector<Object>> image_build(const Plan& plan) {
  if (plan.job.build.git.empty()) return std::vector<Object>();
  if (plan.cluster.platform != job::Platform::openshift)
    return wrong("spec.build: only OpenShift builds images, and the platform is kubernetes",
                 "Build and push the image elsewhere, and name it in spec.image.");
  if (plan.space().empty())
    return wrong("spec.build: an image that is built lies in the registry below the name of the namespace, and none is named",
                 "Set metadata.namespace of the job, or spec.namespace of the ClusterProfile.");
  return std::vector<Object>{made(plan, "image.openshift.io/v1", "ImageStream", plan.job.name, {}), build_config(plan)};
}

}  // namespace railhead::manifest::render
