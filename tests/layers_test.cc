// The layers of docs/architecture.md, held by reading the #includes: an arrow that is not in the table fails.
#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>

#include "base/text.h"
#include "tests/support/small_world.h"

namespace railhead {
namespace {

using Layers = std::set<std::string>;

const std::map<std::string, Layers> kMayInclude = {
    {"base", {}},
    {"sys", {"base"}},
    {"decode", {"base"}},
    {"facts", {"base"}},
    {"probe", {"sys", "facts", "base"}},
    {"kube", {"sys", "facts", "base"}},
    {"memlock", {"facts", "base"}},
    {"fabric", {"facts", "base"}},
    {"nccl", {"fabric", "facts", "base"}},
    {"manifest", {"facts", "base"}},
    {"nri", {"manifest", "sys", "facts", "base"}},
    {"text", {"manifest", "nccl", "facts", "base"}},
    {"launch", {"memlock", "nccl", "fabric", "facts", "base"}},
    {"plugin", {"nccl", "probe", "facts", "sys", "base"}},
    {"finding", {"nri", "fabric", "nccl", "facts", "memlock", "base"}},
    {"check", {"finding", "nri", "fabric", "nccl", "facts", "memlock", "base"}},
    {"lint", {"manifest", "check", "finding", "nccl", "facts", "base"}},
    {"report", {"check", "finding", "lint", "nri", "manifest", "launch", "fabric", "nccl", "facts", "memlock", "base"}},
    {"flow", {"kube", "report", "lint", "manifest", "check", "finding", "nccl", "memlock", "fabric", "facts", "base"}},
    {"cli",
     {"flow", "kube", "nri", "decode", "text", "manifest", "lint", "report", "check", "finding", "launch", "fabric", "nccl",
      "memlock", "probe", "facts", "sys", "base"}},
};

/// Headers of other projects, and the layers that may know them.
const std::map<std::string, Layers> kThirdParty = {
    {"nlohmann/json.hpp", {"base", "facts", "memlock", "probe", "kube", "flow", "report", "cli"}},
    {"CLI/CLI.hpp", {"cli"}},
    {"fmt/core.h", {"base"}},
    {"fmt/format-inl.h", {"base"}},
    {"infiniband/verbs.h", {"sys"}},
    {"libfyaml.h", {"manifest"}},
    {"zlib.h", {"decode"}},
    {"zstd.h", {"decode"}},
    {"nri.pb.h", {"nri"}},
};

struct Include {
  std::string target;
  bool own = false;  // in quotes
};

std::vector<Include> includes_of(const std::string& path) {
  std::vector<Include> found;
  const std::string text = test::file_text(path);
  for (std::string_view line : base::lines(text)) {
    const std::vector<std::string_view> parts = base::words(line);
    if (parts.size() < 2 || parts[0] != "#include") continue;
    found.push_back({std::string(parts[1].substr(1, parts[1].size() - 2)), parts[1][0] == '"'});
  }
  return found;
}

void check_file(const std::string& layer, const std::filesystem::path& file) {
  for (const Include& include : includes_of(file)) {
    const std::string to = include.target.substr(0, include.target.find('/'));
    const bool allowed = !include.own || to == layer || kMayInclude.at(layer).contains(to);
    EXPECT_TRUE(allowed) << file << " includes " << include.target << ": " << layer << " may not know " << to;
    const auto third = kThirdParty.find(include.target);
    const bool known = third == kThirdParty.end() || third->second.contains(layer);
    EXPECT_TRUE(known) << file << " includes " << include.target;
  }
}

TEST(Layers, IncludesPointDownOnly) {
  std::size_t files = 0;
  for (const auto& [layer, below] : kMayInclude)
    for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_path("src/" + layer))) {
      if (entry.path().extension() != ".cc" && entry.path().extension() != ".h") continue;
      check_file(layer, entry.path());
      ++files;
    }
  EXPECT_GT(files, 50U) << "the walk found too few files to mean anything";
}

TEST(Layers, EveryFolderOfTheSourceIsALayer) {
  for (const auto& entry : std::filesystem::directory_iterator(test::source_path("src")))
    EXPECT_TRUE(kMayInclude.contains(entry.path().filename())) << entry.path() << " is not in the table of layers";
}

TEST(Sizes, NoFileIsOver400Lines) {
  for (const auto& entry : std::filesystem::recursive_directory_iterator(test::source_path("src"))) {
    if (!entry.is_regular_file()) continue;
    EXPECT_LE(base::lines(test::file_text(entry.path())).size(), 400U) << entry.path() << ": split it by subject";
  }
}

}  // namespace
}  // namespace railhead
