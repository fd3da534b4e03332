#include "tests/support/linted.h"

#include <cstdio>
#include <cstdlib>

#include "lint/judge.h"
#include "manifest/yaml/stream.h"

namespace railhead::test {
namespace {

template <class Take>
void each_chunk(const std::vector<ManifestText>& manifests, const Take& take) {
  for (const auto& [name, text] : manifests) {
    manifest::StreamSplitter splitter(name, [&](const manifest::Chunk& chunk) -> base::Result<void> {
      take(chunk, name);
      return {};
    });
    if (splitter.take(text) && splitter.end()) continue;
    std::fprintf(stderr, "cannot read %s, which the tests need\n", name.c_str());
    std::exit(1);
  }
}

}  // namespace

std::vector<check::Result> linted(const std::vector<ManifestText>& manifests, const std::vector<const check::Check*>& checks) {
  lint::Judge judge({.checks = checks, .all = true});
  each_chunk(manifests, [&](const manifest::Chunk& chunk, const std::string& file) { judge.prepare(chunk, file); });
  judge.prepared();
  std::vector<check::Result> results;
  each_chunk(manifests, [&](const manifest::Chunk& chunk, const std::string& file) {
    for (lint::JudgedObject& object : judge.judge(chunk, file).objects)
      for (lint::JudgedFinding& finding : object.findings)
        if (finding.ignored.empty()) results.push_back(std::move(finding.result));
  });
  return results;
}

}  // namespace railhead::test
