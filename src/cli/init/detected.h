#pragma once

#include "manifest/job/init/answers.h"
#include "sys/world.h"

namespace railhead::cli {

/// Answers that a machine gives, each with where it was read. Of a pod: the platform, its namespace, the devices that it was
/// given. Of a node: its adapters. Nothing of a machine that is neither, since its GPUs say nothing of a cluster.
manifest::job::Answers detected_answers(const sys::World& world);

}  // namespace railhead::cli
