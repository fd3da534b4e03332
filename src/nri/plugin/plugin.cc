#include "nri/plugin/plugin.h"

#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "nri/plugin/http/server.h"
#include "nri/plugin/judge.h"
#include "nri/plugin/notify.h"
#include "nri/plugin/policy_file.h"
#include "nri/plugin/resident.h"
#include "nri/plugin/signals.h"

namespace railhead::nri {
namespace {

constexpr std::chrono::seconds kGrace(30);  // a runtime that restarts is back by then
constexpr std::chrono::milliseconds kLastWords(1000);

/// All parts of a running plugin.
class Plugin {
 public:
  Plugin(const PluginOptions& options, const sys::Environ& environ, Signals signals, int log)
      : options_(options), signals_(std::move(signals)), journal_(log), notifier_(environ) {
    metrics_.audit = options.audit;
  }

  base::Result<void> start();
  void run();

 private:
  void turn();
  void reload();
  void tell_systemd();
  HttpAnswer page(std::string_view path) const;
  HttpAnswer readiness() const;

  const PluginOptions& options_;
  Signals signals_;
  Journal journal_;
  Notifier notifier_;
  Metrics metrics_ = {};
  Judge judge_{journal_, metrics_, options_.audit, options_.log_all};
  Link link_{options_.contact, judge_, journal_, metrics_};
  std::optional<HttpServer> server_ = {};
};

base::Result<void> Plugin::start() {
  auto policy = load_policy(options_.policy);
  if (!policy) return std::unexpected(policy.error());
  judge_.adopt(*std::move(policy), {.memory = node_memory()});
  if (!options_.metrics.empty()) {
    auto listener = listen_on(options_.metrics);
    if (!listener) return std::unexpected(listener.error());
    server_.emplace(*std::move(listener), [this](std::string_view path) { return page(path); });
  }
  journal_.add(Line("info", "started")
                   .text("version", RAILHEAD_VERSION)
                   .text("socket", options_.contact.socket)
                   .text("policy", options_.policy.empty() ? "built-in" : options_.policy)
                   .text("metrics", server_ ? server_->address() : "off")
                   .flag("audit", options_.audit));
  return {};
}

void Plugin::run() {
  forget_start();
  while (!signals_.stop_came()) turn();
  notifier_.stopping();
  journal_.add(Line("info", "stopped").text("message", "a signal asked for it"));
  journal_.drain(kLastWords);
}

void Plugin::turn() {
  Waits waits;
  signals_.want(waits);
  link_.want(waits);
  journal_.want(waits);
  notifier_.want(waits);
  if (server_) server_->want(waits);
  waits.wait();
  const Instant now = Clock::now();
  link_.move(waits, now);  // first: a container waits for it
  signals_.move(waits);
  if (signals_.take_reload()) reload();
  if (server_) server_->move(waits, now);
  tell_systemd();
  notifier_.move(now);
  journal_.flush();
}

void Plugin::reload() {
  notifier_.reloading();
  auto policy = load_policy(options_.policy);
  if (policy) {
    judge_.adopt(*std::move(policy), {.memory = node_memory()});
    journal_.add(Line("info", "reload").number("generation", metrics_.generation).number("rules", metrics_.rules()));
  } else {
    ++metrics_.reload_errors;
    Line line("error", "reload");
    line.text("message", "the policy was not taken; the one before stays in force").number("generation", metrics_.generation);
    std::vector<std::string> errors;
    for (const std::string_view problem : base::lines(policy.error().message)) errors.emplace_back(problem);
    if (!policy.error().cause.empty()) errors.push_back(policy.error().cause);
    journal_.add(line.texts("errors", errors));
  }
  notifier_.reloaded();
}

void Plugin::tell_systemd() {
  if (!link_.has_tried()) return;
  const std::string why = link_.why_not();
  notifier_.ready(why.empty() ? (options_.audit ? "connected; audit: nothing is changed" : "connected")
                              : base::format("not connected: {}", why));
}

HttpAnswer Plugin::page(std::string_view path) const {
  if (path == "/metrics")
    return {.body = metrics_.page(resident_bytes(), journal_.dropped()), .type = "text/plain; version=0.0.4; charset=utf-8"};
  if (path == "/healthz") return {.body = "ok\n"};
  if (path == "/readyz") return readiness();
  return refused(404);
}

HttpAnswer Plugin::readiness() const {
  const std::string why = link_.why_not();
  if (why.empty()) return {.body = "ok\n"};
  const auto away = std::chrono::duration_cast<std::chrono::seconds>(Clock::now() - link_.away_since());
  if (away < kGrace) return {.body = base::format("ok, but not connected for {} s: {}\n", away.count(), why)};
  return {.status = 503, .body = base::format("not connected for {} s: {}\n", away.count(), why)};
}

}  // namespace

base::Result<void> run_plugin(const PluginOptions& options, const sys::Environ& environ, int log) {
  auto signals = Signals::open();
  if (!signals) return std::unexpected(signals.error());
  Plugin plugin(options, environ, *std::move(signals), log);
  if (auto started = plugin.start(); !started) return started;
  plugin.run();
  return {};
}

}  // namespace railhead::nri
