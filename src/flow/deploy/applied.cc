#include "flow/deploy/applied.h"

#include <algorithm>
#include <array>

#include "base/format.h"
#include "base/text.h"
#include "flow/deploy/patience.h"

namespace railhead::flow {
namespace {

using kube::Answer;
using kube::Failure;
using kube::Live;
using kube::Trouble;

base::Error not_ours(const Item& item, const Live& live) {
  return {.code = base::Code::unavailable,
          .message = base::format("{} is there already, and is not of this job", title(item)),
          .cause = live.owner.empty() ? "it has no annotation railhead.dev/owner, so that something else made it"
                                      : base::format("it is of {}", base::one_line(live.owner)),
          .suggestion = "Give the job another name, or take it over with --adopt."};
}

/// Fields that no running workload lets one change: it has to be made anew (validation of apps, batch and core).
bool is_immutable(const Failure& failure) {
  constexpr std::array<std::string_view, 3> kWords = {"field is immutable", "updates to statefulset spec",
                                                      "pod updates may not change"};
  return failure.trouble == Trouble::invalid &&
         std::ranges::any_of(kWords, [&](std::string_view words) { return failure.said.find(words) != std::string::npos; });
}

class Applier {
 public:
  Applier(const kube::Client& client, const Manner& manner) : client_(client), manner_(manner) {}

  Applied all(const std::vector<Item>& items) {
    for (const Item& item : items) {
      if (!manner_.wanted()) {
        result_.interrupted = true;
        break;
      }
      auto step = one(item);
      if (!step) {
        result_.interrupted = !manner_.wanted();
        result_.stopped = std::move(step.error());
        break;
      }
      manner_.done(*step);
      result_.steps.push_back(*std::move(step));
    }
    return std::move(result_);
  }

 private:
  template <class Call>
  auto patiently(const Call& call) const {
    return flow::patiently(call, manner_.patience, manner_.wanted, manner_.told);
  }

  base::Error failed(const Item& item, const Failure& failure) const {
    base::Error error = kube::error_of(failure, "apply " + title(item), client_.program());
    if (failure.trouble == Trouble::forbidden && item.by_admin)
      error.suggestion =
          base::format("An admin has to apply it, once: what 'railhead render FILE --for admin' writes. Then deploy again.\n{}",
                       error.suggestion);
    if (is_immutable(failure))
      error.suggestion = "A running job cannot be changed there: 'railhead undeploy FILE', then deploy again.";
    return error;
  }

  Answer<std::optional<Live>> present(const Item& item) const {
    return patiently([&] { return kube::live(client_, *item.kind, item.space, item.name); });
  }

  /// One that is being deleted is waited for: a new one can have its name when it is gone.
  Answer<std::optional<Live>> settled(const Item& item) const {
    using Clock = std::chrono::steady_clock;
    const Clock::time_point end = Clock::now() + manner_.patience;
    auto live = present(item);
    for (bool first = true; live && *live && (*live)->ending && Clock::now() < end && manner_.wanted(); first = false) {
      if (first) manner_.told(title(item) + " is being deleted; waiting until it is gone");
      rest(std::chrono::seconds(1), manner_.wanted);
      live = present(item);
    }
    return live;
  }

  base::Result<Step> one(const Item& item) const {
    const auto before = settled(item);
    // Whose it is cannot be told, so that it is not touched. An admin has applied it, or what needs it will say so.
    if (!before && before.error().trouble == Trouble::forbidden && item.by_admin)
      return Step{item, Did::unread,
                  "you may not read it; an admin applies it, once: 'railhead render FILE --for admin' writes it"};
    if (!before) return std::unexpected(kube::error_of(before.error(), "read " + title(item), client_.program()));
    if (*before && (*before)->owner != item.owner && !manner_.adopt) {
      if (!item.is_shared()) return std::unexpected(not_ours(item, **before));
      return Step{item, Did::left, "it is there already, and is not of this profile"};
    }
    const auto after = patiently([&] { return kube::apply(client_, item.text, manner_.applying); });
    if (after) {
      if (manner_.applying.dry_run) return Step{item, Did::accepted};
      return Step{item, !*before ? Did::created : (*before)->version == after->version ? Did::unchanged : Did::changed};
    }
    return refused(item, *before, after.error());
  }

  base::Result<Step> refused(const Item& item, const std::optional<Live>& before, const Failure& failure) const {
    if (failure.trouble == Trouble::forbidden && item.by_admin && before)
      return Step{item, Did::left, "it is there, and you may not change it"};
    const bool no_space = failure.trouble == Trouble::not_found && failure.said.find("namespaces \"") != std::string::npos;
    if (manner_.applying.dry_run && no_space && makes_space(item.space))
      return Step{item, Did::accepted, "not tried: its namespace is made by the same deploy"};
    return std::unexpected(failed(item, failure));
  }

  bool makes_space(const std::string& space) const {
    for (const Step& step : result_.steps)
      if (step.item.kind->kind == "Namespace" && step.item.name == space) return true;
    return false;
  }

  const kube::Client& client_;
  const Manner& manner_;
  Applied result_;
};

}  // namespace

const char* word_of(Did did) {
  static constexpr std::array<const char*, 6> kWords = {"created", "changed", "unchanged", "left", "unread", "accepted"};
  return kWords[static_cast<std::size_t>(did)];
}

Applied apply_all(const kube::Client& client, const std::vector<Item>& items, const Manner& manner) {
  return Applier(client, manner).all(items);
}

}  // namespace railhead::flow
