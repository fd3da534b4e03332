// The files of a node that 'node memlock' reads: crio.conf, daemon.json and units, all from one text.
#include <algorithm>

#include "memlock/node/docker_json.h"
#include "memlock/node/plan.h"
#include "memlock/node/systemd.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;
using namespace railhead::memlock::node;

RAILHEAD_FUZZ(text) {
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  for (const Setting& setting : unit_settings({{.path = "unit", .text = std::string(text)}}))
    fuzz::claim(setting.line >= 1 && setting.line <= lines, "a setting stands on a line of the file");

  const File json{.path = kDaemonJson, .text = std::string(text)};
  if (const auto merged = with_docker_limit(json, {})) {
    const auto again = with_docker_limit({.path = json.path, .text = *merged}, {});
    fuzz::claim(again && *again == *merged, "merging twice changes nothing");
    const auto setting = docker_setting({.path = json.path, .text = *merged});
    fuzz::claim(setting && *setting && (*setting)->limit && !(*setting)->limit->soft, "what was merged is there");
  } else {
    fuzz::claim_readable(merged.error().message);
    fuzz::claim(merged.error().code == base::Code::malformed, "a merge that is refused is the file's fault");
  }

  Files files{.config = {{.path = "/etc/crio/crio.conf", .text = std::string(text)}}};
  if (const auto first = plan(memlock::Runtime::crio, {}, files)) {
    files.config.push_back({.path = first->edits[0].path, .text = first->edits[0].after});
    const auto second = plan(memlock::Runtime::crio, {}, files);
    fuzz::claim(second && !second->changes(), "a drop-in that was written can be read and is not written again");
  }
}
