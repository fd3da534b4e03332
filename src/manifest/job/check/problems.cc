#include "manifest/job/check/problems.h"

#include <algorithm>
#include <tuple>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest::job {
namespace {

constexpr std::size_t kMost = 1024;
constexpr std::size_t kLongestKey = 80;

/// `inner` is the path or one within it.
bool is_within(std::string_view inner, std::string_view outer) {
  if (!inner.starts_with(outer)) return false;
  return inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == '[';
}

}  // namespace

void Problems::add(const Value& at, std::string_view path, std::string_view message, std::string_view suggestion) {
  add(std::max(at.line(), 1U), std::max(at.column(), 1U), path, message, suggestion);
}

void Problems::add(std::uint32_t line, std::uint32_t column, std::string_view path, std::string_view message,
                   std::string_view suggestion) {
  if (full()) return;
  std::string text = path.empty() ? std::string(message) : base::format("{}: {}", path, message);
  entries_.push_back(
      {entries_.size(),
       line,
       column,
       std::string(path),
       {base::format("{}:{}", place(line), column), base::one_line(text), base::one_line(std::string(suggestion))}});
}

bool Problems::full() const { return entries_.size() >= kMost; }

bool Problems::has(std::string_view path) const {
  return std::ranges::any_of(entries_,
                             [path](const Entry& entry) { return is_within(entry.path, path) || is_within(path, entry.path); });
}

std::string Problems::place(std::uint32_t line) const { return base::format("{}:{}", file_, first_line_ - 1 + line); }

std::vector<Problem> Problems::in_order() && {
  std::ranges::sort(entries_, {}, [](const Entry& entry) { return std::tuple(entry.line, entry.column, entry.number); });
  std::vector<Problem> problems;
  problems.reserve(entries_.size());
  for (Entry& entry : entries_) problems.push_back(std::move(entry.problem));
  return problems;
}

std::string joined_path(std::string_view path, std::string_view key) {
  const std::string shown = base::one_line(std::string(key.substr(0, kLongestKey)));
  return path.empty() ? shown : base::format("{}.{}", path, shown);
}

std::string joined_path(std::string_view path, std::size_t entry) { return base::format("{}[{}]", path, entry); }

}  // namespace railhead::manifest::job
