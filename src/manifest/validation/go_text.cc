#include "manifest/validation/go_text.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest {
namespace {

struct Escape {
  char character;
  std::string_view written;
};

constexpr std::array kGo = {Escape{'"', "\\\""}, Escape{'\\', "\\\\"}, Escape{'\a', "\\a"},
                            Escape{'\b', "\\b"}, Escape{'\f', "\\f"},  Escape{'\n', "\\n"},
                            Escape{'\r', "\\r"}, Escape{'\t', "\\t"},  Escape{'\v', "\\v"}};
constexpr std::array kJson = {Escape{'"', "\\\""},    Escape{'\\', "\\\\"},   Escape{'\b', "\\b"},   Escape{'\f', "\\f"},
                              Escape{'\n', "\\n"},    Escape{'\r', "\\r"},    Escape{'\t', "\\t"},   Escape{'<', "\\u003c"},
                              Escape{'>', "\\u003e"}, Escape{'&', "\\u0026"}, Escape{'\x7f', "\x7f"}};

/// One byte that is no character by itself, or a control character.
using Odd = std::string (*)(unsigned byte, bool utf8);

template <class Table>
std::string escaped(std::string_view text, const Table& table, Odd odd) {
  std::string out = "\"";
  while (!text.empty()) {
    const std::size_t length = base::utf8_length(text);
    const auto byte = static_cast<unsigned char>(text.front());
    const auto* const known = std::ranges::find(table, text.front(), &Escape::character);
    if (known != table.end())
      out += known->written;
    else if (length > 1)
      out += text.substr(0, length);
    else if (length == 0 || byte < 0x20 || byte == 0x7f)
      out += odd(byte, length != 0);
    else
      out += text.front();
    text.remove_prefix(length == 0 ? 1 : length);
  }
  return out + "\"";
}

std::string number(const std::optional<std::int64_t>& value) { return value ? base::format("{}", *value) : "null"; }
std::string flag(const std::optional<bool>& value) { return value ? (*value ? "true" : "false") : "null"; }
std::string text(const std::optional<std::string>& value) { return value ? json_quoted(*value) : "null"; }

std::string list(const std::vector<std::string>& values) {
  if (values.empty()) return "null";
  std::vector<std::string> quoted;
  quoted.reserve(values.size());
  for (const std::string& value : values) quoted.push_back(json_quoted(value));
  return base::format("[{}]", base::joined(quoted, ","));
}

std::string se_linux(const std::optional<SeLinuxOptions>& options) {
  if (!options) return "null";
  return base::format(R"({{"User":{},"Role":{},"Type":{},"Level":{}}})", json_quoted(options->user), json_quoted(options->role),
                      json_quoted(options->type), json_quoted(options->level));
}

std::string windows(const std::optional<WindowsOptions>& options) {
  if (!options) return "null";
  return base::format(R"({{"GMSACredentialSpecName":{},"GMSACredentialSpec":{},"RunAsUserName":{},"HostProcess":{}}})",
                      text(options->credential_spec_name), text(options->credential_spec), text(options->user_name),
                      flag(options->host_process));
}

std::string profile(const std::optional<Profile>& value) { return value ? go_json(*value) : "null"; }

}  // namespace

std::string go_quoted(std::string_view text) {
  return escaped(text, kGo, [](unsigned byte, bool) { return base::format("\\x{:02x}", byte); });
}

std::string json_quoted(std::string_view text) {
  return escaped(text, kJson,
                 [](unsigned byte, bool utf8) { return utf8 ? base::format("\\u{:04x}", byte) : std::string("\\ufffd"); });
}

std::string go_json(const Profile& profile) {
  return base::format(R"({{"Type":{},"LocalhostProfile":{}}})", json_quoted(profile.type), text(profile.localhost));
}

std::string go_json(const ContainerSecurity& security) {
  const std::string capabilities =
      security.capabilities
          ? base::format(R"({{"Add":{},"Drop":{}}})", list(security.capabilities->add), list(security.capabilities->drop))
          : "null";
  const std::string rest = base::format(
      R"("RunAsUser":{},"RunAsGroup":{},"RunAsNonRoot":{},"ReadOnlyRootFilesystem":{},"AllowPrivilegeEscalation":{})",
      number(security.run_as_user), number(security.run_as_group), flag(security.run_as_non_root),
      flag(security.read_only_root), flag(security.privilege_escalation));
  return base::format(R"({{"Capabilities":{},"Privileged":{},"SELinuxOptions":{},"WindowsOptions":{},{},"ProcMount":{},)"
                      R"("SeccompProfile":{},"AppArmorProfile":{}}})",
                      capabilities, flag(security.privileged), se_linux(security.se_linux), windows(security.windows), rest,
                      security.proc_mount.empty() ? "null" : json_quoted(security.proc_mount), profile(security.seccomp),
                      profile(security.app_armor));
}

}  // namespace railhead::manifest
