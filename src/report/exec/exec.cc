#include "report/exec/exec.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::report {
namespace {

std::size_t width_of(const std::vector<launch::Exported>& variables) {
  std::size_t width = 0;
  for (const launch::Exported& each : variables) width = std::max(width, each.name.size() + 1 + each.value.size());
  return std::min<std::size_t>(width, 60);
}

std::string variables_text(const std::vector<launch::Exported>& variables) {
  if (variables.empty()) return "  nothing\n";
  const std::size_t width = width_of(variables);
  std::string text;
  for (const launch::Exported& each : variables)
    text += base::format("  {:<{}}  # {}\n", base::one_line(each.name + "=" + each.value), width, base::one_line(each.reason));
  return text;
}

std::string program_text(const launch::Ladder& ladder) {
  const facts::Process& program = ladder.program;
  const std::string who = program.uid ? base::format("uid {}", *program.uid) : "uid not known";
  const std::string pins = ladder.model.predicted ? text(*ladder.model.predicted) : "not known";
  return base::format("  {}; can pin: {} ({})\n", who, pins, base::one_line(ladder.model.why));
}

std::string command_text(const std::vector<std::string>& command) {
  std::string text;
  for (const std::string& word : command) text += " " + base::shell_word(base::printable(word));
  return text;
}

}  // namespace

std::string exec_text(const launch::Start& start, const facts::Process& process) {
  std::string text = "steps\n";
  const std::vector<std::string> steps = described(start.ladder.steps, process);
  for (const std::string& step : steps) text += "  " + base::one_line(step) + "\n";
  if (steps.empty()) text += "  none: the process stays as it is\n";
  text += "\nthe command will be\n" + program_text(start.ladder);
  for (const std::string& note : start.ladder.notes) text += "  note: " + base::one_line(note) + "\n";
  text += "\nenvironment: " + launch::summary(start) + "\n";
  if (!start.fallback.empty()) text += "  NO RDMA: " + base::one_line(start.fallback) + "\n";
  text += variables_text(start.variables);
  for (const nccl::LeftOut& each : start.plan.left_out)
    text += base::format("  left out: {}: {}\n", base::one_line(each.name), base::one_line(each.reason));
  return text + "\ncommand\n " + command_text(start.command) + "\n";
}

std::string env_file(const std::vector<launch::Exported>& variables) {
  std::string text;
  for (const launch::Exported& each : variables) text += each.name + "=" + base::shell_word(each.value) + "\n";
  return text;
}

}  // namespace railhead::report
