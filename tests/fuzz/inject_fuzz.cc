// inject and uninject over any text: what comes out is YAML again, the same run adds nothing more, and it is taken out to the
// byte.
#include "manifest/edit/undo.h"
#include "manifest/inject/context.h"
#include "manifest/inject/inject.h"
#include "manifest/yaml/yaml.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

manifest::Wishes wishes_of(char choice) {
  manifest::Wishes wishes;
  wishes.networks = {{.name = "rail1", .resource = "example.com/rail1"}, {.space = "net", .name = "rail2", .resource = ""}};
  wishes.resources = {{"rdma/hca", 1}};
  wishes.service_account = "trainer";
  wishes.memlock = static_cast<manifest::MemlockWay>(static_cast<unsigned char>(choice) % 6);
  wishes.memlock_size = "1Gi";
  wishes.launcher = choice & 8;
  wishes.tcp = choice & 16;
  wishes.launcher_image = "railhead:1";
  wishes.pod_paths = {"*", "*.*"};
  return wishes;
}

void claim_undone(std::string_view before, const std::string& after) {
  const manifest::Parsed parsed = manifest::parse_yaml(after);
  fuzz::claim(parsed.errors.empty() && parsed.documents.size() == 1, "what was injected is YAML");
  const auto undone = manifest::undone(after, parsed.documents[0]);
  fuzz::claim(undone.has_value(), "it can be taken out");
  fuzz::claim(undone->left.empty() && undone->text == before, "it is taken out to the byte");
}

/// A record that the text brings may be any.
void try_undo(std::string_view text) {
  const manifest::Parsed parsed = manifest::parse_yaml(text);
  if (parsed.documents.size() == 1 && parsed.errors.empty() && !parsed.documents[0].nodes.empty())
    (void)manifest::undone(text, parsed.documents[0]);
}

}  // namespace

RAILHEAD_FUZZ(input) {
  if (input.empty()) return;
  manifest::Wishes wishes = wishes_of(input.front());
  const std::string_view text = input.substr(1);
  manifest::gather(text, wishes);
  try_undo(text);
  const auto once = manifest::inject(text, wishes, {"x", 1});
  if (!once) return;
  for (const manifest::InjectReport& report : once->reports) {
    fuzz::claim_readable(report.object);
    for (const manifest::InjectNote& note : report.notes) fuzz::claim_readable(note.subject + note.text);
  }
  if (!once->changed) return;
  const bool recorded = text.find("railhead.dev/injected") != std::string_view::npos;
  if (!recorded) claim_undone(text, once->text);
  const auto twice = manifest::inject(once->text, wishes, {"x", 1});
  fuzz::claim(twice && twice->text == once->text, "the same again adds nothing");
}
