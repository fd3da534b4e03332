// A whole machine out of an archive: every probe over whatever the files hold, links that lead anywhere included.
#include <nlohmann/json.hpp>

#include "facts/archive.h"
#include "facts/json/machine.h"
#include "probe/archive_tree.h"
#include "probe/machine.h"
#include "probe/recorded_kernel.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

sys::Environ environ_in(const facts::Archive& archive) {
  for (const facts::ArchiveEntry& entry : archive.entries)
    if (entry.name == "environ") return sys::parse_environ(entry.text);
  return {};
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const auto archive = facts::parse_archive(text, "input");
  if (!archive) return;
  const probe::ArchiveTree files(*archive, "root/");
  const probe::RecordedKernel kernel({});
  const sys::Environ environ = environ_in(*archive);
  const facts::Machine machine =
      probe::machine({.files = files, .kernel = kernel, .environ = environ}, {.level = probe::Level::open});
  fuzz::claim(!facts::json(machine).dump().empty(), "facts have a JSON form, so all text in them is UTF-8");
}
