#include "manifest/job/init/answers.h"

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest::job {

std::string Answers::key_of(std::string_view key, std::size_t rail) { return base::format("{}.{}", key, rail); }

const Answer* Answers::find(std::string_view key) const {
  const auto found = answers_.find(key);
  return found == answers_.end() ? nullptr : &found->second;
}

std::string Answers::text(std::string_view key) const {
  const Answer* answer = find(key);
  return answer && answer->text != kNone ? answer->text : std::string();
}

std::size_t Answers::rails() const {
  const auto number = base::unsigned_number(text("rails"));
  return number && *number <= kMostRails ? *number : 0;
}

}  // namespace railhead::manifest::job
