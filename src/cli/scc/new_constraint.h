#pragma once

#include <optional>
#include <string>
#include <vector>

#include "manifest/admission/judge.h"
#include "manifest/admission/way_out.h"

namespace railhead::cli {

/// Pods of one service account that no SCC admits which it may use: one grant is for all of them. The three lists go together;
/// none is empty. The verdicts point into the world that was asked.
struct NeedyPods {
  std::vector<manifest::admission::Subject> subjects = {};
  std::vector<manifest::admission::Verdict> verdicts = {};
  std::vector<manifest::admission::WayOut> ways = {};

  const std::string& space() const { return verdicts[0].space; }
  const std::string& account() const { return verdicts[0].pod.service_account; }
};

/// Objects as YAML in the order in which they are applied, and what there is to say of them.
struct Rendered {
  std::vector<std::string> objects = {};
  std::vector<std::string> notes = {};
  std::vector<std::string> names = {};  // of the SCCs
};

/// Adds the smallest SCC that admits the pods, its Role and its RoleBinding, after the model was asked about them as they will
/// be applied. The text says why there is none. `name` is the SCC's, empty for one of the object's name.
std::optional<std::string> render_smallest(Rendered& rendered, const NeedyPods& pods, const manifest::scc::World& world,
                                           const manifest::admission::Question& question, const std::string& name);

}  // namespace railhead::cli
