#include <array>
#include <optional>

#include "base/text.h"
#include "text/cluster/families.h"
#include "text/cluster/phrase.h"

// The admission plugin of OpenShift prints a list of field errors. Up to 4.5 none says whose it is; since then a constraint
// that the pod may use stands before its errors as "provider NAME: PATH: ...", one that it may not use as "provider "NAME":
// Forbidden: not usable by user or serviceaccount". Texts of some versions name the constraint before its first error alone. A
// comma separates the errors and stands in values and ranges too, so that they are found by their middles.
namespace railhead::text::cluster {
namespace {

using facts::ClusterEvent;
using facts::ClusterWord;
using facts::SccDenial;

constexpr std::size_t kMostDenials = 256;
constexpr std::array<std::string_view, 3> kMiddles = {": Invalid value: ", ": Forbidden: ", ": Required value: "};

/// The middle of a field error, and where the error as a whole starts.
struct Mark {
  std::size_t begin = 0;
  std::size_t at = 0;
  std::size_t value = 0;  // behind the middle
  std::string_view constraint = {};
  std::string_view path = {};  // empty: the constraint as a whole
  bool has_value = false;
};

/// The next middle at or behind `from`. `next` remembers where each was found, so that a text is searched once.
class Middles {
 public:
  explicit Middles(std::string_view text) : text_(text) {
    for (std::size_t i = 0; i < kMiddles.size(); ++i) next_[i] = text_.find(kMiddles[i]);
  }
  /// Its place and which it is.
  std::optional<std::pair<std::size_t, std::size_t>> take() {
    std::size_t first = 0;
    for (std::size_t i = 1; i < next_.size(); ++i)
      if (next_[i] < next_[first]) first = i;
    const std::size_t at = next_[first];
    if (at == std::string_view::npos) return std::nullopt;
    next_[first] = text_.find(kMiddles[first], at + 1);
    return std::pair{at, first};
  }

 private:
  std::string_view text_;
  std::array<std::size_t, kMiddles.size()> next_{};
};

/// Where the word that ends before `end` begins, not before `least`.
std::size_t word_begin(std::string_view text, std::size_t end, std::size_t least) {
  std::size_t begin = end;
  while (begin > least && text[begin - 1] != ' ') --begin;
  return begin;
}

std::string_view without(std::string_view word, char first, char last) {
  if (word.starts_with(first)) word.remove_prefix(1);
  if (word.ends_with(last)) word.remove_suffix(1);
  return word;
}

/// The error whose middle is at `at`; its words before are not sought before `least`.
Mark mark_at(std::string_view text, std::size_t at, std::size_t least) {
  Mark mark{.begin = word_begin(text, at, least), .at = at};
  const std::string_view last = text.substr(mark.begin, at - mark.begin);
  const std::size_t before = mark.begin > least ? word_begin(text, mark.begin - 1, least) : mark.begin;
  const std::string_view word = text.substr(before, mark.begin > before ? mark.begin - 1 - before : 0);
  if (word == "provider" || word == "[provider") {
    mark.begin = before;
    mark.constraint = without(last, '"', '"');
    return mark;
  }
  mark.path = last.starts_with('[') ? last.substr(1) : last;
  if (!word.ends_with(':') || before <= least) return mark;
  const std::size_t third = word_begin(text, before - 1, least);
  const std::string_view provider = text.substr(third, before - 1 - third);
  if (provider != "provider" && provider != "[provider") return mark;
  mark.begin = third;
  mark.constraint = without(without(word, '\0', ':'), '"', '"');
  return mark;
}

/// Length of the value that `text` starts with: a text in quotes, or what goes before ": ".
std::size_t value_length(std::string_view text) {
  if (const auto quoted = in_quotes(text)) return quoted->size() + 2;
  return std::min(text.find(": "), text.size());
}

SccDenial denial_of(const Mark& mark, std::string_view rest) {
  SccDenial denial{.constraint = kept(mark.constraint), .path = kept(mark.path), .value = {}, .why = {}};
  if (mark.has_value) {
    const std::size_t length = value_length(rest);
    denial.value = kept(without(rest.substr(0, length), '"', '"'));
    rest.remove_prefix(std::min(length, rest.size()));
    if (rest.starts_with(": ")) rest.remove_prefix(2);
  }
  constexpr std::string_view kHint = "no access to";  // the start of the next entry, which has no constraint
  rest = base::trimmed(rest);
  if (rest.ends_with(kHint)) rest = base::trimmed(rest.substr(0, rest.size() - kHint.size()));
  while (rest.ends_with(',')) rest.remove_suffix(1);
  denial.why = kept(rest);
  return denial;
}

/// That an older constraint, which the pod may not use, would let it through is no refusal.
void add(const SccDenial& denial, ClusterEvent& event) {
  if (denial.path.starts_with("scc/")) return;
  if (denial.path.empty()) {
    event.not_granted.push_back(denial.constraint);
  } else {
    event.denials.push_back(denial);
  }
}

/// The list without what stands behind its end.
std::string_view list_in(std::string_view text) {
  text = base::trimmed(text);
  if (!text.starts_with('[')) return text;
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '[') ++depth;
    if (text[i] == ']' && --depth == 0) return text.substr(1, i - 1);
  }
  return text.substr(1);
}

void read_list(std::string_view list, ClusterEvent& event) {
  Middles middles(list);
  std::optional<Mark> open;
  std::string_view constraint;
  const auto close = [&](std::size_t end) {
    if (open->constraint.empty()) open->constraint = constraint;
    // One that may not be used has no errors of its own: what follows it unnamed is another's.
    constraint = open->path.empty() ? std::string_view() : open->constraint;
    add(denial_of(*open, list.substr(open->value, end - open->value)), event);
  };
  while (const auto found = middles.take()) {
    const auto [at, which] = *found;
    if (open && at < open->value) continue;
    Mark mark = mark_at(list, at, open ? open->value : 0);
    mark.value = at + kMiddles[which].size();
    mark.has_value = which == 0;
    if (open) close(mark.begin);
    if (event.denials.size() + event.not_granted.size() >= kMostDenials) return;
    open = mark;
  }
  if (open) close(list.size());
}

}  // namespace

void read_scc(std::string_view line, Events& events) {
  if (holds(line, "no providers available to validate pod request")) {
    events.push_back({.word = ClusterWord::scc, .reason = "its service account may use no security context constraint at all"});
    return;
  }
  if (const auto rest = after(line, "unable to find annotation openshift.io/sa.scc.")) {
    events.push_back({.word = ClusterWord::scc,
                      .reason = "its namespace has no annotation openshift.io/sa.scc." + kept(name_at(*rest)) +
                                ", without which no constraint can be applied"});
    return;
  }
  const auto rest = after(line, "unable to validate against any security context");
  if (!rest) return;
  ClusterEvent event{.word = ClusterWord::scc};
  const auto list = after(rest->substr(0, std::min(rest->find('['), rest->size())), "constraint:");
  if (list) read_list(list_in(rest->substr(rest->find("constraint:") + 11)), event);
  events.push_back(std::move(event));
}

}  // namespace railhead::text::cluster
