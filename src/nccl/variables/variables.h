#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nccl/installed/version.h"

/// What is known of NCCL's variables: which releases read them (releases.inc, out of NCCL's source), how, and what they are
/// for.
namespace railhead::nccl {

/// The newest release that releases.inc knows: a variable read by it may well be read by later ones.
constexpr Version kNewestKnown{2, 30};

/// How NCCL reads a value. number: parse_number(). words: one of a few, which NCCL passes over when it is none of them.
/// devices, interfaces: a list as in nccl/device_list.h. text: anything else.
enum class Kind { number, words, devices, interfaces, text };

/// `lowest` and `highest` bound what makes sense, not what NCCL takes. `words` are those of Kind::words, in capitals where the
/// case does not matter.
struct Variable {
  std::string_view name;
  Kind kind = Kind::text;
  Version first;
  Version last;
  std::optional<std::int64_t> lowest = {};
  std::optional<std::int64_t> highest = {};
  std::vector<std::string_view> words = {};
  bool case_matters = false;
  std::string_view meaning = {};  // what it does, for people; empty for the many that hardly ever matter
};

/// nullptr for a name that no release reads.
const Variable* find_variable(std::string_view name);

/// Every name, in order.
const std::vector<Variable>& variables();

/// What takes the place of a variable that NCCL no longer reads: a name, mostly, or a few words. Empty: nothing does.
std::string_view replacement(std::string_view name);

/// Names of before 2.3, whose source is not public, that the manual knows as removed.
bool is_before_source(std::string_view name);

/// Who reads a NCCL_* variable that NCCL does not: "PyTorch", "the HPC-X plugin". Empty when nobody is known to.
std::string_view other_reader(std::string_view name);

/// The variable that was probably meant, when one is near enough to be a slip of the hand.
std::optional<std::string> meant_variable(std::string_view name);

}  // namespace railhead::nccl
