#include "manifest/edit/splice.h"

#include <gtest/gtest.h>

#include "manifest/yaml/yaml.h"

namespace railhead::manifest {
namespace {

/// The text after `edit` was made to it, by way of a draft; "error: ..." where an edit is refused.
template <class Edit>
std::string after(const std::string& text, const Edit& edit) {
  Parsed parsed = parse_yaml(text);
  EXPECT_TRUE(parsed.errors.empty()) << text;
  Draft draft(text, std::move(parsed.documents.at(0)));
  if (auto done = edit(draft); !done) return "error: " + done.error().message;
  std::string result = spliced(text, splices_of(draft));
  const auto good = verified(draft, result);
  return good ? result : "error: " + good.error().message + ": " + good.error().cause;
}

/// Adds "rail: 2" to the mapping "limits" at the top, which is made where there is none.
base::Result<void> add_limit(Draft& draft) {
  const auto limits = draft.collection(draft.root(), "limits", NodeKind::mapping);
  if (!limits) return std::unexpected(limits.error());
  const auto done = draft.set(*limits, "rail", number(2));
  if (!done) return std::unexpected(done.error());
  return {};
}

base::Result<void> add_item(Draft& draft) {
  return draft.append(draft.root()["list"], mapping({{"name", word("x")}, {"of", number(1)}}));
}

TEST(Splice, AddsALineBelowTheLastMember) {
  EXPECT_EQ(after("limits:\n  a: 1  # why\nz: 1\n", add_limit), "limits:\n  a: 1  # why\n  rail: 2\nz: 1\n");
}

TEST(Splice, KeepsCommentsThatFollowWhereTheyAre) {
  EXPECT_EQ(after("limits:\n    a: 1\n    # b: 2\n", add_limit), "limits:\n    a: 1\n    rail: 2\n    # b: 2\n");
}

TEST(Splice, MakesWhatIsNotThere) {
  EXPECT_EQ(after("a: 1\n", add_limit), "a: 1\nlimits:\n  rail: 2\n");
  EXPECT_EQ(after("a: 1", add_limit), "a: 1\nlimits:\n  rail: 2");
  EXPECT_EQ(after("a:\n    b: 1\n", add_limit), "a:\n    b: 1\nlimits:\n    rail: 2\n");
}

TEST(Splice, FillsWhatIsNothing) {
  EXPECT_EQ(after("limits:  # none\nz: 1\n", add_limit), "limits:  # none\n  rail: 2\nz: 1\n");
  EXPECT_EQ(after("limits:", add_limit), "limits:\n  rail: 2");
  EXPECT_EQ(after("limits: ~ # none\n", add_limit), "limits: {rail: 2} # none\n");
  EXPECT_EQ(after("limits: {}\n", add_limit), "limits: {rail: 2}\n");
  EXPECT_EQ(after("{limits: , a: 1}\n", add_limit), "{limits: {rail: 2} , a: 1}\n");
  EXPECT_EQ(after("{limits, a: 1}\n", add_limit),
            "error: the edited text does not mean what it should, and is not written: "
            "line 1: missing comma in flow mapping");
}

TEST(Splice, StaysInBraces) {
  EXPECT_EQ(after("limits: { a: 1, b: 2 }  # c\n", add_limit), "limits: { a: 1, b: 2, rail: 2 }  # c\n");
  EXPECT_EQ(after("limits: {a: \"x\"}\n", add_limit), "limits: {a: \"x\", rail: 2}\n");
  EXPECT_EQ(after("limits: {a: }\n", add_limit), "limits: {a:, rail: 2 }\n");
  EXPECT_EQ(after("limits: {a: 1,}\n", add_limit), "limits: {a: 1, rail: 2,}\n");
}

TEST(Splice, WritesJsonInJson) {
  EXPECT_EQ(after("{\"limits\": {\"a\": 1}}", add_limit), "{\"limits\": {\"a\": 1, \"rail\": 2}}");
  EXPECT_EQ(after("{\n  \"limits\": {\n    \"a\": 1\n  }\n}\n", add_limit),
            "{\n  \"limits\": {\n    \"a\": 1,\n    \"rail\": 2\n  }\n}\n");
  EXPECT_EQ(after("{\n\t\"z\": 1\n}\n", add_limit), "{\n\t\"z\": 1,\n\t\"limits\": {\"rail\": 2}\n}\n");
}

TEST(Splice, KeepsTheLineEndsOfTheText) {
  EXPECT_EQ(after("limits:\r\n  a: 1\r\nz: 1\r\n", add_limit), "limits:\r\n  a: 1\r\n  rail: 2\r\nz: 1\r\n");
}

TEST(Splice, StandsBelowABlockScalar) {
  EXPECT_EQ(after("limits:\n  a: |\n    text\n\n\nz: 1\n", add_limit), "limits:\n  a: |\n    text\n  rail: 2\n\n\nz: 1\n");
  EXPECT_EQ(after("limits:\n  a: |+\n    text\n\n\nz: 1\n", add_limit), "limits:\n  a: |+\n    text\n\n\n  rail: 2\nz: 1\n");
}

TEST(Splice, AddsItemsInTheStyleOfTheList) {
  EXPECT_EQ(after("list:\n- name: a\n  of: 0\nz: 1\n", add_item), "list:\n- name: a\n  of: 0\n- name: x\n  of: 1\nz: 1\n");
  EXPECT_EQ(after("list:\n  - a\n", add_item), "list:\n  - a\n  - name: x\n    of: 1\n");
  EXPECT_EQ(after("list: [a]\n", add_item), "list: [a, {name: x, of: 1}]\n");
  EXPECT_EQ(after("list: []\n", add_item), "list: [{name: x, of: 1}]\n");
}

TEST(Splice, PutsItemsInFront) {
  const auto front = [](Draft& draft) { return draft.prepend(draft.root()["list"], {word("/x/run"), word("--")}); };
  EXPECT_EQ(after("list: [\"a\", 'b']\n", front), "list: [\"/x/run\", \"--\", \"a\", 'b']\n");
  EXPECT_EQ(after("list:\n  # first\n  - a\n  - b\n", front), "list:\n  # first\n  - /x/run\n  - \"--\"\n  - a\n  - b\n");
}

TEST(Splice, WritesLinesAsABlock) {
  const auto front = [](Draft& draft) {
    return draft.prepend(draft.root()["list"], {word("if x\n  y\n\nfi\n"), word(" z\nz")});
  };
  EXPECT_EQ(after("list:\n  - a\n", front), "list:\n  - |\n    if x\n      y\n\n    fi\n  - |2-\n     z\n    z\n  - a\n");
  EXPECT_EQ(after("list:\r\n- a\r\n", front), "list:\r\n- |\r\n  if x\r\n    y\r\n\r\n  fi\r\n- |2-\r\n   z\r\n  z\r\n- a\r\n");
  EXPECT_EQ(after("list: [a]\n", front), "list: [\"if x\\n  y\\n\\nfi\\n\", \" z\\nz\", a]\n");
}

TEST(Splice, MakesScalarsLonger) {
  const auto longer = [](Draft& draft) { return draft.extend(draft.root()["n"], ", ns/b", Spot::end); };
  EXPECT_EQ(after("n: a # c\n", longer), "n: a, ns/b # c\n");
  EXPECT_EQ(after("n: 'a'\n", longer), "n: 'a, ns/b'\n");
  EXPECT_EQ(after("{n: a, m: 1}\n", longer), "{n: \"a, ns/b\", m: 1}\n");
  EXPECT_EQ(after("n: |\n  a\n\nm: 1\n", longer), "n: |\n  a, ns/b\n\nm: 1\n");
  EXPECT_EQ(after("n: >-\n  a,\n  c\n", longer), "n: >-\n  a,\n  c, ns/b\n");
}

TEST(Splice, MakesAListInAScalarLonger) {
  const auto longer = [](Draft& draft) { return draft.extend(draft.root()["n"], ", {\"name\": \"b\"}", Spot::bracket); };
  EXPECT_EQ(after("n: '[{\"name\": \"a\"}]'\n", longer), "n: '[{\"name\": \"a\"}, {\"name\": \"b\"}]'\n");
  EXPECT_EQ(after("n: \"[{\\\"name\\\":\\\"a\\\"}]\"\n", longer),
            "n: \"[{\\\"name\\\":\\\"a\\\"}, {\\\"name\\\": \\\"b\\\"}]\"\n");
  EXPECT_EQ(after("n: |\n  [\n    {\"name\": \"a\"}\n  ]\n", longer),
            "n: |\n  [\n    {\"name\": \"a\"}, {\"name\": \"b\"}\n  ]\n");
}

TEST(Splice, RefusesWhatAnAnchorShares) {
  const std::string shared = "limits: &l\n  a: 1\nother: *l\n";
  EXPECT_EQ(after(shared, add_limit),
            "error: what is to be added here belongs to the anchor in line 2, which other places share");
  EXPECT_EQ(after("x: &l\n  a: 1\nlimits: *l\n", add_limit).substr(0, 6), "error:");
  EXPECT_EQ(after("limits: &l\n  a: 1\n", add_limit), "limits: &l\n  a: 1\n  rail: 2\n");
  EXPECT_EQ(after("x: &l\n  a: 1\nlimits:\n  <<: *l\n", add_limit), "x: &l\n  a: 1\nlimits:\n  <<: *l\n  rail: 2\n");
}

TEST(Splice, KeepsTheOrderOfEditsInOnePlace) {
  const auto both = [](Draft& draft) -> base::Result<void> {
    if (auto done = add_limit(draft); !done) return done;
    if (auto done = draft.set(draft.root(), "requests", mapping({{"rail", number(2)}})); !done)
      return std::unexpected(done.error());
    return {};
  };
  EXPECT_EQ(after("limits:\n  a: 1\n", both), "limits:\n  a: 1\n  rail: 2\nrequests:\n  rail: 2\n");
}

}  // namespace
}  // namespace railhead::manifest
