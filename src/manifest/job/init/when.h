#pragma once

#include "manifest/job/init/answers.h"

/// When a question is asked: what the answers before it make necessary.
namespace railhead::manifest::job::when {

bool always(const Answers& answers);
bool never(const Answers& answers);
bool describes_cluster(const Answers& answers);
bool is_openshift(const Answers& answers);
bool has_pods(const Answers& answers);
bool has_rails(const Answers& answers);
bool has_networks(const Answers& answers);
bool has_existing(const Answers& answers);
bool is_made(const Answers& answers);
bool has_subnets(const Answers& answers);
bool has_interfaces(const Answers& answers);
bool has_limit(const Answers& answers);
bool has_claim(const Answers& answers);
bool has_new_volume(const Answers& answers);
bool has_volume(const Answers& answers);
bool has_own_image(const Answers& answers);

}  // namespace railhead::manifest::job::when
