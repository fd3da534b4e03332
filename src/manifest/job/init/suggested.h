#pragma once

#include "manifest/job/init/questions.h"

/// What Enter means where nothing was detected.
namespace railhead::manifest::job::suggested {

Suggestion none(const Answers& answers, std::size_t rail);
/// Nothing of its own: the default in the table of the fields.
Suggestion by_table(const Answers& answers, std::size_t rail);
/// Pods that wait for somebody to go into them, or that show what they see and end.
Suggestion command(const Answers& answers, std::size_t rail);
Suggestion rail_resource(const Answers& answers, std::size_t rail);
Suggestion rail_network(const Answers& answers, std::size_t rail);
Suggestion rail_interface(const Answers& answers, std::size_t rail);
Suggestion rail_subnet(const Answers& answers, std::size_t rail);
Suggestion rail_space(const Answers& answers, std::size_t rail);
Suggestion claim_size(const Answers& answers, std::size_t rail);
Suggestion claim_name(const Answers& answers, std::size_t rail);
Suggestion mount_path(const Answers& answers, std::size_t rail);
Suggestion limit(const Answers& answers, std::size_t rail);
Suggestion job_name(const Answers& answers, std::size_t rail);
Suggestion space(const Answers& answers, std::size_t rail);
Suggestion pods(const Answers& answers, std::size_t rail);
Suggestion one(const Answers& answers, std::size_t rail);
Suggestion fabric(const Answers& answers, std::size_t rail);
Suggestion image(const Answers& answers, std::size_t rail);
Suggestion launcher(const Answers& answers, std::size_t rail);

}  // namespace railhead::manifest::job::suggested
