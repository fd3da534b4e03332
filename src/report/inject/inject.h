#pragma once

#include <string>

#include "manifest/inject/report.h"
#include "report/style.h"

namespace railhead::report {

/// What was done to an object, for stderr: a line for it, and one for each thing. Empty where there is nothing to say: an
/// object without pods.
std::string inject_text(const std::string& file, const manifest::InjectReport& report, const Style& style);

/// Of all objects together.
struct InjectSummary {
  std::size_t changed = 0;
  std::size_t complete = 0;  // nothing was missing
  std::size_t left_alone = 0;
  std::size_t refused = 0;  // things
};

void count(const manifest::InjectReport& report, InjectSummary& summary);
std::string inject_summary(const InjectSummary& summary);

}  // namespace railhead::report
