#include <algorithm>
#include <map>

#include "finding/preflight/fit.h"
#include "finding/preflight/jobs.h"

namespace railhead::check {
namespace {

using facts::Preflight;
using facts::WantedJob;
using facts::WantedPods;

constexpr std::size_t kMostShown = 8;

/// Another check tells of a resource that is nowhere.
bool asks_for_nothing_there(const WantedPods& pods, const facts::Survey& survey) {
  const auto names = resources_of(survey);
  return std::ranges::any_of(pods.requests, [&](const facts::WantedAmount& one) {
    return one.amount > 0 && is_extended(one.name) && std::ranges::find(names, one.name) == names.end();
  });
}

/// "3 with taint nvidia.com/gpu:NoSchedule, 1 cordoned", the most frequent first.
std::string reasons(const std::vector<Seat>& seats) {
  std::map<std::string, std::size_t> counts;
  for (const Seat& seat : seats)
    for (const BarOn& bar : seat.bars) ++counts[bar.text];
  std::vector<std::pair<std::string, std::size_t>> sorted(counts.begin(), counts.end());
  std::ranges::stable_sort(sorted, std::ranges::greater(), [](const auto& one) { return one.second; });
  std::vector<std::string> texts;
  texts.reserve(sorted.size());
  for (const auto& [text, count] : sorted) texts.push_back(base::format("{} {}", count, base::one_line(text)));
  return listed(texts, 6);
}

Evidences shown(const WantedPods& pods, const std::vector<Seat>& seats, const std::string& source) {
  std::vector<std::string> wants;
  for (const facts::WantedAmount& one : pods.requests)
    if (one.amount > 0) wants.push_back(base::format("{} {}", amount_text(one.name, one.amount), base::one_line(one.name)));
  Evidences evidence = {{base::format("a pod asks for {}", wants.empty() ? "nothing" : listed(wants, 12)), pods.owner}};
  for (const Seat& seat : seats) {
    if (seat.bars.empty() && seat.now.value_or(1) > 0) continue;
    if (evidence.size() > kMostShown) break;
    std::vector<std::string> texts;
    texts.reserve(seat.bars.size());
    for (const BarOn& bar : seat.bars) texts.push_back(bar.text);
    evidence.push_back({base::format("{}: {}", seat.node->name, listed(texts, 6)), source});
  }
  return evidence;
}

/// The bar that keeps pods off most nodes by itself: what is mended there helps.
const BarOn* decisive(const std::vector<Seat>& seats, const facts::SurveyedNode** node) {
  std::map<std::string, std::size_t> counts;
  const BarOn* best = nullptr;
  for (const Seat& seat : seats) {
    if (seat.bars.size() != 1) continue;
    const BarOn& bar = seat.bars.front();
    if (const std::size_t count = ++counts[bar.text]; !best || count > counts[best->text]) {
      best = &bar;
      *node = seat.node;
    }
  }
  if (best) return best;
  for (const Seat& seat : seats)
    if (!seat.bars.empty()) {
      *node = seat.node;
      return &seat.bars.front();
    }
  return nullptr;
}

std::string toleration(const std::string& taint) {
  const std::size_t mark = taint.rfind(':');
  return base::format("# in railhead.yaml, below spec.cluster:\ntolerations:\n  - {{key: {}, operator: Exists, effect: {}}}",
                      base::one_line(taint.substr(0, mark)), base::one_line(taint.substr(mark + 1)));
}

std::string fewer(const Room& room, bool now) {
  const std::uint64_t nodes = now ? room.now.value_or(0) : room.ever;
  if (nodes == 0) return {};
  return base::format("nodes: {}  # in railhead.yaml, below spec: as many as there is room for", nodes);
}

std::string fix_of(const std::vector<Seat>& seats, const Room& room, const std::string& program) {
  const facts::SurveyedNode* node = nullptr;
  const BarOn* bar = decisive(seats, &node);
  const bool busy = room.now && room.ever > *room.now;
  if (!bar) return fewer(room, busy);
  switch (bar->bar) {
    case Bar::taint: return toleration(bar->subject);
    case Bar::cordoned: return base::format("{} uncordon {}", program, word(node->name));
    case Bar::not_ready: return base::format("{} describe node {}", program, word(node->name));
    case Bar::label: return base::format("{} get nodes -L {}  # which values are there", program, word(bar->subject));
    case Bar::not_named: return "nodes: []  # in railhead.yaml, below spec.cluster: name no nodes, or others";
    case Bar::lacks:
      return base::format("{} get nodes -o custom-columns='NAME:.metadata.name,HAS:.status.allocatable.{}'", program, [&] {
        std::string path;
        for (const char c : base::one_line(bar->subject)) path += c == '.' ? "\\." : std::string(1, c);
        return path;
      }());
    case Bar::used: break;
  }
  if (const std::string text = fewer(room, true); !text.empty()) return text;
  return base::format("{} describe node {}  # which pods hold {}; the job starts when they end", program, word(node->name),
                      base::one_line(bar->subject));
}

Finding judge(const Preflight& all, const WantedPods& pods) {
  const facts::Survey& survey = all.survey;
  const std::vector<Seat> places = seats(pods, *survey.nodes);
  const Room sum = room(places);
  const std::string& source = survey.nodes.source();
  const std::string wanted = base::counted(pods.count, "pod");
  const std::string nodes = base::counted(survey.nodes->size(), "node");
  const auto because = [&] {
    const std::string why = reasons(places);
    return why.empty() ? std::string() : base::format(": {}", why);
  };
  if (sum.ever < pods.count && sum.now.value_or(0) < pods.count)
    return violated(Severity::error, pods.owner,
                    base::format("asks for {}, and {} on {}{}", wanted,
                                 sum.ever == 0   ? std::string("none fits")
                                 : sum.ever == 1 ? std::string("1 fits")
                                                 : base::format("{} fit", sum.ever),
                                 nodes, because()),
                    shown(pods, places, source), fix_of(places, sum, survey.program));
  if (sum.now && *sum.now < pods.count)
    return violated(Severity::error, pods.owner,
                    base::format("asks for {}, and there is room for {} now on {}{}; others would have to end first", wanted,
                                 *sum.now, nodes, because()),
                    shown(pods, places, source), fix_of(places, sum, survey.program));
  if (!sum.now)
    return unknown(
        pods.owner,
        base::format("{} would fit on an empty cluster; what other pods hold is not known, as admin: {} describe nodes", wanted,
                     survey.program),
        {lacking(survey.pods, "the pods of all namespaces")});
  return ok(pods.owner, base::format("{}: room for {} on {} of {}", wanted, *sum.now, sum.nodes, nodes),
            {{"free of what the nodes have", source}});
}

std::vector<Finding> rule(const Input& input) {
  return each_job(input, [](const Preflight& all, const WantedJob& job) -> std::vector<Finding> {
    if (!all.survey.nodes)
      return {unknown(base::format("job {}", job.name),
                      base::format("whether nodes have room is not known; as admin: {} describe nodes", all.survey.program),
                      {lacking(all.survey.nodes, "the nodes")})};
    std::vector<Finding> findings;
    for (const WantedPods& pods : job.pods)
      if (!asks_for_nothing_there(pods, all.survey)) findings.push_back(judge(all, pods));
    return findings;
  });
}

}  // namespace

Check preflight_nodes_too_few() {
  return {
      .title = "Fewer pods fit on the nodes than the job has",
      .severity = Severity::error,
      .cause =
          "A pod goes to a node that is ready, whose taints it tolerates, which has its labels and as much of each resource "
          "as the pod asks for and no other pod holds. A job whose pods do not all start waits for the others in its "
          "rendezvous.",
      .fix = "kubectl describe nodes  # what is there, and who holds it",
      .rule = rule};
}

}  // namespace railhead::check
