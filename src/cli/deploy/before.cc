#include "cli/deploy/before.h"

#include "base/format.h"
#include "base/text.h"
#include "cli/manifest/job_file.h"
#include "cli/preflight/ahead.h"
#include "cli/signals.h"
#include "flow/deploy/result.h"

namespace railhead::cli {
namespace {

using flow::Deployed;
using flow::Item;

bool wanted() { return !StopSignals::came(); }

}  // namespace

base::Result<ReadyItems> ready_items(JobOptions jobs, const kube::Access& access) {
  jobs.space = access.space;
  auto read = read_ready_jobs(jobs);
  if (!read) return std::unexpected(read.error());
  if (!read->problems.empty()) return std::unexpected(told(read->problems));
  const auto objects = rendered(read->jobs, {});
  if (!objects) return std::unexpected(objects.error());
  return ReadyItems{.jobs = std::move(read->jobs), .items = flow::items_of(*objects)};
}

base::Result<Exit> show(const std::vector<Item>& items, const OutputOptions& output) {
  if (output.json) {
    Deployed result{.program = {}, .dry_run = true};
    for (const Item& item : items) result.applied.steps.push_back({item, flow::Did::accepted, "not sent: --dry-run=client"});
    if (auto done = print(flow::deployed_json(result)); !done) return std::unexpected(done.error());
    return Exit::ok;
  }
  std::string text = "Would be applied, in this order (railhead render has their text):\n";
  for (const Item& item : items)
    text += base::format("  {}{}{}\n", flow::title(item), item.space.empty() ? "" : " in " + item.space,
                         item.by_admin ? ", with an admin's rights" : "");
  if (auto done = print(text); !done) return std::unexpected(done.error());
  return Exit::ok;
}

base::Result<Exit> difference(const kube::Client& client, const std::vector<Item>& items) {
  std::string stream;
  for (const Item& item : items) stream += base::format("---\n{}", item.text);
  sys::Command command =
      client.command({"diff", "--server-side", base::format("--field-manager={}", kube::kFieldManager), "-f", "-"});
  command.input = stream;
  auto output = sys::run(std::move(command));
  if (!output) return std::unexpected(output.error());
  if (output->ending.code == 0) {
    if (auto done = print_note("The cluster has all of it already.\n"); !done) return std::unexpected(done.error());
    return Exit::ok;
  }
  const bool differs = output->ending.code == 1 && !output->text.empty() && !output->ending.timed_out;
  if (!differs)
    return std::unexpected(kube::error_of(*kube::failed(output->ending), "compare with the cluster", client.program()));
  if (auto done = print(base::printable(output->text)); !done) return std::unexpected(done.error());
  return Exit::findings;
}

base::Result<bool> can_start(const DeployOptions& options, const kube::Client& client, const ReadyItems& ready) {
  const auto ahead =
      look_ahead(client, ready.jobs, ready.items, {}, {.force = options.force, .adopt = options.adopt, .wanted = wanted});
  if (!ahead) return std::unexpected(ahead.error());
  const report::Preflighted said = ahead->told(client.program());
  if (!options.output.json)
    if (auto done = print_note(report::preflight_stop_text(said, {})); !done) return std::unexpected(done.error());
  if (said.outlook.blockers.empty() || !wanted()) return true;
  report_error({.code = base::Code::unavailable,
                .message = "nothing was applied: " + base::one_line(said.outlook.message),
                .cause = "",
                .suggestion = "--no-preflight applies it all the same; 'railhead preflight' says more."},
               options.output);
  return false;
}

}  // namespace railhead::cli
