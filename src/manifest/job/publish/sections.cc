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

std::vector<const Section*> all_sections() {
  std::vector<const Section*> sections;
  add(sections, training_job());
  add(sections, cluster_profile());
  return sections;
}

}  // namespace railhead::manifest::job
