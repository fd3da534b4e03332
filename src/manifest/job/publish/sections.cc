#include <algorithm>

#include "manifest/job/fields/field.h"

namespace railhead::manifest::job {
namespace {

/// As deep as the table.
void add(std::vector<const Section*>& sections, const Section& section) {
  if (std::ranges::find(sections, &section) != sections.end()) return;
  sections.push_back(&section);
  for (const Field& field : section.fields)
    if (field.inner) add(sections, *field.inner);
}

}  // namespace

std::vector<const Section*> sections_of(std::initializer_list<const Section*> documents) {
  std::vector<const Section*> sections;
  for (const Section* document : documents) add(sections, *document);
  return sections;
}

std::vector<const Section*> all_sections() { return sections_of({&training_job(), &cluster_profile()}); }

}  // namespace railhead::manifest::job
