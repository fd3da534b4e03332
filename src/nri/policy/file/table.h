#pragma once

#include <string>
#include <vector>

#include "manifest/job/fields/field.h"
#include "nri/policy/policy.h"

/// The fields of a policy file, and what they are put into.
namespace railhead::nri {

/// A limit as it is written; empty texts are not there.
struct WrittenLimit {
  std::string type = {};
  std::string soft = {};
  std::string hard = {};
  std::string ceiling = {};
};

/// `memlock` has its ceiling from the rule's field of this name.
struct WrittenRule {
  std::string name = {};
  Match match = {};
  WrittenLimit memlock = {};
  std::vector<WrittenLimit> limits = {};
};

struct WrittenPolicy {
  bool ignore = false;
  bool reject = false;
  std::vector<Honour> namespaces = {};
  std::vector<WrittenRule> rules = {};
};

/// The document; its object is a WrittenPolicy.
const manifest::job::Section& memlock_policy();

}  // namespace railhead::nri
