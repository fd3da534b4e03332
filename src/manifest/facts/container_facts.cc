#include "manifest/facts/container_facts.h"

#include <algorithm>

#include "base/text.h"
#include "facts/kept_variables.h"
#include "manifest/facts/container/amounts.h"
#include "manifest/facts/container/script.h"
#include "manifest/facts/container/volumes.h"

namespace railhead::manifest {
namespace {

constexpr std::size_t kMostEntries = 1024;  // of any list of a container
constexpr std::size_t kLongestWord = std::size_t{64} << 10U;

std::string short_text(const Value& value) { return base::one_line(value.text().value_or("").substr(0, 256)); }

facts::SecurityContext security_of(const Value& own, const Value& of_pod, const Origin& origin) {
  facts::SecurityContext security;
  const auto either = [&](const char* key) { return own[key] ? own[key] : of_pod[key]; };
  security.user = told_integer(either("runAsUser"), origin);
  security.non_root = told_boolean(either("runAsNonRoot"), origin);
  security.privileged = told_boolean(own["privileged"], origin);
  security.privilege_escalation = told_boolean(own["allowPrivilegeEscalation"], origin);
  for (const Value& name : own["capabilities"]["add"].items())
    if (const auto text = name.text(); text && security.capabilities.size() < kMostEntries)
      security.capabilities.push_back({capability_name(*text), origin.place(name)});
  security.memlock = native_memlock(own["ulimits"], origin);
  return security;
}

}  // namespace

std::string capability_name(std::string_view text) {
  std::string name = base::one_line(text.substr(0, 64));
  std::ranges::transform(name, name.begin(),
                         [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; });
  return name.starts_with("CAP_") ? name.substr(4) : name;
}

std::vector<facts::ResourceRequest> resources_of(const Value& resources, const Origin& origin) {
  std::vector<facts::ResourceRequest> found;
  for (const char* part : {"limits", "requests"})
    for (const auto& [key, amount] : resources[part].members()) {
      const std::string name = short_text(key);
      const bool known = std::ranges::any_of(found, [&](const facts::ResourceRequest& one) { return one.name == name; });
      if (name.empty() || known || found.size() >= kMostEntries) continue;
      const auto text = amount.text();
      found.push_back({name, text ? base::unsigned_number(*text) : std::nullopt, origin.place(key)});
    }
  return found;
}

void add_words(const Value& value, const Origin& origin, std::vector<facts::Placed>& words) {
  if (const auto text = value.text()) words.push_back({text->substr(0, kLongestWord), origin.place(value)});
  for (const Value& item : value.items())
    if (const auto text = item.text(); text && words.size() < kMostEntries)
      words.push_back({text->substr(0, kLongestWord), origin.place(item)});
}

std::vector<facts::Variable> variables_of(const Value& list, const Origin& origin) {
  std::vector<facts::Variable> found;
  for (const Value& entry : list.items()) {
    const auto name = entry["name"].text();
    const auto value = entry["value"].text();
    if (!name || !value || !facts::is_job_variable(*name) || found.size() >= kMostEntries) continue;
    found.push_back({*name, facts::kept_value(*name, value->substr(0, 4096)), origin.place(entry["value"])});
  }
  return found;
}

facts::DeclaredContainer container_of(const Value& container, const Value& spec, const Origin& origin) {
  facts::DeclaredContainer found{.name = short_text(container["name"]), .source = origin.place(container)};
  found.image = short_text(container["image"]);
  found.sidecar = container["restartPolicy"].text() == "Always";
  found.whole = !origin.cut;
  found.security = security_of(container["securityContext"], spec["securityContext"], origin);
  found.resources = resources_of(container["resources"], origin);
  found.claims = !container["resources"]["claims"].items().empty();
  found.limits = amounts_of(container["resources"]["limits"], origin);
  found.requests = amounts_of(container["resources"]["requests"], origin);
  found.mounts = host_mounts_of(container, spec, origin);
  found.volumes = volumes_of(container, spec, origin);
  add_words(container["command"], origin, found.command);
  add_words(container["args"], origin, found.command);
  found.script = script_of(container, origin);
  found.environment = variables_of(container["env"], origin);
  found.config_maps = config_maps_of(container["envFrom"], origin);
  return found;
}

}  // namespace railhead::manifest
