#include "facts/json/known.h"
#include "facts/json/machine.h"

namespace railhead::facts {
namespace {

Json variable_json(const Variable& variable) {
  return {{"name", base::printable(variable.name)},
          {"value", base::printable(variable.value)},
          {"source", base::printable(variable.source)}};
}

Json conf_json(const ConfFile& file) {
  return {{"path", base::printable(file.path)},
          {"settings", known_json(file.settings)},
          {"carriage_returns", file.carriage_returns}};
}

}  // namespace

Json json(const Environment& environment) {
  const auto list = [](const std::vector<Variable>& variables) { return list_json(variables, variable_json); };
  return {{"variables", known_json(environment.variables, list)}, {"conf_files", list_json(environment.conf_files, conf_json)}};
}

}  // namespace railhead::facts
