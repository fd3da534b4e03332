#include "flow/preflight/trials.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "flow/deploy/applied.h"
#include "flow/preflight/wanted.h"
#include "kube/objects/kinds.h"
#include "kube/objects/live.h"
#include "manifest/admission/controllers.h"

namespace railhead::flow {
namespace {

using facts::Known;
using facts::Missing;
using facts::Trial;
using facts::Why;
using kube::Failure;
using kube::Trouble;

constexpr const char* kSource = "--dry-run=server";

std::string first_line(const std::string& text) {
  return base::one_line(text.substr(0, std::min<std::size_t>(text.size(), 1200)));
}

/// The server looked at the pod and says no. Any other failure says nothing of it: no right to ask, no answer.
bool is_refusal(const Failure& failure) {
  using enum Trouble;
  return failure.trouble == denied || failure.trouble == quota || failure.trouble == invalid;
}

class Trying {
 public:
  Trying(const kube::Client& client, const Looking& how, facts::Preflight& preflight)
      : client_(client), how_(how), preflight_(preflight) {}

  void object(const Item& item) {
    Trial trial{.what = title(item), .by = "you"};
    if (is_not_served(item)) return;  // preflight.kind.not-served tells of it
    if (!item.space.empty() && item.space == preflight_.survey.space.name && no_space_yet()) {
      return;  // the namespace is made by the same deploy; the trial of that tells whether
    }
    if (item.kind->kind == "Pod" && !has_account(preflight_.survey.account)) return;  // it is made with it; pods() tries one
    const Manner manner{.applying = {.dry_run = true, .force = how_.force},
                        .adopt = how_.adopt,
                        .patience = std::chrono::milliseconds(0),
                        .wanted = how_.wanted};
    const Applied applied = apply_all(client_, {item}, manner);
    if (applied.interrupted) return;
    if (!applied.steps.empty() && applied.steps.front().did == Did::unread) {
      trial.taken = Known<bool>(Missing{Why::denied, applied.steps.front().note}, kSource);
    } else if (!applied.stopped) {
      trial.taken = {true, kSource};
    } else if (applied.stopped->transient || applied.stopped->code == base::Code::timeout) {
      trial.taken = Known<bool>(Missing{Why::unavailable, first_line(applied.stopped->message)}, kSource);
    } else {
      trial.taken = {false, kSource};
      trial.said = first_line(applied.stopped->message + (applied.stopped->cause.empty() ? "" : ": " + applied.stopped->cause));
      trial.fix = applied.stopped->suggestion;
    }
    preflight_.trials.push_back(std::move(trial));
  }

  void pods(const Item& item) {
    const std::string what = base::format("{}/{}", item.kind->kind, item.name);
    if (const auto reason = cannot_try()) {
      preflight_.trials.push_back(
          {.what = what, .pod = true, .taken = Known<bool>(Missing{Why::unavailable, *reason}, kSource)});
      return;
    }
    const std::string account = item.kind->kind == "Pod" ? "" : controller_for(std::string(item.kind->kind));
    for (const std::string& manifest : pod_manifests(item, takes_default() ? "default" : "")) {
      if (!how_.wanted()) return;
      preflight_.trials.push_back(tried(what, manifest, account));
    }
  }

 private:
  bool no_space_yet() const { return preflight_.survey.space.exists.is(false); }

  bool is_not_served(const Item& item) const {
    const facts::SurveyedApi* api = preflight_.survey.api(kube::resource_of(*item.kind));
    if (!api || !api->versions) return false;
    const std::string group(item.kind->group);
    return std::ranges::find(*api->versions, group.substr(group.rfind('/') + 1)) == api->versions->end();
  }

  bool has_account(const std::string& name) const {
    const auto& accounts = preflight_.survey.space.accounts;
    return !accounts || std::ranges::find(*accounts, name) != accounts->end();
  }

  /// Admission of Kubernetes is the same for every account, so that of a new one is as good as that of default.
  bool takes_default() const {
    return !has_account(preflight_.survey.account) && preflight_.survey.openshift.is(false) && has_account("default");
  }

  /// The server looks for the pod's namespace and account before anything else.
  std::optional<std::string> cannot_try() const {
    if (no_space_yet()) return "its namespace is not there yet";
    const std::string& account = preflight_.survey.account;
    if (!has_account(account) && !takes_default()) return base::format("its service account {} is not there yet", account);
    return std::nullopt;
  }

  /// Of kinds with an operator it is not known: the StatefulSet's may do as little.
  static std::string controller_for(const std::string& kind) {
    const std::string account = manifest::admission::controller_of(kind).account;
    return account.empty() ? "system:serviceaccount:kube-system:statefulset-controller" : account;
  }

  /// By its path, which needs no discovery: some servers keep that from those who speak for somebody else.
  kube::Said ask(const std::string& manifest, const std::string& account) const {
    const std::string path = kube::path_of(*kube::kind_named("Pod"), preflight_.survey.space.name) + "?dryRun=All";
    std::vector<std::string> words = {"create", "--raw", path, "-f", "-"};
    if (!account.empty()) words.push_back("--as=" + account);
    return client_.say(std::move(words), manifest);
  }

  Trial tried(const std::string& what, const std::string& manifest, const std::string& account) const {
    Trial trial{.what = what, .pod = true};
    kube::Said said = ask(manifest, account);
    trial.by = account.empty() ? "the API server to you"
                               : base::format("the API server to {}", account.substr(account.rfind(':') + 1));
    if (!account.empty() && !said && !is_refusal(said.error())) {
      said = ask(manifest, "");
      trial.by = "the API server to you, who may not ask for the controller that makes the pods";
    }
    if (said) {
      trial.taken = {true, kSource};
      return trial;
    }
    const Failure& failure = said.error();
    if (!is_refusal(failure)) {
      const Why why = failure.trouble == Trouble::forbidden ? Why::denied : Why::unavailable;
      trial.taken = Known<bool>(Missing{why, first_line(failure.said)}, kSource);
      return trial;
    }
    trial.taken = {false, kSource};
    trial.said = first_line(failure.said);
    trial.quota = failure.said.find("exceeded quota") != std::string::npos;
    trial.fix = kube::error_of(failure, "create a pod", client_.program()).suggestion;
    return trial;
  }

  const kube::Client& client_;
  const Looking& how_;
  facts::Preflight& preflight_;
};

}  // namespace

void try_objects(const kube::Client& client, const std::vector<Item>& items, const Looking& how, facts::Preflight& preflight) {
  Trying trying(client, how, preflight);
  for (const Item& item : items)
    if (how.wanted()) trying.object(item);
  for (const Item& item : items)
    if (has_pods(item) && how.wanted()) trying.pods(item);
}

}  // namespace railhead::flow
