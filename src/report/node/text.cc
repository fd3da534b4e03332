#include "base/text.h"
#include "base/format.h"
#include "report/node/node.h"

namespace railhead::report {
namespace {

using memlock::node::Given;
using memlock::node::Setting;

std::string given_text(const char* label, const Given& given) {
  const std::string limit = given.limit ? memlock::node::text(*given.limit) : "not known";
  return base::format("  {:<26}{} [{}]\n", label, limit, base::one_line(given.from));
}

std::string setting_text(const Setting& setting, bool last) {
  const std::string worth = setting.limit ? memlock::node::text(*setting.limit) : "no limit that makes sense";
  return base::format("  {}:{}  {}  ({}{})\n", base::one_line(setting.path), setting.line, base::one_line(setting.said), worth,
                      last ? "" : ", overridden");
}

std::string settings_text(const std::vector<Setting>& settings) {
  std::string text;
  for (const Setting& setting : settings) text += setting_text(setting, &setting == &settings.back());
  return text;
}

std::string runtime_text(const NodeRuntime& node, const Style& style) {
  std::string text = toned(style, Tone::strong, name(node.runtime)) + "\n";
  const std::string set = settings_text(node.settings.containers) + settings_text(node.settings.service);
  text += set.empty() ? "  no file sets a memlock limit\n" : set;
  for (const memlock::node::Daemon& daemon : node.files.daemons) {
    const std::string limit = daemon.limit ? memlock::node::text(*daemon.limit) : "not readable";
    text += base::format("  {} runs (pid {}) with {} [/proc/{}/limits]\n", daemon.name, daemon.pid, limit, daemon.pid);
  }
  return text + given_text("a container started now", node.outlook.now) + given_text("after a restart", node.outlook.next);
}

std::string steps_text(const memlock::node::Plan& plan) {
  std::string text;
  if (!plan.restart.empty()) text += "To make it count (nothing was restarted):\n";
  for (const std::string& command : plan.restart) text += "  " + command + "\n";
  for (const std::string& note : plan.notes) text += "note: " + base::one_line(note) + "\n";
  return text;
}

}  // namespace

std::string node_show_text(const std::vector<NodeRuntime>& runtimes, const Style& style) {
  std::string text;
  for (const NodeRuntime& node : runtimes) text += (text.empty() ? "" : "\n") + runtime_text(node, style);
  return text;
}

std::string node_render_text(const memlock::node::Plan& plan) {
  std::string text;
  for (const memlock::node::Edit& edit : plan.edits) text += base::format("# {}\n{}\n", edit.path, base::printable(edit.after));
  for (const std::string& command : plan.restart) text += "# then: " + command + "\n";
  for (const std::string& note : plan.notes) text += "# note: " + base::one_line(note) + "\n";
  return text;
}

std::string node_apply_text(const memlock::node::Plan& plan, const std::vector<NodeWritten>& files, bool dry_run,
                            const Style& style) {
  std::string text;
  for (const NodeWritten& file : files) {
    text += toned(style, Tone::strong, file.path) + ": " + file.action + "\n";
    if (!file.backup.empty()) text += "  backup: " + file.backup + "\n";
  }
  if (dry_run && plan.changes())
    for (const memlock::node::Edit& edit : plan.edits)
      if (edit.changes()) text += base::format("\n# {}\n{}", edit.path, base::printable(edit.after));
  if (!plan.changes())
    return text + "Nothing to do: the files say it already. If a container still gets less, restart the runtime.\n";
  return text + "\n" + steps_text(plan);
}

}  // namespace railhead::report
