#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>

#include "base/text.h"
#include "manifest/admission/way_out.h"
#include "manifest/scc/read.h"
#include "manifest/scc/stock.h"
#include "manifest/yaml/yaml.h"
#include "report/scc/scc.h"

/// Whole texts of `scc check`: each file of tests/admission_texts has a pod, the objects of the cluster, how it is asked, and
/// what is said.
namespace railhead::report {
namespace {

using manifest::Document;
using manifest::admission::Question;
using manifest::scc::World;

using Sections = std::map<std::string, std::string>;

Sections sections_of(const std::filesystem::path& file) {
  std::ifstream stream(file);
  Sections sections;
  std::string name;
  for (std::string line; std::getline(stream, line);) {
    if (line.starts_with("### "))
      name = line.substr(4);
    else
      sections[name] += line + "\n";
  }
  return sections;
}

std::vector<Document> documents(const std::string& text) { return manifest::parse_yaml(text).documents; }

World world_of(const std::string& objects) {
  World world;
  std::uint64_t before = 0;
  // The splitter keeps the places of documents; here they are counted.
  for (const std::string& part : [&objects] {
         std::vector<std::string> parts = {""};
         for (const std::string_view line : base::lines(objects)) {
           if (line == "---") parts.emplace_back();
           parts.back() += std::string(line) + "\n";
         }
         return parts;
       }()) {
    for (const Document& document : documents(part))
      EXPECT_TRUE(manifest::scc::add_objects(world, document, {.file = "objects.yaml", .before = before}));
    before += base::lines(part).size();
  }
  return world;
}

struct Asked {
  Question question = {};
  SccTextWishes wishes = {};
};

Asked asked_of(const std::string& words) {
  Asked asked;
  for (const std::string_view line : base::lines(words)) {
    if (line == "suggest") asked.wishes.suggest = true;
    if (line == "verbose") asked.wishes.verbose = true;
    if (!line.starts_with("psa ")) continue;
    asked.question.level = manifest::psa::level_named(line.substr(4));
    asked.question.scc = false;
  }
  return asked;
}

std::string said(Sections sections) {
  World world = world_of(sections["objects"]);
  Asked asked = asked_of(sections["wishes"]);
  if (asked.question.scc) {
    EXPECT_TRUE(manifest::scc::add_stock(world, "5.0"));
  }
  const std::vector<Document> pods = documents(sections["pod"]);
  std::string text;
  for (const Document& document : pods) {
    auto subjects = manifest::admission::subjects_of(document, {.file = "pod.yaml"});
    EXPECT_TRUE(subjects);
    for (auto& subject : *subjects) {
      auto verdict = manifest::admission::judge(subject, world, asked.question);
      EXPECT_TRUE(verdict);
      AskedPod pod{.file = "pod.yaml", .subject = subject, .verdict = *verdict};
      pod.way_out = manifest::admission::way_out(subject, *verdict, world, asked.question);
      text += scc_check_text(pod,
                             {.scc = asked.question.scc,
                              .stock = world.stock,
                              .stock_version = world.stock_version,
                              .constraints = world.constraints.size()},
                             asked.wishes, {.utf8 = true});
    }
  }
  return text;
}

TEST(SccText, IsAsItWasRead) {
  const std::filesystem::path folder = std::filesystem::path(RAILHEAD_SOURCE_DIR) / "tests" / "admission_texts";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    Sections sections = sections_of(entry.path());
    EXPECT_EQ(sections["text"], said(sections)) << entry.path().filename();
    ++files;
  }
  EXPECT_GE(files, 10U);
}

/// Lines that people read fit a terminal; those that they copy stay whole.
TEST(SccText, LinesFitAndCommandsAreWhole) {
  const std::filesystem::path folder = std::filesystem::path(RAILHEAD_SOURCE_DIR) / "tests" / "admission_texts";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string text = said(sections_of(entry.path()));
    const std::vector<std::string_view> lines = base::lines(text);
    for (std::size_t i = 1; i < lines.size(); ++i) {
      const bool command = base::trimmed(lines[i]).starts_with("oc ") || base::trimmed(lines[i]).starts_with("railhead ") ||
                           base::trimmed(lines[i]).starts_with("kubectl ");
      EXPECT_TRUE(command || lines[i].size() <= 112) << lines[i];
      EXPECT_TRUE(!lines[i].contains("railhead memlock explain") || lines[i].contains("--cluster")) << lines[i];
    }
  }
}

TEST(SccText, HostileNamesMakeNoLinesOfTheirOwn) {
  const std::string text =
      said({{"pod",
             "kind: Pod\nmetadata: {name: \"a\\nb\\e[31m\", namespace: \"lab\\n\"}\nspec:\n  serviceAccountName: "
             "\"x; rm -rf /\"\n  containers: [{name: \"c\\n√ admitted\", securityContext: {capabilities: {add: "
             "[\"IPC\\nLOCK\"]}}}]\n"}});
  EXPECT_FALSE(text.contains("\n√ admitted"));
  EXPECT_FALSE(text.contains('\x1b'));
  EXPECT_TRUE(text.contains("-z 'x; rm -rf /'") || !text.contains("-z "));
}

}  // namespace
}  // namespace railhead::report
