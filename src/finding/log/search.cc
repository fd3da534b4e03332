#include "finding/log/search.h"

#include <algorithm>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "facts/log/run.h"

namespace railhead::check {
namespace {

constexpr std::size_t kMostShown = 6;

std::string subject_of(const std::vector<const facts::LogEvent*>& events) {
  std::set<std::string> names;
  for (const facts::LogEvent* event : events)
    if (!event->host.empty()) names.insert(event->host);
  return names.empty() ? "log" : listed({names.begin(), names.end()}, 4);
}

Evidence shown(const facts::LogEvent& event) {
  const std::string times = event.count > 1 ? base::format(" (and {} more like it)", event.count - 1) : "";
  return {event.text + times, event.source};
}

}  // namespace

std::vector<Finding> search(const Input& input, const LogSearch& search) {
  if (input.log == nullptr || !input.log->seen()) return {};
  std::vector<const facts::LogEvent*> found;
  for (const facts::LogEvent& event : input.log->events)
    if (search.is(event)) found.push_back(&event);
  if (found.empty()) {
    if (input.log->lines == 0 || input.log->events_left_out > 0) return {};  // what was left out may have been one
    return {ok("log", base::format("no {} among its lines", search.what),
               {{base::counted(input.log->lines, "line") + " of NCCL", input.log->first_line}})};
  }
  Evidences evidence;
  for (const facts::LogEvent* event : found)
    if (evidence.size() < kMostShown) evidence.push_back(shown(*event));
  return {violated(search.severity, subject_of(found), search.message(*found.front()), std::move(evidence), search.fix)};
}

std::string place_of(const facts::LogEvent& event) {
  const bool call = event.fault == facts::LogFault::verbs_call;
  const std::string& device = call ? event.call.device : event.completion.hca;
  const std::string& remote = call ? event.call.remote_gid : event.completion.remote_gid;
  std::string text = device.empty() ? "" : " on " + device;
  if (!remote.empty()) text += " to " + remote;
  return text;
}

std::string pointed_to(const facts::LogEvent& event) {
  return event.points_to.empty() ? "" : "; the line names " + event.points_to;
}

bool is_call(const facts::LogEvent& event, std::string_view name, int error) {
  return event.fault == facts::LogFault::verbs_call && event.call.name.starts_with(name) && event.call.error == error;
}

bool is_completion(const facts::LogEvent& event, unsigned status) {
  return event.fault == facts::LogFault::completion && event.completion.status == status;
}

std::vector<Finding> joined(std::vector<Finding> findings, std::vector<Finding> more) {
  for (Finding& finding : more) findings.push_back(std::move(finding));
  return findings;
}

}  // namespace railhead::check
