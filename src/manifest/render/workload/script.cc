#include "manifest/render/workload/script.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/render/workload/object.h"

namespace railhead::manifest::render {
namespace {

// Of a key of a ConfigMap (apimachinery, pkg/util/validation, IsConfigMapKey), and of all its data together
// (kubernetes, pkg/apis/core, MaxSecretSize).
constexpr std::size_t kLongestKey = 253;
constexpr std::size_t kMostData = std::size_t{1} << 20U;

std::string file_of(const Plan& plan) { return plan.job.script_name.empty() ? "script.sh" : plan.job.script_name; }

bool is_key(const std::string& name) {
  const auto may = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
  };
  return !name.empty() && name.size() <= kLongestKey && name != "." && !name.starts_with("..") &&
         std::ranges::all_of(name, may);
}

}  // namespace

std::vector<std::string> script_command(const Plan& plan) {
  std::vector<std::string> command;
  const std::string& text = plan.job.script;
  if (text.starts_with("#!")) {
    const std::string_view line = base::trimmed(std::string_view(text).substr(2, text.find('\n') - 2));
    const std::size_t blank = line.find_first_of(" \t");
    if (!line.empty()) command.emplace_back(line.substr(0, blank));
    if (blank != std::string_view::npos) command.emplace_back(base::trimmed(line.substr(blank)));
  }
  if (command.empty()) command.emplace_back("/bin/sh");
  command.push_back(base::format("{}/{}", kScriptFolder, file_of(plan)));
  return command;
}

base::Result<std::vector<Object>> script(const Plan& plan) {
  if (plan.job.script.empty()) return std::vector<Object>();
  const std::string name = file_of(plan);
  if (!is_key(name))
    return wrong(base::format("spec.scriptFile: '{}' cannot be the name of a file in a ConfigMap", base::one_line(name)),
                 "Use letters, digits, '-', '_' and '.'; 253 at most.");
  if (name.size() + plan.job.script.size() > kMostData)
    return wrong(base::format("spec.script: {} bytes are more than a ConfigMap holds (1 MiB)", plan.job.script.size()),
                 "Put it into the image or on a volume, and start it by spec.command.");
  return std::vector<Object>{made(plan, "v1", "ConfigMap", plan.script_map(),
                                  {{"immutable", truth(false)}, {"data", mapping({{name, word(plan.job.script)}})}})};
}

}  // namespace railhead::manifest::render
