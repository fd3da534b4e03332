#include "nri/hook/state.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

using testing::HasSubstr;

std::string message_of(std::string_view text) {
  const base::Result<State> state = read_state(text);
  return state ? "" : state.error().message;
}

TEST(HookState, AsRuncWritesIt) {
  const auto state = read_state(R"({"ociVersion":"1.0.2-dev","id":"c1","status":"creating","pid":4711,"bundle":"/run/b",)"
                                R"("annotations":{"a":"b"}})");
  ASSERT_TRUE(state) << state.error().message;
  EXPECT_EQ(state->version, "1.0.2-dev");
  EXPECT_EQ(state->id, "c1");
  EXPECT_EQ(state->status, "creating");
  EXPECT_EQ(state->pid, 4711);
  EXPECT_EQ(state->bundle, "/run/b");
}

TEST(HookState, APidMayBeMissing) {
  const auto state = read_state(R"({"status":"stopped","bundle":"/b"})");
  ASSERT_TRUE(state);
  EXPECT_EQ(state->pid, 0);
}

TEST(HookState, NonsenseHasAPlace) {
  EXPECT_THAT(message_of(""), HasSubstr("expected one JSON object, found nothing"));
  EXPECT_THAT(message_of("[]"), HasSubstr("found another value"));
  EXPECT_THAT(message_of("{\"pid\": 1"), HasSubstr("is no JSON: line 2"));
  EXPECT_THAT(message_of(R"({"pid":"4711","bundle":"/b"})"), HasSubstr("pid: expected a number, found '4711'"));
  EXPECT_THAT(message_of(R"({"pid":[],"bundle":"/b"})"), HasSubstr("found another kind of value"));
  EXPECT_THAT(message_of(R"({"pid":99999999999999999999,"bundle":"/b"})"), HasSubstr("pid: expected a number"));
  EXPECT_THAT(message_of(R"({"pid":4711})"), HasSubstr("bundle: expected an absolute path, found nothing"));
  EXPECT_THAT(message_of(R"({"pid":4711,"bundle":"b"})"), HasSubstr("line 1, column 23: bundle: expected an absolute path"));
}

}  // namespace
}  // namespace railhead::nri
