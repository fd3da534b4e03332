#include "manifest/facts/compose_facts.h"

#include <algorithm>

#include "base/text.h"
#include "facts/kept_variables.h"
#include "manifest/facts/container_facts.h"

// Fields as of the compose specification.
namespace railhead::manifest {
namespace {

constexpr std::size_t kMostEntries = 1024;

std::string short_text(const Value& value) { return base::one_line(value.text().value_or("").substr(0, 256)); }

void add_variable(const std::string& name, const std::string& value, const std::string& source,
                  facts::DeclaredContainer& container) {
  if (facts::is_job_variable(name) && container.environment.size() < kMostEntries)
    container.environment.push_back({name, facts::kept_value(name, value.substr(0, 4096)), source});
}

/// A mapping, or a list of "NAME=VALUE".
void add_environment(const Value& environment, const Origin& origin, facts::DeclaredContainer& container) {
  for (const auto& [name, value] : environment.members())
    if (value.text()) add_variable(name.text().value_or(""), *value.text(), origin.place(value), container);
  for (const Value& item : environment.items()) {
    const std::string text = item.text().value_or("");
    const std::size_t equals = text.find('=');
    if (equals != std::string::npos)
      add_variable(text.substr(0, equals), text.substr(equals + 1), origin.place(item), container);
  }
}

/// "OUTSIDE:INSIDE:rw" of devices and volumes, or a mapping with source and target. Volumes with a name are no paths.
void add_mounts(const Value& list, const Origin& origin, facts::DeclaredContainer& container) {
  for (const Value& item : list.items()) {
    if (container.mounts.size() >= kMostEntries) return;
    const std::string text = item.text() ? short_text(item) : short_text(item["source"]) + ":" + short_text(item["target"]);
    const std::vector<std::string_view> parts = base::split(text, ':');
    if (!parts[0].starts_with('/')) continue;
    container.mounts.push_back(
        {std::string(parts[0]), std::string(parts.size() > 1 ? parts[1] : parts[0]), origin.place(item)});
  }
}

facts::Known<std::string> memlock_of(const Value& ulimits, const Origin& origin) {
  const Value memlock = ulimits["memlock"];
  return told_text(memlock.is(NodeKind::mapping) ? memlock["hard"] : memlock, origin);
}

bool asks_for_gpus(const Value& service) {
  if (service["gpus"] || service["runtime"].text() == "nvidia") return true;
  for (const Value& device : service["deploy"]["resources"]["reservations"]["devices"].items()) {
    if (device["driver"].text() == "nvidia") return true;
    for (const Value& capability : device["capabilities"].items())
      if (capability.text() == "gpu") return true;
  }
  return false;
}

facts::ClusterObject::Run run_of(const Value& name, const Value& service, const Origin& origin) {
  facts::ClusterObject::Run run;
  facts::DeclaredContainer& container = run.container;
  container.name = short_text(name);
  container.source = origin.place(name);
  container.image = short_text(service["image"]);
  container.whole = !origin.cut && !service["extends"];
  container.security.privileged = told_boolean(service["privileged"], origin);
  container.security.user = told_integer(service["user"], origin);
  for (const Value& capability : service["cap_add"].items())
    if (capability.text() && container.security.capabilities.size() < kMostEntries)
      container.security.capabilities.push_back({capability_name(*capability.text()), origin.place(capability)});
  add_mounts(service["devices"], origin, container);
  add_mounts(service["volumes"], origin, container);
  add_environment(service["environment"], origin, container);
  add_words(service["command"], origin, container.command);
  run.gpus = asks_for_gpus(service);
  run.host_network = service["network_mode"].text() == "host";
  run.memlock = memlock_of(service["ulimits"], origin);
  return run;
}

}  // namespace

std::vector<facts::ClusterObject::Run> services_of(const Value& root, const Origin& origin) {
  std::vector<facts::ClusterObject::Run> runs;
  for (const auto& [name, service] : root["services"].members()) {
    const bool one = service["image"] || service["build"];
    if (one && runs.size() < kMostEntries) runs.push_back(run_of(name, service, origin));
  }
  return runs;
}

}  // namespace railhead::manifest
