#include "base/format.h"
#include "base/text.h"
#include "cli/oci_hook/oci_hook.h"
#include "nri/hook/hooks_d.h"

namespace railhead::cli {
namespace {

constexpr const char* kCrio =
    "Write it as 99-railhead.json to a folder of CRI-O's hooks_dir: /etc/containers/oci/hooks.d on OpenShift, elsewhere\n"
    "/usr/share/containers/oci/hooks.d unless crio.conf says another. CRI-O watches them. A CRI-O before 1.21 does not start "
    "with the\n"
    "stage createRuntime: render it with --stage prestart there. crio.service needs CAP_SYS_RESOURCE, which it has unless a "
    "drop-in\n"
    "took it, and with SELinux the program the type bin_t. A CRI-O with NRI switched on: use 'railhead nri' instead of this.\n";
constexpr const char* kPodman =
    "Write it as 99-railhead.json to /usr/share/containers/oci/hooks.d, or to a folder that hooks_dir of containers.conf or\n"
    "--hooks-dir names. Podman 2.2 or later (before: --stage prestart), run by root: a rootless one may raise no limit.\n";

base::Error not_absolute(const char* option, const std::string& path) {
  return {.code = base::Code::usage,
          .message = base::format("{}: '{}' is no absolute path", option, base::one_line(path.substr(0, 80))),
          .suggestion = "The runtime starts the hook in a folder of its own."};
}

base::Result<void> absolute(const HookRenderOptions& options) {
  const std::pair<const char*, const std::string*> paths[] = {
      {"--program", &options.program}, {"--policy", &options.policy}, {"--log", &options.log}};
  for (const auto& [option, path] : paths)
    if (!path->empty() && !path->starts_with('/')) return std::unexpected(not_absolute(option, *path));
  return {};
}

nri::HookFile file_of(const HookRenderOptions& options) {
  nri::HookFile file{.program = options.program, .options = {}, .stage = options.stage};
  if (!options.policy.empty()) file.options.insert(file.options.end(), {"--policy", options.policy});
  if (options.audit) file.options.emplace_back("--audit");
  if (!options.log.empty()) file.options.insert(file.options.end(), {"--log", options.log});
  return file;
}

}  // namespace

Exit run_oci_hook_render(const HookRenderOptions& options) {
  base::Result<void> done = absolute(options);
  if (done) done = print(nri::hook_file(file_of(options)));
  // On stderr, so that the file itself can be redirected into its place.
  if (done) done = print_note(options.crio ? kCrio : kPodman);
  return done ? Exit::ok : report_error(done.error(), options.output);
}

}  // namespace railhead::cli
