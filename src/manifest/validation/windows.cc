#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/validation/entries.h"
#include "manifest/validation/go_text.h"

// Source: pkg/apis/core/validation/validation.go: validateWindowsSecurityContextOptions, validateWindowsHostProcessPod.
namespace railhead::manifest::validation {
namespace {

constexpr std::size_t kLongestSpec = 64UL * 1024;
constexpr std::size_t kDomainLimit = 256;  // must be shorter
constexpr std::size_t kLongestUser = 104;

bool control(char c) { return (static_cast<unsigned char>(c) < 0x20) || c == 0x7f; }

bool letter_or_digit(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'); }

bool dns_label(std::string_view label) {
  return !label.empty() && label.size() <= 63 && letter_or_digit(label.front()) && letter_or_digit(label.back()) &&
         std::ranges::all_of(label, [](char c) { return letter_or_digit(c) || c == '-'; });
}

bool valid_domain(std::string_view domain) {
  const bool net_bios = !domain.empty() && domain.size() <= 15 && domain.front() != '.' &&
                        domain.find_first_of("\\/:*?\"<>|") == std::string_view::npos;
  return net_bios || std::ranges::all_of(base::split(domain, '.'), dns_label);
}

std::vector<std::string> problems_of_user(std::string_view user) {
  std::vector<std::string> problems;
  if (user.empty()) problems.emplace_back("runAsUserName's User cannot be empty");
  if (user.size() > kLongestUser)
    problems.push_back(base::format("runAsUserName's User length must not be longer than {} characters", kLongestUser));
  if (!user.empty() && user.find_first_not_of(". ") == std::string_view::npos)
    problems.emplace_back("runAsUserName's User cannot contain only periods or spaces");
  if (user.find_first_of("\"/\\:;|=,+*?<>@[]") != std::string_view::npos)
    problems.emplace_back(R"(runAsUserName's User cannot contain the following characters: "/\:;|=,+*?<>@[])");
  return problems;
}

/// DOMAIN\USER, the domain may be missing.
std::vector<std::string> problems_of_name(std::string_view name) {
  if (name.empty()) return {"runAsUserName cannot be an empty string"};
  if (std::ranges::any_of(name, control)) return {"runAsUserName cannot contain control characters"};
  if (std::ranges::count(name, '\\') > 1) return {"runAsUserName cannot contain more than one backslash"};
  const std::size_t at = name.find('\\');
  if (at == std::string_view::npos) return problems_of_user(name);
  const std::string_view domain = name.substr(0, at);
  std::vector<std::string> problems;
  if (domain.size() >= kDomainLimit)
    problems.push_back(base::format("runAsUserName's Domain length must be under {} characters", kDomainLimit));
  if (!valid_domain(domain)) problems.emplace_back("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  std::ranges::move(problems_of_user(name.substr(at + 1)), std::back_inserter(problems));
  return problems;
}

std::optional<bool> host_process(const auto& security) {
  if (!security || !security->windows) return {};
  return security->windows->host_process;
}

}  // namespace

void check_windows_options(Entries& entries, const std::optional<WindowsOptions>& options, const std::string& path) {
  if (!options) return;
  if (options->credential_spec) {
    const std::string& spec = *options->credential_spec;
    const std::string at = base::format("{}.gmsaCredentialSpec", path);
    if (spec.empty()) refuse_value(entries, at, json_quoted(spec), "gmsaCredentialSpec cannot be an empty string");
    if (spec.size() > kLongestSpec)
      refuse_value(entries, at, json_quoted(spec), "gmsaCredentialSpec size must be under 64 KiB");
  }
  if (!options->user_name) return;
  for (const std::string& problem : problems_of_name(*options->user_name))
    refuse_value(entries, base::format("{}.runAsUserName", path), json_quoted(*options->user_name), problem);
}

void check_host_process(Entries& entries, const Pod& pod) {
  const std::optional<bool> of_pod = host_process(pod.security);
  std::size_t all = 0;
  std::size_t with = 0;
  each_path(pod, [&](const PodContainer& container, const std::string& path) {
    const std::optional<bool> own = host_process(container.security);
    ++all;
    if (own.value_or(of_pod.value_or(false))) ++with;
    if (!of_pod || !own || *of_pod == *own) return;
    refuse_value(entries, base::format("{}.securityContext.windowsOptions.hostProcess", path), *own ? "true" : "false",
                 base::format("pod hostProcess value must be identical if both are specified, was {}", *of_pod));
  });
  if (with == 0) return;
  if (with != all)
    refuse_text(entries, "spec", "",
                "If pod contains any hostProcess containers then all containers must be HostProcess containers");
  if (!pod.host_network)
    refuse_value(entries, "spec.hostNetwork", "false", "hostNetwork must be true if pod contains any hostProcess containers");
}

}  // namespace railhead::manifest::validation
