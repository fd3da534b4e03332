#include "finding/declared/settings.h"

#include <algorithm>
#include <set>
#include <utility>

#include "facts/kept_variables.h"
#include "facts/log/run.h"
#include "finding/declared/containers.h"
#include "finding/declared/memlock.h"

namespace railhead::check {
namespace {

void set(std::vector<facts::Variable>& variables, const facts::Variable& variable) {
  const auto at = std::ranges::find(variables, variable.name, &facts::Variable::name);
  if (at != variables.end()) variables.erase(at);
  variables.push_back(variable);
}

void remove(std::vector<facts::Variable>& variables, const std::string& name) {
  std::erase_if(variables, [&name](const facts::Variable& one) { return one.name == name; });
}

/// A word that sets a variable: "NCCL_DEBUG=INFO".
std::optional<facts::Variable> assignment(const facts::ShellWord& word, const std::string& source) {
  const std::size_t equals = word.text.find('=');
  if (equals == std::string::npos || equals == 0) return std::nullopt;
  std::string name = word.text.substr(0, equals);
  if (!facts::is_job_variable(name)) return std::nullopt;
  std::string value = facts::kept_value(name, std::string_view(word.text).substr(equals + 1, 4096));
  return facts::Variable{std::move(name), std::move(value), source};
}

bool is_launcher(std::string_view name) {
  const std::string_view program = name.substr(name.rfind('/') + 1);
  return program == "mpirun" || program == "mpiexec" || program == "orterun";
}

bool is_assignment(const facts::ShellWord& word) {
  const std::size_t equals = word.text.find('=');
  return equals != std::string::npos && equals > 0 && word.text[0] != '-';
}

void add_assignments(const facts::ShellCommand& command, std::vector<Exported>& found) {
  const std::string& name = command.name();
  const bool all = name == "export" || name == "declare" || name == "typeset";
  const bool env = name == "env";
  const bool mpi = is_launcher(name);
  for (std::size_t at = all || env ? 1 : 0; at < command.words.size(); ++at) {
    const facts::ShellWord& word = command.words[at];
    if (mpi ? at == 0 || command.words[at - 1].text != "-x" : !is_assignment(word)) {
      if (all || mpi || word.text.starts_with('-')) continue;
      return;  // the program, behind which its own arguments stand
    }
    if (auto variable = assignment(word, command.source)) found.push_back({std::move(*variable), command, word.computed});
  }
}

/// "A=b" alone sets a variable of the shell, which a program sees only where it was exported before.
bool is_alone(const facts::ShellCommand& command) { return std::ranges::all_of(command.words, is_assignment); }

/// Manifests are all that there is: no log, no listing of devices.
bool are_manifests_alone(const Input& input) {
  return input.cluster != nullptr && (input.log == nullptr || !input.log->seen()) && !input.machine.rdma.devices.has();
}

std::string file_of(const std::string& source) { return source.substr(0, source.rfind(':')); }

using Key = std::pair<std::string, std::string>;
Key key_of(const facts::Variable& one) { return {one.name, file_of(one.source)}; }

/// Every variable that a script sets, exported or not.
void add_assigned(const facts::DeclaredContainer& container, std::set<Key>& declared) {
  for (const facts::ShellCommand& command : container.script)
    for (const facts::ShellWord& word : command.words)
      if (const auto variable = assignment(word, command.source)) declared.insert(key_of(*variable));
}

/// The machine without those variables that a container of the same file sets: they are judged there.
facts::Machine without_declared(const Input& input) {
  std::set<Key> declared;
  for (const Declared& one : declared_containers(input)) {
    for (const facts::Variable& variable : one.container.environment) declared.insert(key_of(variable));
    add_assigned(one.container, declared);
  }
  for (const facts::ClusterObject& object : input.cluster->objects)
    for (const facts::Variable& variable : object.data) declared.insert(key_of(variable));
  facts::Machine machine = input.machine;
  std::erase_if(machine.environment.variables.held(),
                [&](const facts::Variable& one) { return declared.contains(key_of(one)); });
  return machine;
}

bool may_set_any(const facts::DeclaredContainer& container) {
  return !container.environment.empty() || !container.script.empty() || !container.config_maps.empty();
}

void add_declared(const Input& input, Whose whose, Rule rule, std::vector<Finding>& findings) {
  const DeclaredSettings settings(*input.cluster);
  facts::Machine machine;
  Input own = {.machine = machine, .options = input.options};
  own.machines = {&machine, 1};  // a machine that texts tell of
  for (const Declared& one : declared_containers(input)) {
    if (!may_set_any(one.container)) continue;
    std::vector<facts::Variable> variables = settings.of(one.container);
    if (variables.empty()) continue;
    machine.environment.variables = {std::move(variables), one.container.source};
    std::vector<Finding> said = rule(own);
    std::erase_if(
        said, [](const Finding& one_said) { return one_said.verdict != Verdict::violated && one_said.verdict != Verdict::ok; });
    // Whose pool a resource is takes long to find out, and is asked last.
    if (said.empty() || (whose == Whose::with_rdma && !wants_rdma(one.container, *input.cluster))) continue;
    for (Finding& finding : said) {
      if (finding.subject != "machine") finding.message = finding.subject + ": " + finding.message;
      finding.subject = one.subject();
      findings.push_back(std::move(finding));
    }
  }
}

}  // namespace

std::vector<Exported> exported_by(const facts::DeclaredContainer& container) {
  std::vector<Exported> found;
  for (const facts::ShellCommand& command : container.script)
    if (!is_alone(command)) add_assignments(command, found);
  return found;
}

DeclaredSettings::DeclaredSettings(const facts::Cluster& cluster) {
  for (const facts::ClusterObject& object : cluster.objects) {
    if (object.kind != "ConfigMap") continue;
    const auto [at, added] = config_maps_.emplace(object.name, &object);
    if (!added) at->second = nullptr;
  }
}

std::vector<facts::Variable> DeclaredSettings::of(const facts::DeclaredContainer& container) const {
  std::vector<facts::Variable> variables;
  for (const facts::Placed& name : container.config_maps) {
    const auto map = config_maps_.find(name.text);
    if (map == config_maps_.end() || map->second == nullptr) continue;
    for (const facts::Variable& variable : map->second->data) set(variables, variable);
  }
  for (const facts::Variable& variable : container.environment) set(variables, variable);
  for (const Exported& exported : exported_by(container)) {
    if (exported.computed || exported.command.conditional)
      remove(variables, exported.variable.name);
    else
      set(variables, exported.variable);
  }
  std::erase_if(variables, [](const facts::Variable& one) { return one.value.find("$(") != std::string::npos; });
  std::ranges::stable_sort(variables, {}, &facts::Variable::name);
  return variables;
}

std::vector<Finding> with_declared(const Input& input, Whose whose, Rule rule) {
  if (!are_manifests_alone(input) || declared_pods(input).empty()) return rule(input);
  std::vector<Finding> findings;
  if (input.machine.environment.variables) {
    const facts::Machine rest = without_declared(input);
    Input others = {.machine = rest, .options = input.options, .log = input.log, .cluster = input.cluster};
    others.machines = input.machines;
    others.names = input.names;
    if (!rest.environment.variables->empty()) findings = rule(others);
  }
  add_declared(input, whose, rule, findings);
  return findings;
}

}  // namespace railhead::check
