#include "memlock/node/plan.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "memlock/node/crio.h"
#include "memlock/node/docker_json.h"
#include "memlock/node/systemd.h"

namespace railhead::memlock::node {
namespace {

std::string file_name(std::string_view path) { return std::string(path.substr(path.rfind('/') + 1)); }

const File* file_at(const std::vector<File>& files, const std::string& path) {
  for (const File& file : files)
    if (file.path == path) return &file;
  return nullptr;
}

Edit edit_of(const std::vector<File>& files, const std::string& path, std::string after) {
  const File* file = file_at(files, path);
  return {.path = path, .before = file ? std::optional(file->text) : std::nullopt, .after = std::move(after)};
}

/// `files` after the edit; a new drop-in stands where its name sorts, the main file being first.
std::vector<File> with(std::vector<File> files, const Edit& edit) {
  for (File& file : files)
    if (file.path == edit.path) {
      file.text = edit.after;
      return files;
    }
  const auto behind = std::find_if(files.begin(), files.end(), [&edit](const File& file) {
    return file.path.find(".d/") != std::string::npos && file_name(file.path) > file_name(edit.path);
  });
  files.insert(behind, {.path = edit.path, .text = edit.after});
  return files;
}

base::Result<void> wins(const std::vector<Setting>& settings, const Edit& edit) {
  if (!settings.empty() && settings.back().path == edit.path) return {};
  const std::string winner =
      settings.empty() ? "another file" : base::format("{}:{}", settings.back().path, settings.back().line);
  return std::unexpected(
      base::Error{.code = base::Code::malformed,
                  .message = base::format("{} would be overridden by {}, which is read later", edit.path, winner),
                  .suggestion = "Set the limit there, or rename that file so that it is read earlier."});
}

/// The list that ours will replace: the last one before it.
const DefaultUlimits* replaced(const std::vector<DefaultUlimits>& lists) {
  const DefaultUlimits* last = nullptr;
  for (const DefaultUlimits& list : lists)
    if (list.path != kCrioDropIn) last = &list;
  return last;
}

bool has_entry_for(const std::vector<std::string>& entries, const std::string& limit) {
  return std::any_of(entries.begin(), entries.end(), [&limit](const std::string& entry) { return entry.starts_with(limit); });
}

/// The entries for other limits, of the list that is replaced and of our own from before.
std::vector<std::string> other_entries(const std::vector<DefaultUlimits>& lists) {
  std::vector<std::string> entries;
  const auto add = [&entries](const DefaultUlimits& list) {
    for (const std::string& entry : list.entries)
      if (!entry.starts_with("memlock=") && !has_entry_for(entries, entry.substr(0, entry.find('=') + 1)))
        entries.push_back(entry);
  };
  if (const DefaultUlimits* before = replaced(lists)) add(*before);
  for (const DefaultUlimits& list : lists)
    if (list.path == kCrioDropIn) add(list);
  return entries;
}

base::Result<void> plan_crio(Plan& plan, const Allowance& value, const Files& files) {
  const base::Result<std::vector<DefaultUlimits>> lists = default_ulimits(files.config);
  if (!lists) return std::unexpected(lists.error());
  const DefaultUlimits* before = replaced(*lists);
  const std::vector<std::string> kept = other_entries(*lists);
  plan.edits.push_back(edit_of(files.config, kCrioDropIn, crio_drop_in(value, kept, before ? before->path : "")));
  if (before && !kept.empty())
    plan.notes.push_back(base::format("the list replaces that of {}:{}, whose other entries are kept: {}", before->path,
                                      before->line, base::joined(kept, ", ")));
  const base::Result<std::vector<Setting>> after = crio_settings(with(files.config, plan.edits.back()));
  if (!after) return std::unexpected(after.error());
  plan.restart = {"systemctl restart crio"};
  return wins(*after, plan.edits.back());
}

base::Result<void> plan_unit(Plan& plan, const std::string& service, const Allowance& value, const Files& files) {
  plan.edits.push_back(edit_of(files.unit, unit_drop_in_path(service), unit_drop_in(value)));
  plan.restart.insert(plan.restart.begin(), "systemctl daemon-reload");
  plan.restart.push_back("systemctl restart " + service);
  return wins(understood(unit_settings(with(files.unit, plan.edits.back()))), plan.edits.back());
}

base::Result<void> no_docker_flag(const Files& files) {
  std::string where = unit_line_with(files.unit, "--default-ulimit");
  for (const Daemon& daemon : files.daemons)
    for (const std::string& argument : daemon.arguments)
      if (daemon.name == "dockerd" && argument.starts_with("--default-ulimit"))
        where = base::format("/proc/{}/cmdline", daemon.pid);
  if (where.empty()) return {};
  return std::unexpected(
      base::Error{.code = base::Code::malformed,
                  .message = where + ": dockerd is started with --default-ulimit",
                  .cause = "it does not start when daemon.json has default-ulimits as well",
                  .suggestion = "Add 'memlock=-1:-1' to that option, or take the option out and run this again."});
}

base::Result<void> plan_docker(Plan& plan, const Allowance& value, const Files& files) {
  if (const auto free = no_docker_flag(files); !free) return free;
  const File* json = file_at(files.config, kDaemonJson);
  const base::Result<std::string> merged = with_docker_limit(json ? *json : File{.path = kDaemonJson, .text = ""}, value);
  if (!merged) return std::unexpected(merged.error());
  if (const auto unit = plan_unit(plan, "docker", value, files); !unit) return unit;
  plan.edits.push_back(edit_of(files.config, kDaemonJson, *merged));
  plan.notes.emplace_back("containers that exist keep the limit they were created with: create them anew");
  return {};
}

}  // namespace

bool Plan::changes() const {
  return std::any_of(edits.begin(), edits.end(), [](const Edit& edit) { return edit.changes(); });
}

base::Result<Plan> plan(Runtime runtime, const Allowance& value, const Files& files) {
  Plan result{.runtime = runtime};
  base::Result<void> done;
  switch (runtime) {
    case Runtime::crio: done = plan_crio(result, value, files); break;
    case Runtime::containerd: done = plan_unit(result, "containerd", value, files); break;
    case Runtime::docker: done = plan_docker(result, value, files); break;
    case Runtime::unknown: break;
  }
  if (!done) return std::unexpected(done.error());
  if (runtime != Runtime::docker) result.notes.emplace_back("containers that run keep their limit: restart the pods as well");
  return result;
}

}  // namespace railhead::memlock::node
