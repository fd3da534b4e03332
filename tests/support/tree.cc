#include "tests/support/tree.h"

#include <cstdio>
#include <cstdlib>

#include "facts/archive.h"

namespace railhead::test {

probe::ArchiveTree tree_of(std::string_view archive) {
  const base::Result<facts::Archive> parsed = facts::parse_archive(archive, "test");
  if (parsed) return {*parsed, ""};
  std::fprintf(stderr, "%s\n", parsed.error().message.c_str());
  std::exit(1);
}

}  // namespace railhead::test
