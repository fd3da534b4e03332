#pragma once

#include <optional>
#include <string>
#include <vector>

#include "memlock/admission.h"
#include "memlock/model.h"
#include "memlock/situation.h"

/// The ways to more locked memory, and what each is worth in one situation. Pure.
namespace railhead::memlock {

/// `partly`: only under the condition that `because` names; `unknown`: what it depends on is not known here.
enum class Works { yes, partly, no, unknown };

const char* name(Works works);

/// One way. `claim`: a claim about it that is widespread and wrong, with what is true instead; empty where there is none.
/// `snippet` can be pasted; empty for what does not work. `pod` is what it asks of admission, where it goes through the
/// manifest of a pod, and `judged` the answer. `admission` is what an admin applies before it; empty where nothing is to be
/// allowed anew.
struct Way {
  std::string id;
  std::string title;
  Works works = Works::unknown;
  std::string because = {};
  Actor actor = Actor::nobody;
  std::string snippet = {};
  std::string admission = {};
  std::optional<PodNeeds> pod = {};
  Admission judged = {};
  std::string claim = {};
};

/// What `memlock explain` says: the sentence, what the process can pin, and the ways.
struct Answer {
  std::string sentence;
  Model model;
  std::vector<Way> ways;
};

/// All ways in the order in which they are worth trying: what the job's owner can do, what admins of the namespace or cluster
/// must allow, what is set on the node, and last what never works.
std::vector<Way> ways(const Situation& situation);

/// The question that is asked most: can this be set in the manifest of the pod?
Answer explain(const Situation& situation);

}  // namespace railhead::memlock
