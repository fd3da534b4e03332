// What must hold of inject and uninject whatever the manifest looks like.
#include <gtest/gtest.h>

#include "manifest/edit/undo.h"
#include "manifest/inject/inject.h"
#include "manifest/yaml/yaml.h"
#include "tests/support/random_manifest.h"

namespace railhead::manifest {
namespace {

std::vector<Wishes> wishes() {
  Wishes rails;
  rails.networks = {{.name = "rail1", .resource = "example.com/rail1"},
                    {.space = "net", .name = "rail2", .resource = "example.com/rail2"}};
  rails.service_account = "trainer";
  Wishes launched = rails;
  launched.launcher = true;
  launched.launcher_image = "registry.example/railhead:1";
  Wishes annotated;
  annotated.memlock = MemlockWay::nri;
  annotated.resources = {{"rdma/hca", 1}};
  Wishes native;
  native.memlock = MemlockWay::native;
  native.memlock_size = "64Gi";
  native.containers = {"main", "side"};
  Wishes tcp;
  tcp.tcp = true;
  return {rails, launched, annotated, native, tcp};
}

std::string taken_back(const std::string& text) {
  const Parsed parsed = parse_yaml(text);
  if (parsed.documents.size() != 1) return "not one document";
  const auto result = undone(text, parsed.documents[0]);
  return result ? (result->left.empty() ? result->text : "left: " + result->left[0]) : "error: " + result.error().message;
}

/// Every byte of `part` is in `whole`, in order: nothing was taken away.
bool is_within(const std::string& part, const std::string& whole) {
  std::size_t at = 0;
  for (const char c : whole)
    if (at < part.size() && part[at] == c) ++at;
  return at == part.size();
}

TEST(InjectProperties, HoldForManifestsOfAnyLook) {
  std::size_t changed = 0;
  std::size_t number = 0;
  for (std::uint64_t seed = 0; seed < 700; ++seed) {
    const std::string text = test::random_manifest(seed);
    const std::vector<Wishes> all = wishes();
    const Wishes& wish = all[number++ % all.size()];
    const auto once = inject(text, wish);
    ASSERT_TRUE(once) << seed << ": " << once.error().message << ": " << once.error().cause << "\n" << text;
    changed += once->changed ? 1 : 0;
    ASSERT_EQ(taken_back(once->text), text) << seed;
    const auto twice = inject(once->text, wish);
    ASSERT_TRUE(twice) << seed;
    ASSERT_EQ(twice->text, once->text) << seed;
    const bool nothing = text.find('~') != std::string::npos || text.find("null") != std::string::npos;
    ASSERT_TRUE(nothing || is_within(text, once->text)) << seed << "\n" << once->text;
    const auto more = inject(once->text, all[number % all.size()]);
    ASSERT_TRUE(more) << seed << ": " << more.error().message;
    ASSERT_EQ(taken_back(more->text), text) << seed;
  }
  EXPECT_EQ(changed, 700U);
}

}  // namespace
}  // namespace railhead::manifest
