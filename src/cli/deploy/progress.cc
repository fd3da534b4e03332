#include "cli/deploy/progress.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/output.h"

namespace railhead::cli {
namespace {

/// More pods than that are counted by their state.
constexpr std::size_t kMostDrawn = 16;

std::size_t width() {
  winsize size{};
  return ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 20 ? size.ws_col : 100;
}

std::string told(const kube::PodState& pod) {
  std::string text = kube::stands(pod);
  if (!pod.message.empty()) text += ": " + pod.message;
  return text;
}

/// "12 Running, 3 Pending: Unschedulable"
std::string counted_states(const std::vector<kube::PodState>& pods) {
  std::map<std::string, std::size_t> counts;
  for (const kube::PodState& pod : pods) ++counts[kube::stands(pod)];
  std::vector<std::string> parts;
  parts.reserve(counts.size());
  for (const auto& [state, count] : counts) parts.push_back(base::format("{} {}", count, state));
  return base::joined(parts, ", ");
}

std::string name_of(const kube::Warning& warning) { return base::format("{} {}", base::lowered(warning.kind), warning.name); }

/// The picture of a moment; each line is one of the terminal.
std::string drawn(const flow::Workload& workload, const flow::Seen& seen) {
  std::vector<std::string> lines;
  std::size_t widest = 0;
  for (const kube::PodState& pod : seen.pods) widest = std::max(widest, pod.name.size());
  if (seen.pods.size() > kMostDrawn)
    lines.push_back(base::format("  {}", counted_states(seen.pods)));
  else
    for (const kube::PodState& pod : seen.pods) lines.push_back(base::format("  {:<{}}  {}", pod.name, widest, told(pod)));
  if (seen.pods.size() < workload.pods)
    lines.push_back(
        base::format("  {} of {} not there yet", workload.pods - seen.pods.size(), base::counted(workload.pods, "pod")));
  for (const kube::Warning& one : seen.warnings)
    if (lines.size() < 2 * kMostDrawn) lines.push_back(base::format("  {}: {}: {}", name_of(one), one.reason, one.message));
  if (!seen.answered) lines.emplace_back("  the API server does not answer; trying again");
  std::string picture;
  for (std::string& line : lines) {
    if (line.size() >= width()) line = line.substr(0, width() - 4) + "...";
    picture += base::printable(line) + "\n";
  }
  return picture;
}

}  // namespace

Progress::Progress(bool quiet)
    : quiet_(quiet), terminal_(::isatty(STDERR_FILENO) == 1), start_(std::chrono::steady_clock::now()) {}

void Progress::note(const std::string& text) {
  if (!quiet_) static_cast<void>(print_note(base::printable(text) + "\n"));
}

void Progress::step(const flow::Step& step) {
  note(base::format("  {:<9}  {}{}", flow::word_of(step.did), flow::title(step.item),
                    step.note.empty() ? "" : ": " + step.note));
}

std::string Progress::since_start() const {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::steady_clock::now() - start_).count();
  return base::format("{:>4} s", seconds);
}

void Progress::look(const flow::Workload& workload, const flow::Seen& seen) {
  if (quiet_) return;
  if (terminal_) return redraw(drawn(workload, seen));
  changes(workload, seen);
}

void Progress::redraw(const std::string& picture) {
  if (picture == picture_) return;
  std::string text;
  if (drawn_ > 0) text += base::format("\x1b[{}A\x1b[J", drawn_);  // up, and all below is cleared
  static_cast<void>(print_note(text + picture));
  drawn_ = static_cast<std::size_t>(std::ranges::count(picture, '\n'));
  picture_ = picture;
}

void Progress::changes(const flow::Workload& workload, const flow::Seen& seen) {
  const auto say = [&](const std::string& about, const std::string& text) {
    // A pod whose image cannot be pulled goes to and fro between two reasons.
    auto& [last, before] = said_[workload.name + "/" + about];
    if (text == last || text == before) return;
    before = std::exchange(last, text);
    note(base::format("{}  {}: {}", since_start(), about, text));
  };
  if (seen.answered != answered_)
    note(base::format("{}  the API server {}", since_start(),
                      seen.answered ? "answers again" : "does not answer; trying again"));
  answered_ = seen.answered;
  if (seen.pods.size() > kMostDrawn)
    say(workload.name, counted_states(seen.pods));
  else
    for (const kube::PodState& pod : seen.pods) say(pod.name, told(pod));
  for (const kube::Warning& one : seen.warnings) say(name_of(one), base::format("{}: {}", one.reason, one.message));
}

void Progress::end_of_looks() {
  drawn_ = 0;
  picture_.clear();
}

}  // namespace railhead::cli
