#include "finding/declared/settings.h"
#include "finding/finding.h"
#include "finding/scope.h"
#include "finding/variables.h"
#include "nccl/number.h"

namespace railhead::check {
namespace {

/// The settings by name, with what is asked of them mostly.
struct Set {
  const facts::Machine& machine;

  const facts::Variable* at(std::string_view name) const {
    const facts::Variable* variable = setting(machine, name);
    return variable == nullptr || variable->value.empty() ? nullptr : variable;
  }
  std::optional<std::int64_t> number(std::string_view name) const {
    const facts::Variable* variable = at(name);
    return variable == nullptr ? std::nullopt : nccl::parse_number(variable->value).value;
  }
  std::string word(std::string_view name) const {
    const facts::Variable* variable = at(name);
    return variable == nullptr ? "" : base::lowered(variable->value);
  }
};

Finding between(Severity severity, const facts::Variable& one, const facts::Variable& other, const std::string& message,
                std::string fix) {
  return violated(severity, one.name, message, {shown(one), shown(other)}, std::move(fix));
}

/// NCCL_NET names the one network that may be used, and something else takes that away: the job fails at its start.
void add_no_network(const Set& set, std::vector<Finding>& findings) {
  const facts::Variable* net = set.at("NCCL_NET");
  if (net == nullptr) return;
  const std::string name = set.word("NCCL_NET");
  if (name == "ib" && is_on(set.machine, "NCCL_IB_DISABLE")) {
    const facts::Variable& disable = *set.at("NCCL_IB_DISABLE");
    findings.push_back(between(Severity::error, *net, disable,
                               "asks for IB, which NCCL_IB_DISABLE turns off: NCCL fails at its start", removal(disable)));
  }
  if (name != "ib" && name != "socket" && set.word("NCCL_NET_PLUGIN") == "none") {
    const facts::Variable& plugin = *set.at("NCCL_NET_PLUGIN");
    findings.push_back(between(
        Severity::error, *net, plugin,
        base::format("asks for '{}', which only a plugin has, and NCCL_NET_PLUGIN=none loads none: NCCL fails at its start",
                     net->value),
        removal(plugin)));
  }
}

/// Choices of RDMA devices that RDMA turned off makes idle.
void add_idle(const Set& set, bool rdma_wanted, std::vector<Finding>& findings) {
  const facts::Variable* off = turned_off_by(set.machine);
  if (off == nullptr || !rdma_wanted) return;
  for (const char* name : {"NCCL_IB_HCA", "NCCL_IB_GID_INDEX"})
    if (const facts::Variable* idle = set.at(name))
      findings.push_back(between(Severity::warning, *idle, *off,
                                 base::format("has no effect: {}={} turns RDMA off", off->name, off->value), removal(*off)));
}

/// The first decides, so that the second is never looked at.
void add_overruled(const Set& set, std::vector<Finding>& findings) {
  const auto add = [&](const char* name, const char* by, const char* why) {
    const facts::Variable* idle = set.at(name);
    if (idle != nullptr)
      findings.push_back(between(Severity::info, *idle, *set.at(by), base::format("has no effect: {}", why), removal(*idle)));
  };
  if (set.number("NCCL_IB_GID_INDEX").value_or(-1) >= 0)
    for (const char* name : {"NCCL_IB_ADDR_FAMILY", "NCCL_IB_ADDR_RANGE", "NCCL_IB_ROCE_VERSION_NUM"})
      add(name, "NCCL_IB_GID_INDEX", "NCCL_IB_GID_INDEX has chosen already");
  if (set.number("NCCL_P2P_DISABLE") == 1) add("NCCL_P2P_LEVEL", "NCCL_P2P_DISABLE", "NCCL_P2P_DISABLE=1 comes first");
}

void add_bounds(const Set& set, std::vector<Finding>& findings) {
  for (const auto& [low, high] :
       {std::pair{"NCCL_MIN_NCHANNELS", "NCCL_MAX_NCHANNELS"}, std::pair{"NCCL_MIN_CTAS", "NCCL_MAX_CTAS"}}) {
    const auto least = set.number(low);
    const auto most = set.number(high);
    if (least && most && *least > *most)
      findings.push_back(between(Severity::warning, *set.at(low), *set.at(high),
                                 base::format("{} is more than {}={}", *least, high, *most), removal(*set.at(low))));
  }
  constexpr std::int64_t kMostSockets = 64;
  const auto threads = set.number("NCCL_SOCKET_NTHREADS");
  const auto sockets = set.number("NCCL_NSOCKS_PERTHREAD");
  if (threads && sockets && *threads > 0 && *sockets > kMostSockets / *threads)
    findings.push_back(between(Severity::warning, *set.at("NCCL_NSOCKS_PERTHREAD"), *set.at("NCCL_SOCKET_NTHREADS"),
                               base::format("{} sockets for each of {} threads are more than the {} that NCCL takes", *sockets,
                                            *threads, kMostSockets),
                               correction(*set.at("NCCL_NSOCKS_PERTHREAD"), std::to_string(kMostSockets / *threads))));
}

std::vector<Finding> of_machine(const Input& input) {
  if (auto findings = nothing_set(input)) return *std::move(findings);
  const auto all = settings(input.machine, "NCCL_");
  if (all.empty()) return {skipped("machine", kNotSet)};
  const RdmaUse use = rdma_use(input);
  const Set set{input.machine};
  std::vector<Finding> findings;
  add_no_network(set, findings);
  add_idle(set, use != RdmaUse::unwanted && use != RdmaUse::none, findings);
  add_overruled(set, findings);
  add_bounds(set, findings);
  if (findings.empty())
    findings.push_back(ok("machine", "the variables of NCCL do not contradict each other", {shown(*all.front())}));
  return findings;
}

std::vector<Finding> rule(const Input& input) { return with_declared(input, Whose::with_rdma, of_machine); }

}  // namespace

Check env_contradiction() {
  return {.title = "Variables of NCCL contradict each other",
          .severity = Severity::warning,
          .cause =
              "Each variable is read by itself, and NCCL does not compare them: one takes away what another asks for. Mostly "
              "they come from "
              "different places, such as an image, a manifest and nccl.conf.",
          .fix = "unset NCCL_IB_DISABLE  # where NCCL_NET=IB is meant; railhead env --lint says where each was set",
          .rule = rule};
}

}  // namespace railhead::check
