#include "cli/exec/wishes.h"

#include "base/format.h"
#include "base/text.h"
#include "launch/user.h"

namespace railhead::cli {
namespace {

base::Result<memlock::Allowance> allowance_of(const std::string& text, const char* option) {
  if (base::lowered(text) == "unlimited") return memlock::Allowance{};
  const base::Result<base::Bytes> size = base::parse_size(text);
  if (size) return memlock::Allowance{*size};
  base::Error error = size.error();
  error.message = base::format("{}: {}", option, error.message);
  error.suggestion = "Give a size such as 64GiB, or unlimited.";
  return std::unexpected(error);
}

base::Result<void> take_requirement(const std::string& text, ExecWishes& wishes) {
  constexpr std::string_view kMemlock = "memlock=";
  if (text == "rdma") {
    wishes.require_rdma = true;
    return {};
  }
  if (!text.starts_with(kMemlock))
    return std::unexpected(base::Error{
        .code = base::Code::usage,
        .message = base::format("--require: '{}' is nothing that can be required", base::one_line(text.substr(0, 80))),
        .suggestion = "There are: --require rdma and --require memlock=SIZE."});
  const base::Result<memlock::Allowance> size = allowance_of(text.substr(kMemlock.size()), "--require memlock");
  if (!size) return std::unexpected(size.error());
  wishes.required = *size;
  return {};
}

base::Result<void> take_user(const ExecOptions& options, const sys::FileTree& files, launch::Wishes& wishes) {
  if (options.user.empty()) return {};
  const std::string passwd = files.read("/etc/passwd").value_or("");
  const std::string group = files.read("/etc/group").value_or("");
  const base::Result<launch::Identity> user = launch::parse_user(options.user, passwd, group);
  if (!user) return std::unexpected(user.error());
  wishes.user = *user;
  return {};
}

}  // namespace

base::Result<ExecWishes> wishes_of(const ExecOptions& options, const sys::FileTree& files) {
  ExecWishes wishes;
  wishes.ladder.keep_limit = base::lowered(options.memlock) == "keep";
  if (!wishes.ladder.keep_limit) {
    const base::Result<memlock::Allowance> asked = allowance_of(options.memlock, "--memlock");
    if (!asked) return std::unexpected(asked.error());
    wishes.ladder.memlock = *asked;
  }
  wishes.require_rdma = options.mode == fabric::Mode::rdma;
  for (const std::string& text : options.require)
    if (auto taken = take_requirement(text, wishes); !taken) return std::unexpected(taken.error());
  if (wishes.require_rdma && options.mode == fabric::Mode::tcp)
    return std::unexpected(
        base::Error{.code = base::Code::usage, .message = "--require rdma and --mode tcp contradict each other"});
  wishes.ladder.keep_ipc_lock = options.keep_ipc_lock;
  if (options.drop_caps) wishes.ladder.drop_caps = true;
  if (options.no_drop_caps) wishes.ladder.drop_caps = false;
  if (auto taken = take_user(options, files, wishes.ladder); !taken) return std::unexpected(taken.error());
  return wishes;
}

}  // namespace railhead::cli
