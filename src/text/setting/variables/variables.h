#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "facts/machine.h"

/// Variables out of any text, on their way to the facts.
namespace railhead::text::setting {

/// True for letters, digits, '_', '-' and '.', beginning with a letter or '_'. A dash is in some PCIDEVICE_ names.
bool is_variable_name(std::string_view name);

/// True for the variables that become facts: those of jobs, and PCIDEVICE_*.
bool is_told(std::string_view name);

/// NAME=VALUE, cut at the first '='; an empty name where the text has another form.
struct Assignment {
  std::string_view name;
  std::string_view value;
};
Assignment assignment(std::string_view text);

/// Every word that assigns a variable that is told, with the two words of "-genv NAME VALUE" and the list of srun's --export.
/// `source` is that of all.
std::vector<facts::Variable> assigned(const std::vector<std::string>& words, const std::string& source);

/// Adds those of jobs to the environment and those of device plugins to the allocations. Secrets do not come that far. A value
/// that is there already is not added again; other values of the same name come behind the first. Of a name that an nccl.conf
/// set, the environment's comes first.
void add_variables(const std::vector<facts::Variable>& found, facts::Machine& machine);

/// Merges variables that are fit to be shown into the environment, the whole of it from `source`. At most 2,048 are kept, so
/// that a hostile text costs no more than its length.
void merge_variables(std::vector<facts::Variable> found, const std::string& source, facts::Environment& environment);

}  // namespace railhead::text::setting
