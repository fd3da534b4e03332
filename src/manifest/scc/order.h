#pragma once

#include <string>
#include <vector>

#include "manifest/scc/constraint.h"

namespace railhead::manifest::scc {

/// Why the server tries one constraint before another; the weights are in this order.
struct Rank {
  std::int32_t priority = 0;  // higher first, all others lower first
  int privileged = 0;
  int host_ports = 0;
  int host_network = 0;
  int volumes = 0;
  int level = 0;
  int capabilities = 0;
};

Rank rank(const Constraint& constraint);

/// A total order of constraints with different names.
bool before(const Constraint& left, const Constraint& right);

/// In the order in which the server tries them.
std::vector<const Constraint*> ordered(const std::vector<Constraint>& constraints);

/// What decides between two, for people: "its priority is higher (10, not 0)". `first` is before `second`.
std::string reason(const Constraint& first, const Constraint& second);

}  // namespace railhead::manifest::scc
