#pragma once

#include <string>
#include <vector>

#include "cli/memlock/accounts.h"
#include "manifest/admission/judge.h"
#include "memlock/admission.h"

namespace railhead::cli {

/// The pod that a way describes, in the form in which admission is asked about it.
manifest::Pod pod_of(const memlock::PodNeeds& needs, const Account& account);

/// Asks a cluster whether it lets the pods of ways through, and what would let them. It must not outlive the world.
class PodJudge {
 public:
  /// `space` and `account` are those that the pods are to have; empty where any will do that the world knows.
  PodJudge(const manifest::scc::World& world, manifest::admission::Question question, const std::string& space,
           const std::string& account);

  memlock::Admission ask(const memlock::PodNeeds& needs) const;

 private:
  memlock::Admission as_it_is(const memlock::PodNeeds& needs) const;

  const manifest::scc::World& world_;
  manifest::admission::Question question_;
  std::vector<Account> accounts_;
  std::size_t most_;  // of them that are tried
};

}  // namespace railhead::cli
