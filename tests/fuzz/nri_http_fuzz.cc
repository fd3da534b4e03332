// What comes to the plugin's port, however it is cut; and the same bytes as names in its log and its metrics.
#include <nlohmann/json.hpp>

#include "nri/plugin/http/metrics.h"
#include "nri/plugin/http/request.h"
#include "nri/plugin/log/told.h"
#include "tests/fuzz/fuzz.h"

using namespace railhead;
using namespace railhead::nri;

namespace {

/// A server that reads in pieces stops at the first answer: it is that of the whole, or of a shorter front of it.
void claim_request(std::string_view text) {
  HttpRequest first;
  for (std::size_t length = 0; length <= text.size() && first.state == HttpRequest::State::partial; ++length)
    first = parse_request(text.substr(0, length));
  const HttpRequest whole = parse_request(text);
  fuzz::claim((first.state == HttpRequest::State::partial) == (whole.state == HttpRequest::State::partial),
              "a request has an end however it comes");
  fuzz::claim(text.size() <= kMostRequest || first.state != HttpRequest::State::partial, "no request goes on for ever");
  if (first.state != HttpRequest::State::whole) return;
  fuzz::claim(first.path.starts_with('/') && first.path.find('?') == std::string::npos, "a path is a path");
  fuzz::claim(!first.method.empty() && first.method.size() <= 16, "a method is a word");
}

void claim_line(std::string_view text) {
  const std::string name(text);
  const Subject subject{.space = name, .pod = name, .container = name, .container_id = name};
  const Decision decision{.rule = name, .limits = {{.type = name, .soft = 1, .hard = kUnlimited}}, .reasons = {name, name}};
  const std::string line = decision_line(subject, decision, false, std::chrono::nanoseconds(1)).whole();
  fuzz::claim(line.size() < kMostLine, "a line is bounded");
  fuzz::claim(line.find('\n') == line.size() - 1, "a line is one");
  fuzz::claim(nlohmann::json::accept(line), "a line is JSON");
}

void claim_label(std::string_view text) {
  const std::string value = label_value(text);
  bool is_escaped = false;
  for (const char c : value) {
    fuzz::claim(c != '\n' && (c != '"' || is_escaped), "a label does not end early");
    is_escaped = c == '\\' && !is_escaped;
  }
  fuzz::claim(!is_escaped, "the label's end is not escaped");
}

}  // namespace

RAILHEAD_FUZZ(text) {
  claim_request(text.substr(0, 2 * kMostRequest));
  claim_line(text);
  claim_label(text);
}
