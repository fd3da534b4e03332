#include "cli/preflight/ahead.h"

namespace railhead::cli {

base::Result<Ahead> look_ahead(const kube::Client& client, const std::vector<ReadyJob>& jobs,
                               const std::vector<flow::Item>& items, const check::Selection& selection,
                               const flow::Looking& how) {
  const auto chosen = check::selected(selection);
  if (!chosen) return std::unexpected(chosen.error());
  std::vector<flow::JobOnCluster> those;
  those.reserve(jobs.size());
  for (const ReadyJob& ready : jobs) those.push_back({.place = ready.place, .job = &ready.job, .cluster = &ready.cluster});
  auto all = flow::looked_ahead(client, those, items, how);
  if (!all) return std::unexpected(kube::error_of(all.error(), "read the cluster", client.program()));
  Ahead ahead{.all = *std::move(all)};
  ahead.results = flow::foreseen(ahead.all, flow::preflight_checks(*chosen));
  ahead.outlook = check::outlook_of(ahead.all, ahead.results);
  return ahead;
}

}  // namespace railhead::cli
