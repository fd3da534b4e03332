#include "manifest/edit/undo.h"

#include <gtest/gtest.h>

#include "manifest/edit/hash.h"
#include "manifest/edit/record.h"
#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

/// Adds a limit and an annotation, with a record.
std::string injected(const std::string& text, const char* limit = "rail") {
  Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty()) << text;
  Draft draft(text, std::move(parsed.documents.at(0)));
  if (!draft.root()["limits"][limit]) {
    const auto limits = draft.collection(draft.root(), "limits", NodeKind::mapping);
    EXPECT_TRUE(limits && draft.set(*limits, limit, number(2)));
  }
  const auto result = recorded(draft, draft.root());
  return result ? *result : "error: " + result.error().message + ": " + result.error().cause;
}

Undone restored(const std::string& text) {
  Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty()) << text;
  auto result = undone(text, parsed.documents.at(0));
  return result ? *result : Undone{"error: " + result.error().message, {}};
}

TEST(Undo, GivesBackEveryByte) {
  for (const std::string text :
       {"metadata:\n  name: a  # it\nlimits:\n  a: 1\n# end\n", "{\"metadata\": {\"name\": \"a\"}, \"limits\": {}}",
        "metadata: {name: a}\r\nlimits: ~\r\n", "limits:\n  a: |+\n    x\n\n\n", "kind: X",
        "metadata:\n  annotations:\n    a: b\n", "metadata:\n  annotations:\n"}) {
    const std::string after = injected(text);
    EXPECT_NE(after.find("railhead.dev/injected"), std::string::npos) << after;
    const Undone back = restored(after);
    EXPECT_EQ(back.text, text);
    EXPECT_TRUE(back.left.empty());
    EXPECT_EQ(injected(after), after);
  }
}

TEST(Undo, TakesSeveralRunsBack) {
  const std::string text = "metadata:\n  name: a\nlimits:\n  a: 1\n";
  const std::string twice = injected(injected(text), "other");
  EXPECT_NE(twice.find("other: 2"), std::string::npos);
  EXPECT_EQ(restored(twice).text, text);
}

TEST(Undo, TakesBackWhatStillStandsThere) {
  const std::string text = "metadata:\n  name: a\nlimits:\n  a: 1\nz: 1\n";
  std::string after = injected(text);
  after.replace(after.find("name: a"), 7, "name: another");
  const Undone back = restored(after);
  EXPECT_EQ(back.text, "metadata:\n  name: another\nlimits:\n  a: 1\nz: 1\n");
  EXPECT_TRUE(back.left.empty());
}

TEST(Undo, NamesWhatWasChangedSince) {
  std::string after = injected("metadata:\n  name: a\nlimits:\n  a: 1\n");
  after.replace(after.find("rail: 2"), 7, "rail: 4");
  const Undone back = restored(after);
  EXPECT_EQ(back.text, "metadata:\n  name: a\nlimits:\n  a: 1\n  rail: 4\n");
  EXPECT_EQ(back.left, std::vector<std::string>{"limits.rail"});
}

TEST(Undo, DoesNotTouchWhatHasNoRecord) { EXPECT_EQ(restored("a: 1\n").text, "a: 1\n"); }

TEST(Undo, RefusesARecordThatIsNone) {
  EXPECT_EQ(restored("metadata:\n  annotations:\n    railhead.dev/injected: x\n").text,
            "error: the annotation railhead.dev/injected cannot be read");
  EXPECT_EQ(restored("metadata:\n  annotations:\n    railhead.dev/injected: '{\"version\":2}'\n").text,
            "error: the annotation railhead.dev/injected cannot be read");
}

TEST(Undo, DoesNotTrustPlacesBeyondTheText) {
  const std::string text =
      "metadata:\n  annotations:\n    railhead.dev/injected: '{\"version\":1,\"steps\":[{\"hash\":\"0\",\"edits\":[["
      "18446744073709551615,18446744073709551615,\"1\",\"p\"]]}]}'\n";
  EXPECT_EQ(restored(text).left, std::vector<std::string>{"p"});
}

TEST(Hash, FindsWhatItIsOf) {
  EXPECT_EQ(places_of("abcabcab", 3, hash_of("abc")), (std::vector<std::size_t>{0, 3}));
  EXPECT_EQ(places_of("abcabcab", 2, hash_of("ab")), (std::vector<std::size_t>{0, 3, 6}));
  EXPECT_TRUE(places_of("ab", 3, hash_of("abc")).empty());
  EXPECT_NE(hash_of(std::string(2, '\0')), hash_of(std::string(3, '\0')));
}

TEST(Record, IsReadAsItIsWritten) {
  const UndoRecord record{.steps = {{.hash = 7, .edits = {{1, 2, 3, "a[\"b\"]", "~"}, {4, 5, 6, "p", ""}}}, {.hash = 8}}};
  const auto read = read_record(written(record));
  ASSERT_TRUE(read);
  EXPECT_EQ(written(*read), written(record));
  EXPECT_EQ(read->steps[0].edits[0].was, "~");
}

}  // namespace
}  // namespace railhead::manifest
