#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "finding/finding.h"

/// Rules that compare the machines of one job.
namespace railhead::check {

/// What a machine has of that which should be alike, in words, and where it stands. Equal words are alike.
struct Trait {
  std::string value;
  Evidence evidence;
};

/// `what`: "the memlock limit". `trait`: nothing of a machine where it is not known; that is no difference.
struct Comparison {
  Severity severity = Severity::warning;
  std::string what;
  std::function<std::optional<Trait>(const facts::Machine&)> trait;
};

/// True where there are several machines and `input` is that of the first, for whom a rule that compares speaks.
bool compares(const Input& input);

/// What a machine is called: its pod, or the file that tells of it without its folder.
std::string name_of_machine(const Input& input, std::size_t index);

/// One finding, of "machines": which of them have what; ok where all have the same. Nothing where fewer than two tell.
std::vector<Finding> compared(const Input& input, const Comparison& comparison);

}  // namespace railhead::check
