// What a runtime hands to the hook: the container's state, behind a line "---" its config.json; a machine that refuses nothing.
#include "nri/hook/hook.h"
#include "nri/hook/hooks_d.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;

namespace {

void claim_error(const base::Error& error) {
  fuzz::claim_readable(error.message + error.suggestion);
  fuzz::claim(!error.message.empty() && error.message.size() < 1000, "an error is said in short");
}

nri::Machine machine_of(std::string_view config, unsigned& set) {
  const nri::Limiter limiter{
      .read = [](int) -> sys::Outcome<sys::LimitPair> { return sys::LimitPair{.soft = 65536, .hard = 65536}; },
      .set = [&set](int, const sys::LimitPair& limits) -> sys::Outcome<bool> {
        fuzz::claim(limits.soft <= limits.hard, "a soft limit is not above the hard one");
        ++set;
        return true;
      }};
  return {
      .read = [config](const std::string& path) -> base::Result<std::string> {
        fuzz::claim(path.starts_with('/') && path.find('\0') == std::string::npos, "a file below the bundle is read");
        return std::string(config);
      },
      .sight =
          [](std::int64_t) { return nri::Sight{.self = 2, .parent = 3, .exists = true, .own_mounts = "a", .its_mounts = "b"}; },
      .limiter =
          [limiter](std::int64_t pid) {
            fuzz::claim(pid > 3, "neither the hook, the runtime nor the first process is limited");
            return limiter;
          },
      .may_raise = true,
      .node = {.memory = std::uint64_t{1} << 36U}};
}

void claim_hooked(const nri::Hooked& hooked, unsigned set) {
  const nri::Origin& origin = hooked.origin;
  fuzz::claim(!origin.is_sandbox, "a sandbox is left alone");
  const bool named = origin.maker == nri::Maker::crio || origin.maker == nri::Maker::containerd;
  fuzz::claim(named || origin.subject.space.empty(), "a namespace is a runtime's word");
  fuzz::claim(set == 0 || nri::has_rdma_device(origin.subject), "the default policy is for RDMA devices");
  for (const std::string& reason : hooked.decision.reasons) fuzz::claim_readable(reason);
  for (const nri::Setting& setting : hooked.settings) fuzz::claim_readable(setting.problem + setting.note);
}

}  // namespace

RAILHEAD_FUZZ(text) {
  const std::size_t mark = text.find("\n---\n");
  const std::string_view state = text.substr(0, mark);
  const std::string_view config = mark == std::string_view::npos ? std::string_view() : text.substr(mark + 5);
  unsigned set = 0;
  const auto done = nri::run_hook(nri::default_policy(), state, machine_of(config, set), false);
  if (!done) claim_error(done.error());
  if (done && *done) claim_hooked(**done, set);
  if (const auto read = nri::read_config(config, "/b/config.json"); !read) claim_error(read.error());
  nri::hook_file({.program = std::string(state), .options = {std::string(config)}});
}
