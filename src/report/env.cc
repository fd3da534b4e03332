#include "report/env.h"

#include "base/format.h"
#include "base/text.h"

namespace railhead::report {
namespace {

std::string head(const nccl::Plan& plan) {
  return base::format("# {}: {}\n", transport_name(plan.transport), base::one_line(plan.why));
}

/// A YAML double-quoted scalar: the characters that would end it or begin an escape are escaped, others are printable here.
std::string quoted(const std::string& text) {
  std::string result = "\"";
  for (const char c : base::one_line(text)) {
    if (c == '"' || c == '\\') result += '\\';
    result += c;
  }
  return result + "\"";
}

/// Calls `line` for each setting that is to be set.
template <class Line>
std::string lines(const nccl::Plan& plan, const Line& line) {
  std::string text;
  for (const nccl::Setting& setting : plan.settings)
    if (setting.origin != nccl::Origin::user) text += line(setting);
  return text;
}

}  // namespace

const char* transport_name(nccl::Transport transport) {
  switch (transport) {
    case nccl::Transport::infiniband: return "ib";
    case nccl::Transport::roce: return "roce";
    case nccl::Transport::tcp: return "tcp";
    case nccl::Transport::efa: return "efa";
    case nccl::Transport::gib: return "gib";
    case nccl::Transport::unknown: return "unknown";
  }
  return "tcp";
}

const char* origin_name(nccl::Origin origin) {
  switch (origin) {
    case nccl::Origin::user: return "user";
    case nccl::Origin::detected: return "detected";
    case nccl::Origin::fallback: return "default";
  }
  return "detected";
}

std::string env_shell(const nccl::Plan& plan) {
  return head(plan) + lines(plan, [](const nccl::Setting& setting) {
           return base::format("export {}={}  # {}\n", setting.name, base::shell_word(setting.value),
                               base::one_line(setting.reason));
         });
}

std::string env_dotenv(const nccl::Plan& plan) {
  return lines(
      plan, [](const nccl::Setting& setting) { return base::format("{}={}\n", setting.name, base::one_line(setting.value)); });
}

std::string env_yaml(const nccl::Plan& plan) {
  const std::string list = lines(plan, [](const nccl::Setting& setting) {
    return base::format("  - name: {}\n    value: {}  # {}\n", setting.name, quoted(setting.value),
                        base::one_line(setting.reason));
  });
  return head(plan) + (list.empty() ? "env: []\n" : "env:\n" + list);
}

}  // namespace railhead::report
