// A daemon.json: whatever it holds, the merge is either refused or leaves all of it in place.
#include "memlock/node/docker_json.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;
using memlock::node::File;

RAILHEAD_FUZZ(text) {
  const File file{.path = "daemon.json", .text = std::string(text)};
  const auto setting = memlock::node::docker_setting(file);
  if (!setting) fuzz::claim_readable(setting.error().message);
  const auto merged = memlock::node::with_docker_limit(file, {});
  if (!merged) {
    fuzz::claim_readable(merged.error().message);
    fuzz::claim(merged.error().code == base::Code::malformed, "what was merged is what was meant");
    return;
  }
  const auto limit = memlock::node::docker_setting({.path = "daemon.json", .text = *merged});
  fuzz::claim(limit && *limit && (*limit)->limit && !(*limit)->limit->soft, "the limit is there");
  const auto again = memlock::node::with_docker_limit({.path = "daemon.json", .text = *merged}, {});
  fuzz::claim(again && *again == *merged, "a second time changes nothing");
}
