#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "nri/policy/decision.h"
#include "report/style.h"

namespace railhead::report {

/// A rule of the policy and a container.
struct TriedRule {
  std::string name;
  bool matches = false;
  std::string why;
};

/// A container of a manifest and what the policy makes of it. `rules`: those that were tried, up to the one that matched.
/// `device_from`: what is known of the RDMA device, and whence. `passed_over`: it has no rule, and the annotation that is
/// refused speaks for all containers of a pod, others of which have one.
struct CheckedContainer {
  std::string file = {};
  std::string object = {};
  std::string part = {};
  std::string source = {};  // FILE:LINE of the container
  std::string name = {};
  bool init = false;
  std::string space = {};
  std::string runtime_class = {};
  bool device = false;
  std::string device_from = {};
  nri::Decision decision = {};
  std::vector<TriedRule> rules = {};
  bool passed_over = false;
};

/// An annotation that asks for limits and reaches no container, and why.
struct LostAnnotation {
  std::string object = {};
  std::string source = {};  // FILE:LINE of the object
  std::string why = {};
};

/// What was asked about.
struct NriCheck {
  std::string policy;  // file, empty: the built-in one
  std::size_t rules = 0;
  std::uint64_t node_memory = 0;  // bytes; 0: not known
  bool needs_node_memory = false;
};

/// `nri check` of what was asked, once, before the containers.
std::string nri_policy_text(const NriCheck& check, const Style& style);
/// Of a container: what would be set, what is taken for known, the rules, the reasons.
std::string nri_container_text(const CheckedContainer& container, const Style& style);
/// Of an annotation that reaches no container.
std::string nri_lost_text(const LostAnnotation& lost, const Style& style);
/// What to give for a better answer; often empty.
std::string nri_end_text(const NriCheck& check);

std::string nri_check_json(const NriCheck& check, const std::vector<CheckedContainer>& containers,
                           const std::vector<LostAnnotation>& lost, const std::string& version);

}  // namespace railhead::report
