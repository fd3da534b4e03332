#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/format.h"
#include "base/text.h"
#include "manifest/scc/strategy/strategies.h"
#include "manifest/validation/go_text.h"

namespace railhead::manifest::scc {

namespace {

bool level_of_namespace(const Constraint& constraint) {
  return !constraint.se_linux.options || constraint.se_linux.options->level.empty();
}

/// What the constraint itself says; empty where it says nothing.
const SeLinuxOptions& own_options(const Constraint& constraint) {
  static const SeLinuxOptions kNone;
  return constraint.se_linux.options ? *constraint.se_linux.options : kNone;
}

const std::string& level_required(const Trial& trial) {
  return level_of_namespace(trial.constraint) ? trial.ranges.mcs : own_options(trial.constraint).level;
}

SeLinuxOptions required(const Trial& trial) {
  SeLinuxOptions options = own_options(trial.constraint);
  options.level = level_required(trial);
  return options;
}

std::vector<std::string_view> categories(std::string_view text) {
  std::vector<std::string_view> parts = base::split(text, ',');
  std::ranges::sort(parts);
  return parts;
}

/// "s0:c26,c10" and "s0:c10,c26" are the same level.
bool same_level(std::string_view left, std::string_view right) {
  if (left == right) return true;
  const std::size_t left_colon = left.find(':');
  const std::size_t right_colon = right.find(':');
  if (left_colon == std::string_view::npos || right_colon == std::string_view::npos) return false;
  return left.substr(0, left_colon) == right.substr(0, right_colon) &&
         categories(left.substr(left_colon + 1)) == categories(right.substr(right_colon + 1));
}

struct Where {
  std::string_view container;
  std::string_view path;
};

void differs(Trial& trial, const Where& where, const char* name, std::string_view is, std::string_view must,
             bool of_namespace) {
  add_invalid(trial, {.field = Field::se_linux,
                      .container = std::string(where.container),
                      .path = base::format("{}.seLinuxOptions.{}", where.path, name),
                      .value = go_quoted(is),
                      .why = base::format("must be {}", must),
                      .of_namespace = of_namespace});
}

void check(Trial& trial, const Where& where, const std::optional<SeLinuxOptions>& given) {
  static const SeLinuxOptions kNone;
  const SeLinuxOptions& is = given ? *given : kNone;
  const SeLinuxOptions& must = own_options(trial.constraint);
  const std::string& level = level_required(trial);
  if (!same_level(level, is.level)) differs(trial, where, "level", is.level, level, level_of_namespace(trial.constraint));
  if (must.role != is.role) differs(trial, where, "role", is.role, must.role, false);
  if (must.type != is.type) differs(trial, where, "type", is.type, must.type, false);
  if (must.user != is.user) differs(trial, where, "user", is.user, must.user, false);
}

}  // namespace

void fill_se_linux(Trial& trial) {
  if (trial.constraint.se_linux.type != Strategy::must_run_as) return;
  PodSecurity& security = security_of(trial.pod);
  if (!security.se_linux) security.se_linux = required(trial);
}

void check_se_linux(Trial& trial) {
  if (trial.constraint.se_linux.type != Strategy::must_run_as) return;
  check(trial, {"", ".spec.securityContext"}, security_of(trial.pod).se_linux);
}

void check_se_linux(Trial& trial, const Spot& spot) {
  if (trial.constraint.se_linux.type != Strategy::must_run_as) return;
  const std::optional<ContainerSecurity>& own = spot.container.security;
  const std::optional<SeLinuxOptions>& options = own && own->se_linux ? own->se_linux : security_of(trial.pod).se_linux;
  check(trial, {spot.container.name, spot.path}, options);
}

}  // namespace railhead::manifest::scc
