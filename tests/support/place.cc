#include "tests/support/place.h"

#include <cstdio>
#include <cstdlib>

namespace railhead::test {
namespace {

facts::Archive archive_of(const std::string& text) {
  base::Result<facts::Archive> archive = facts::parse_archive(text, "place");
  if (archive) return *archive;
  std::fprintf(stderr, "a test's place is no archive: %s %s\n", archive.error().message.c_str(), archive.error().cause.c_str());
  std::exit(1);
}

}  // namespace

Place::Place(const std::string& archive, sys::Environ environ, probe::KernelAnswers answers)
    : files_(archive_of(archive), ""),
      kernel_(std::move(answers)),
      environ_(std::move(environ)),
      world_{.files = files_, .kernel = kernel_, .environ = environ_, .live = false} {}

}  // namespace railhead::test
