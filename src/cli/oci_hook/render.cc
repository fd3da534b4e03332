#include "base/format.h"
#include "base/text.h"
#include "cli/oci_hook/oci_hook.h"
#include "nri/hook/hooks_d.h"

namespace railhead::cli {
namespace {

constexpr const char* kCrio =
    "Write it to /etc/containers/oci/hooks.d/99-railhead.json (OpenShift, where /usr is read-only) or\n"
    "/usr/share/containers/oci/hooks.d/99-railhead.json, whichever hooks_dir of CRI-O names ('crio config | grep -A3 "
    "hooks_dir').\n"
    "CRI-O 1.20 or later; crio.service needs CAP_SYS_RESOURCE, which it has unless a drop-in took it; SELinux must let the "
    "runtime\n"
    "execute the program (bin_t: 'restorecon' below /usr/local/bin does it). CRI-O with NRI: run 'railhead nri' instead, not "
    "both.\n";
constexpr const char* kPodman =
    "Write it to /usr/share/containers/oci/hooks.d/99-railhead.json, or to a folder that hooks_dir of containers.conf "
    "(--hooks-dir)\n"
    "names. Podman 2.2 or later, run by root: a rootless one may raise no limit.\n";

base::Error not_absolute(const char* option, const std::string& path) {
  return {.code = base::Code::usage,
          .message = base::format("{}: '{}' is no absolute path", option, base::one_line(path.substr(0, 80))),
          .suggestion = "The runtime starts the hook in a folder of its own."};
}

base::Result<void> check(const HookRenderOptions& options) {
  const std::pair<const char*, const std::string*> paths[] = {
      {"--program", &options.program}, {"--policy", &options.policy}, {"--log", &options.log}};
  for (const auto& [option, path] : paths)
    if (!path->empty() && !path->starts_with('/')) return std::unexpected(not_absolute(option, *path));
  return {};
}

nri::HookFile file_of(const HookRenderOptions& options) {
  nri::HookFile file{.program = options.program};
  if (!options.policy.empty()) file.options.insert(file.options.end(), {"--policy", options.policy});
  if (options.audit) file.options.emplace_back("--audit");
  if (!options.log.empty()) file.options.insert(file.options.end(), {"--log", options.log});
  return file;
}

}  // namespace

Exit run_oci_hook_render(const HookRenderOptions& options) {
  base::Result<void> done = check(options);
  if (done) done = print(nri::hook_file(file_of(options)));
  // On stderr, so that the file itself can be redirected into its place.
  if (done) done = print_note(options.crio ? kCrio : kPodman);
  return done ? Exit::ok : report_error(done.error(), options.output);
}

}  // namespace railhead::cli
