// The text of an nccl.conf.
#include "facts/nccl_conf.h"

#include <algorithm>

#include "facts/kept_variables.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

RAILHEAD_FUZZ(text) {
  const facts::ConfText all = facts::parse_nccl_conf(text);
  const auto lines = static_cast<std::size_t>(std::ranges::count(text, '\n')) + 1;
  fuzz::claim(all.settings.size() <= lines, "a line sets one variable at most");
  unsigned last = 0;
  for (const facts::ConfSetting& setting : all.settings) {
    fuzz::claim(setting.line > last && setting.line <= lines, "lines are counted upwards");
    last = setting.line;
    fuzz::claim(!setting.name.empty() && setting.name.find('=') == std::string::npos, "a name ends before the first '='");
    fuzz::claim(setting.name.size() <= 1023 && setting.value.size() <= 1023, "NCCL's buffers hold 1023 bytes");
  }
  const facts::ConfText kept = facts::kept_settings(text);
  for (const facts::ConfSetting& setting : kept.settings) {
    fuzz::claim_readable(setting.name);
    fuzz::claim_readable(setting.value);
  }
  const facts::ConfText again = facts::kept_settings(facts::kept_conf_text(text));
  fuzz::claim(again.settings.size() == kept.settings.size(), "a snapshot holds every setting");
  for (std::size_t i = 0; i < kept.settings.size(); ++i) {
    fuzz::claim(again.settings[i].line == kept.settings[i].line, "on its line");
    fuzz::claim(again.settings[i].name == kept.settings[i].name, "under its name");
  }
}
