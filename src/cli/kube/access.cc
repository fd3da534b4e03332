#include "cli/kube/access.h"

#include <array>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "cli/words.h"

namespace railhead::cli {
namespace {

constexpr std::uint64_t kMostMilliseconds = std::uint64_t{24} * 3600 * 1000;

struct Unit {
  std::string_view suffix;
  std::uint64_t milliseconds;
};
/// "ms" before "s": the first that fits counts.
constexpr std::array<Unit, 4> kUnits = {{{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}}};

std::optional<std::uint64_t> milliseconds_of(std::string_view text) {
  std::uint64_t factor = 1000;
  for (const Unit& unit : kUnits) {
    if (!text.ends_with(unit.suffix)) continue;
    factor = unit.milliseconds;
    text.remove_suffix(unit.suffix.size());
    break;
  }
  const auto number = base::unsigned_number(text);
  if (!number || *number == 0 || *number > kMostMilliseconds / factor) return std::nullopt;
  return *number * factor;
}

}  // namespace

CLI::Validator duration() {
  return CLI::Validator(
      [](std::string& text) {
        const auto milliseconds = milliseconds_of(text);
        if (!milliseconds)
          return base::format("'{}' is no time: expected 500ms, 30s, 5m or 1h, at most 24h", base::one_line(text));
        text = std::to_string(*milliseconds);
        return std::string();
      },
      "", "duration");
}

void add_access(CLI::App& command, kube::Access& access) {
  command.add_option("-n,--namespace", access.space, "The namespace (default: that of the context)")
      ->check(not_empty())
      ->option_text("NS");
  command.add_option("--context", access.context, "The context of the kubeconfig (default: the current one)")
      ->check(not_empty())
      ->option_text("NAME");
  command.add_option("--kubeconfig", access.kubeconfig, "The kubeconfig (default: KUBECONFIG, else ~/.kube/config)")
      ->check(not_empty())
      ->option_text("FILE");
  command.add_option("--kubectl", access.program, "What reaches the cluster (default: oc where PATH has it, else kubectl)")
      ->check(not_empty())
      ->option_text("PROGRAM");
  command
      .add_option_function<std::int64_t>(
          "--request-timeout", [&access](std::int64_t ms) { access.limit = std::chrono::milliseconds(ms); },
          "The time that one call of the cluster may take (default 30s)")
      ->transform(duration())
      ->option_text("TIME");
}

base::Result<kube::Client> client_of(const kube::Access& access) {
  auto client = kube::Client::of(access);
  if (!client) return std::unexpected(kube::error_of(client.error(), "reach a cluster", "kubectl"));
  return *std::move(client);
}

}  // namespace railhead::cli
