#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "manifest/job/read.h"

/// Wrong files beside all that is said of them.
namespace railhead::manifest::job {

/// The text with one part of it changed.
inline std::string changed(std::string_view text, std::string_view part, std::string_view other) {
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string_view::npos) << part;
  return at == std::string_view::npos ? std::string(text) : std::string(text).replace(at, part.size(), other);
}

/// "PLACE: MESSAGE; SUGGESTION" in a line for each problem.
inline std::string said(const std::vector<Problem>& problems) {
  std::string lines;
  for (const Problem& problem : problems) {
    lines.append(problem.place).append(problem.place.empty() ? "" : ": ").append(problem.message);
    lines.append(problem.suggestion.empty() ? "" : "; ").append(problem.suggestion).append("\n");
  }
  return lines;
}

struct Wrong {
  std::string what;
  std::string text;
  std::string says;
};

inline void expect_said(std::string_view file, const std::vector<Wrong>& table) {
  for (const Wrong& wrong : table) EXPECT_EQ(said(read_jobs(wrong.text, file).problems), wrong.says) << wrong.what;
}

}  // namespace railhead::manifest::job
