#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/job/check/wording.h"
#include "manifest/job/fields/field.h"
#include "manifest/job/read.h"

namespace railhead::manifest::job {
namespace {

constexpr std::string_view kTop =
    R"(# railhead.yaml

A file has documents of two kinds: `ClusterProfile` says what a cluster is like, `TrainingJob` what shall run on it. A job has its
cluster in itself (`spec.cluster`), names a file with it, or gets it by `--cluster FILE`; one profile serves any number of jobs.
There is a JSON Schema of the same fields.

Ten lines are enough:

```yaml
apiVersion: railhead.dev/v1alpha1
kind: TrainingJob
metadata: {name: finetune, namespace: team-b}
spec:
  cluster:
    fabric: sriov-roce
    rails: [{network: rail-a, resource: example.com/rail_a}, {network: rail-b, resource: example.com/rail_b}]
  image: registry.example/finetune:3
  nodes: 4
  command: [torchrun, finetune.py]
```

Whatever is wrong in a file is said at once, each with its line and column. A field that is not here is refused. A number or `true`
where text is taken as it is written needs no quotes: `version: 4.20` is 4.20. Sizes are those of Kubernetes: `64Gi` is 64 * 2^30
bytes, `64G` 64 * 10^9; `64GB` is refused.
)";

constexpr std::string_view kBottom =
    R"(
## What goes with what

- Every fabric but shared-infiniband needs `network` in each rail. There is no shared-roce: RoCE needs an interface in the pod, which
  macvlan-roce gives it beside the shared device.
- Each rail has a network of its own, and a subnet that overlaps with no other: what is sent to one rail would leave by the other.
- Where the networks are made (`networks: attachments` or `sriov-operator`), RoCE and IPoIB need `subnet`, macvlan-roce and ipoib
  `interface`. The operator makes networks of the sriov fabrics alone; policies need `vfs`, and `interface` in each rail.
- `vlan` is for sriov-roce, `pkey` for ipoib, `memlock.size` for via nri and native, `scc` and `build` for OpenShift.
- `mode: rdma` needs rails. With `podSecurity` baseline or restricted it needs a `memlock.via` that adds no capability.
- kind pod is one pod; `backoffLimit` is for job, mpijob and jobset, `slotsPerWorker` for mpijob.
- `shm` counts against `resources.memory`.
)";

std::string cell(std::string_view text) {
  std::string escaped;
  for (const char c : text) escaped += c == '|' ? std::string("\\|") : std::string(1, c);
  return escaped;
}

std::string link(const Section& section) { return base::format("[{0}](#{1})", section.name, base::lowered(section.name)); }

std::string kind_of(const Field& field) {
  std::string format = field.format == Format::any ? "text" : std::string(format_of(field).expected);
  switch (field.type) {
    case Type::text:
    case Type::scalar: return format;
    case Type::word: {
      std::vector<std::string> quoted;
      quoted.reserve(field.words.size());
      for (const std::string_view one : field.words) quoted.push_back(base::format("`{}`", one));
      return base::joined(quoted, ", ");
    }
    case Type::number: return base::format("{} to {}", field.least, field.most);
    case Type::truth: return "`true`, `false`";
    case Type::texts: return base::format("list: {}", format);
    case Type::mapping: return field.format == Format::any ? "mapping of texts" : base::format("mapping: {}", format);
    case Type::section: return link(*field.inner);
    case Type::sections: return base::format("list of {}", link(*field.inner));
    case Type::section_or_file: return base::format("{}, or a path", link(*field.inner));
    case Type::section_or_scalar: return base::format("{}, or {}", link(*field.inner), format);
  }
  return {};
}

std::string row(const Field& field) {
  const std::string otherwise = field.required            ? "required"
                                : field.otherwise.empty() ? ""
                                                          : base::format("`{}`", field.otherwise);
  return base::format("| `{}` | {} | {} | {} |\n", field.key, cell(kind_of(field)), otherwise, cell(field.meaning));
}

std::string choices(const Section& section) {
  std::string text;
  for (const Choice& choice : section.choices)
    text += base::format("\n{} of {}.\n", choice.needed ? "Exactly one" : "At most one", alternatives(choice.keys));
  for (const Beside& beside : section.beside)
    text += base::format("\n{} only beside {}.\n", beside.key, alternatives(beside.others));
  return text;
}

}  // namespace

std::string job_reference() {
  std::string text(kTop);
  for (const Section* section : all_sections()) {
    text += base::format("\n## {}\n\n{}\n\n| field | value | default | meaning |\n|---|---|---|---|\n", section->name,
                         section->meaning);
    for (const Field& field : section->fields) text += row(field);
    text += choices(*section);
  }
  return text.append(kBottom);
}

}  // namespace railhead::manifest::job
