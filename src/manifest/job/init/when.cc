#include "manifest/job/init/when.h"

namespace railhead::manifest::job::when {

bool always(const Answers&) { return true; }
bool never(const Answers&) { return false; }
bool describes_cluster(const Answers& answers) { return answers.text("cluster").empty(); }
bool is_openshift(const Answers& answers) { return describes_cluster(answers) && answers.is("platform", "openshift"); }
bool has_pods(const Answers& answers) { return !answers.is("kind", "pod"); }
bool has_rails(const Answers& answers) { return describes_cluster(answers) && answers.is("mode", "rdma"); }
bool has_networks(const Answers& answers) { return has_rails(answers) && !answers.is("fabric", "shared-infiniband"); }
bool has_existing(const Answers& answers) { return has_networks(answers) && answers.is("networks", "existing"); }
bool is_made(const Answers& answers) { return has_networks(answers) && !answers.is("networks", "existing"); }
bool has_subnets(const Answers& answers) {
  const std::string fabric = answers.text("fabric");
  return is_made(answers) && (fabric.ends_with("roce") || fabric == "ipoib");
}
bool has_interfaces(const Answers& answers) {
  const std::string fabric = answers.text("fabric");
  return is_made(answers) && answers.is("networks", "attachments") && !fabric.starts_with("sriov");
}
bool has_limit(const Answers& answers) {
  return has_rails(answers) && (answers.is("memlock", "nri") || answers.is("memlock", "native"));
}
bool has_claim(const Answers& answers) { return answers.is("volume", "existing"); }
bool has_new_volume(const Answers& answers) { return answers.is("volume", "new"); }
bool has_volume(const Answers& answers) { return has_claim(answers) || has_new_volume(answers); }
bool has_own_image(const Answers& answers) {
  const std::string image = answers.text("image");
  return describes_cluster(answers) && !image.starts_with("git@") && image.find("://") == std::string::npos;
}

}  // namespace railhead::manifest::job::when
