#include "nri/wire/present/pods.h"

#include <gtest/gtest.h>

#include "nri/wire/present/synchronize.h"
#include "tests/support/nri_bytes.h"

namespace railhead::nri {
namespace {

namespace bytes = railhead::test::nri;
using bytes::entry;
using bytes::field;

/// What the containers of requests are told with, in order.
std::vector<Subject> told(const std::vector<std::string>& requests) {
  std::vector<Subject> found;
  SynchronizeReader reader([&](const Subject& subject, bool) { found.push_back(subject); });
  for (const std::string& request : requests) {
    reader.begin(request.size());
    EXPECT_EQ(reader.eat(request), request.size());
    EXPECT_TRUE(reader.end());
  }
  return found;
}

std::string pod(const std::string& id, std::size_t length = 0) {
  return field(1, id) + field(2, "name-of-" + id) + field(5, entry("app", std::string(length, 'x')));
}

std::string container_of(const std::string& pod) { return field(1, "c") + field(2, pod); }

TEST(Pods, AContainerIsToldWithWhatItsPodSays) {
  const auto found = told({bytes::synchronize({bytes::container("a")}, false)});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].labels, (Texts{{"app", "train"}, {"team", ""}}));
  EXPECT_EQ(found[0].annotations, (Texts{{"memlock.railhead.dev/pod", "unlimited"}}));
  EXPECT_EQ(found[0].runtime_class, "nvidia");
  EXPECT_EQ(found[0].container_annotations.size(), 1U) << "those of the container are its own";
  EXPECT_EQ(found[0].pod, "train-0");
  EXPECT_EQ(found[0].space, "ml");
}

TEST(Pods, AContainerOfAnotherPodHasWhatItSaysItself) {
  const auto found = told({field(1, pod("other")) + field(2, bytes::container("a"))});
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].pod, "train-0");
  EXPECT_TRUE(found[0].labels.empty());
}

TEST(Pods, AreKeptUntilTheLastMessageOfASynchronize) {
  const std::string first = field(1, pod("p")) + bytes::number_field(3, 1);
  const std::string last = field(2, container_of("p"));
  const auto found = told({first, last, last});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].pod, "name-of-p");
  EXPECT_EQ(found[1].pod, "") << "it is of the next Synchronize";
}

TEST(Pods, NoMoreAreKeptThanThereIsRoomFor) {
  std::string many;
  for (int i = 0; i < 20; ++i) many += field(1, pod(std::to_string(i), 60'000));
  const auto found = told({many + field(2, container_of("0")) + field(2, container_of("19"))});
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].pod, "name-of-0");
  EXPECT_EQ(found[1].pod, "");
  const auto one = told({field(1, pod("p", kLongestPod)) + field(2, container_of("p"))});
  ASSERT_EQ(one.size(), 1U);
  EXPECT_EQ(one[0].pod, "") << "longer than what is kept of one";
}

TEST(Pods, TheFirstOfTwoWithOneIdCounts) {
  Pods pods;
  EXPECT_TRUE(pods.keep(field(1, "p") + field(2, "first")));
  EXPECT_TRUE(pods.keep(field(1, "p") + field(2, "second")));
  EXPECT_FALSE(pods.keep("\x0a"));
  Subject container{.pod_id = "p"};
  pods.complete(container);
  EXPECT_EQ(container.pod, "first");
}

TEST(Pods, OneThatIsMalformedIsAnError) {
  SynchronizeReader reader([](const Subject&, bool) {});
  const std::string request = field(1, "\x0a");
  reader.begin(request.size());
  EXPECT_FALSE(reader.eat(request));
}

}  // namespace
}  // namespace railhead::nri
