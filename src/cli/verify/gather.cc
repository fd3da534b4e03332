#include "cli/verify/gather.h"

#include <algorithm>
#include <memory>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "cli/machine_source.h"
#include "flow/verify/missing.h"
#include "manifest/inject/wishes.h"
#include "probe/activity/processes.h"
#include "probe/activity/traffic.h"
#include "probe/machine.h"
#include "sys/entropy.h"
#include "text/case.h"

namespace railhead::cli {
namespace {

using flow::TakenPod;
using kube::AskedFor;
using kube::Place;
using kube::Reply;
using kube::Silence;

const char* word_of(Silence silence) {
  switch (silence) {
    case Silence::timeout: return "timeout";
    case Silence::gone: return "gone";
    case Silence::no_program: return "no-program";
    case Silence::not_running: return "not-running";
    case Silence::refused: return "refused";
    case Silence::other: return "other";
  }
  return "other";
}

/// Of this run alone, so that two of them do not meet, and nobody knows it before.
std::string copy_name() { return base::format("railhead-verify-{:016x}", sys::random_number()); }

class Gathering {
 public:
  Gathering(const kube::Client& client, const VerifyOptions& options, const std::vector<facts::Pod>& pods,
            const std::function<bool()>& wanted)
      : client_(client),
        options_(options),
        wanted_(wanted),
        round_{.job = {}, .saved = std::vector<std::string>(pods.size())},
        machines_(pods.size()),
        places_(pods.size(), Place::launcher),
        cases_(pods.size()) {
    asking_ = {.limit = options.pod_limit,
               .at_once = options.at_once,
               .launcher = manifest::kLauncherProgram,
               .program = options.copies ? "/proc/self/exe" : "",
               .copy_name = copy_name(),
               .wanted = wanted};
    for (const facts::Pod& pod : pods) round_.job.pods.push_back({.pod = pod});
  }

  base::Result<Round> run(const std::function<base::Result<void>()>& between) {
    tell_not_running();
    const bool counts = options_.interval.count() > 0 || !options_.command.empty();
    take_snapshots(!counts);
    if (error_) return std::unexpected(*error_);
    if (refused_ && std::ranges::none_of(machines_, [](const auto& machine) { return machine.has_value(); }))
      return std::unexpected(kube::error_of(*refused_, "run a program in the pods", client_.program()));
    ask_about_gone();
    base::Result<void> went;
    if (counts && wanted_()) went = between();
    if (counts) take_counters();
    if (!went) return std::unexpected(went.error());
    if (wanted_()) take_logs();
    give_machines();
    return std::move(round_);
  }

 private:
  TakenPod& pod(std::size_t i) { return round_.job.pods[i]; }

  void tell_not_running() {
    for (TakenPod& each : round_.job.pods) {
      if (each.pod.running || each.pod.launcher || each.pod.phase == "Succeeded") continue;
      each.missing = flow::why_not_running(each.pod);
      each.silence = word_of(Silence::not_running);
    }
  }

  std::vector<facts::Pod> pods_at(const std::vector<std::size_t>& places) {
    std::vector<facts::Pod> pods;
    pods.reserve(places.size());
    for (const std::size_t i : places) pods.push_back(pod(i).pod);
    return pods;
  }

  void take_snapshots(bool last) {
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < round_.job.pods.size(); ++i)
      if (pod(i).missing.empty() && pod(i).pod.running && !pod(i).pod.launcher) asked.push_back(i);
    const std::vector<facts::Pod> pods = pods_at(asked);
    const bool whole = kube::ask_pods(
        client_, asking_, pods, AskedFor::snapshot, last, [](std::size_t) { return Place::launcher; },
        [&](std::size_t n, const Reply& reply) { take_snapshot(asked[n], reply); });
    if (whole) return;
    for (const std::size_t i : asked)
      if (!machines_[i] && pod(i).missing.empty()) take_silence(i, {.why = "was not asked: the run was ended"});
  }

  void take_silence(std::size_t i, const Reply& reply) {
    pod(i).missing = reply.why;
    pod(i).silence = word_of(reply.silence);
    if (reply.silence == Silence::refused) refused_ = reply.failure;
  }

  void take_snapshot(std::size_t i, const Reply& reply) {
    if (!reply.answered) return take_silence(i, reply);
    const std::string& name = pod(i).pod.name;
    const base::Result<OpenedWorld> opened = OpenedWorld::of_snapshot_text(reply.text, name);
    if (!opened) return take_silence(i, {.why = base::format("gave no snapshot that can be read: {}", opened.error().message)});
    places_[i] = reply.place;
    pod(i).old_program = reply.old;
    const sys::World world = opened->world();
    machines_[i] = probe::machine(world, {});
    pod(i).processes = probe::pinning_processes(world, world.files);
    pod(i).before = probe::traffic(world);
    flow::put_in_place_of_ours(pod(i).processes, *machines_[i]);
    if (reply.old) flow::forget_limits(*machines_[i]);
    save(i, reply.text);
  }

  void save(std::size_t i, const std::string& text) {
    if (options_.folder.empty() || error_) return;
    const std::string file = base::format("{}/{}.txtar", options_.folder, pod(i).pod.name);
    if (auto written = write_file(file, text); !written)
      error_ = written.error();
    else
      round_.saved[i] = file;
  }

  /// What became of pods that ended while they were asked; one that was evicted says so itself.
  void ask_about_gone() {
    std::vector<std::size_t> silent;
    for (std::size_t i = 0; i < round_.job.pods.size(); ++i)
      if (pod(i).silence == "gone" || pod(i).silence == "other") silent.push_back(i);
    if (silent.empty() || !wanted_()) return;
    const auto now = kube::pods_now(client_, pods_at(silent));
    for (std::size_t n = 0; n < silent.size(); ++n) {
      TakenPod& each = pod(silent[n]);
      const std::string said = each.missing;
      if (now[n] && now[n]->running && !now[n]->terminating) continue;
      if (!now[n] && now[n].error().trouble != kube::Trouble::not_found) continue;
      each.silence = word_of(Silence::gone);
      each.missing = now[n] ? flow::why_not_running(*now[n]) : "is gone: it was deleted or evicted";
      each.missing += base::format(", while it was asked ({})", said);
      if (now[n]) each.pod.phase = now[n]->phase;
    }
  }

  /// A copy is removed by this, whether the counters are wanted any more or not.
  void take_counters() {
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < round_.job.pods.size(); ++i)
      if (machines_[i] && !pod(i).old_program && (wanted_() || places_[i] == Place::copied)) asked.push_back(i);
    kube::Asking asking = asking_;
    if (!wanted_()) asking.wanted = [] { return true; };
    kube::ask_pods(
        client_, asking, pods_at(asked), AskedFor::counters, true, [&](std::size_t n) { return places_[asked[n]]; },
        [&](std::size_t n, const Reply& reply) {
          if (!reply.answered) return;  // the first reading stands, and nothing is said to have moved
          if (const auto opened = OpenedWorld::of_snapshot_text(reply.text, pod(asked[n]).pod.name))
            pod(asked[n]).after = probe::traffic(opened->world());
        });
  }

  /// A log that cannot be had is told; a pod that does not answer is not asked again.
  void take_logs() {
    std::vector<std::size_t> asked;
    for (std::size_t i = 0; i < round_.job.pods.size(); ++i)
      if (pod(i).silence != "timeout" && pod(i).pod.phase != "Pending" && !pod(i).pod.phase.empty()) asked.push_back(i);
    const kube::LogTaker taker{.take = [&](std::size_t n, std::string_view piece) { reader(asked[n]).take(piece); },
                               .cut =
                                   [&](std::size_t n) {
                                     pod(asked[n]).log_cut = true;
                                     reader(asked[n]).take("\n");
                                   },
                               .done = [&](std::size_t n, std::string why) { end_log(asked[n], std::move(why)); }};
    kube::read_logs(client_, asking_, pods_at(asked), taker);
  }

  text::CaseReader& reader(std::size_t i) {
    if (!cases_[i]) {
      cases_[i] = std::make_unique<text::CaseReader>();
      if (machines_[i]) {
        cases_[i]->begin(pod(i).pod.name);
        cases_[i]->take_snapshot(*machines_[i], 0);
        cases_[i]->end();
      }
      cases_[i]->begin("log of " + pod(i).pod.name);
    }
    return *cases_[i];
  }

  void end_log(std::size_t i, std::string why) {
    pod(i).log_missing = std::move(why);
    if (!cases_[i]) return;
    cases_[i]->end();
    text::Case read = cases_[i]->finish();
    cases_[i] = nullptr;
    pod(i).log = std::move(read.log);
    if (machines_[i]) machines_[i] = std::move(read.machines.front());  // with the variables that its log tells of
  }

  void give_machines() {
    for (std::size_t i = 0; i < machines_.size(); ++i) {
      if (!machines_[i]) continue;
      pod(i).machine = round_.job.machines.size();
      round_.job.machines.push_back(*std::move(machines_[i]));
      round_.job.names.push_back(pod(i).pod.name);
    }
  }

  const kube::Client& client_;
  const VerifyOptions& options_;
  const std::function<bool()>& wanted_;
  kube::Asking asking_;
  Round round_;
  std::vector<std::optional<facts::Machine>> machines_;
  std::vector<Place> places_;
  std::vector<std::unique_ptr<text::CaseReader>> cases_;
  std::optional<base::Error> error_;
  std::optional<kube::Failure> refused_;
};

}  // namespace

base::Result<Round> round_of(const kube::Client& client, const VerifyOptions& options, const std::vector<facts::Pod>& pods,
                             const std::function<bool()>& wanted, const std::function<base::Result<void>()>& between) {
  return Gathering(client, options, pods, wanted).run(between);
}

}  // namespace railhead::cli
