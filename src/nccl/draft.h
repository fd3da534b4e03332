#pragma once

#include <string>
#include <vector>

#include "nccl/plan.h"

namespace railhead::nccl {

/// A plan in the making: every setting goes through here, so that what the user set wins in one place.
class Draft {
 public:
  /// `environment` of the machine: where it is not known nothing counts as set.
  explicit Draft(const facts::Environment& environment);

  void set(const std::string& name, const std::string& value, const std::string& reason,
           std::vector<facts::Evidence> evidence = {}, Origin origin = Origin::detected);

  /// Left to the library's own default, or to nobody, on purpose. What the user set is listed as a setting instead.
  void withhold(const std::string& name, const std::string& reason, std::vector<facts::Evidence> evidence = {});

  /// The user's value; empty when there is none.
  std::string user_value(const std::string& name) const;

  /// Settings and withheld variables in order of their names.
  void finish(Plan& plan) &&;

 private:
  const facts::Variable* of_user(const std::string& name) const;

  const facts::Environment& environment_;
  std::vector<Setting> settings_;
  std::vector<LeftOut> withheld_;
};

}  // namespace railhead::nccl
