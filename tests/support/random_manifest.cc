#include "tests/support/random_manifest.h"

#include <utility>
#include <vector>

namespace railhead::test {
namespace {

/// A value before it is written.
struct Item {
  enum class Kind { scalar, text, list, mapping } kind = Kind::scalar;  // text: a block scalar where one may stand
  std::string scalar = {};
  std::vector<std::pair<std::string, Item>> members = {};
  std::vector<Item> items = {};
};

Item scalar(std::string text) { return {.kind = Item::Kind::scalar, .scalar = std::move(text)}; }
Item list(std::vector<Item> items) { return {.kind = Item::Kind::list, .items = std::move(items)}; }
Item mapping(std::vector<std::pair<std::string, Item>> members) {
  return {.kind = Item::Kind::mapping, .members = std::move(members)};
}

class Chance {
 public:
  explicit Chance(std::uint64_t seed) : engine_(seed) {}
  bool in(unsigned n) { return below(n) == 0; }
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(engine_); }

 private:
  std::mt19937_64 engine_;
};

/// What the workload is.
class Workload {
 public:
  explicit Workload(Chance& chance) : chance_(chance) {}

  Item object() {
    const std::size_t kind = chance_.below(5);
    Item metadata = mapping({{"name", scalar("job")}});
    if (chance_.in(2)) metadata.members.emplace_back("namespace", scalar("team"));
    if (chance_.in(3)) metadata.members.emplace_back("annotations", annotations());
    if (kind == 0) {
      Item pod = pod_template();
      for (auto& member : pod.members)
        if (member.first == "spec") return headed("v1", "Pod", std::move(metadata), std::move(member.second));
    }
    if (kind == 1)
      return headed("batch/v1", "Job", std::move(metadata),
                    mapping({{"parallelism", scalar("2")}, {"template", pod_template()}}));
    if (kind == 2)
      return headed("kubeflow.org/v1", "PyTorchJob", std::move(metadata),
                    mapping({{"pytorchReplicaSpecs",
                              mapping({{"Master", mapping({{"replicas", scalar("1")}, {"template", pod_template()}})},
                                       {"Worker", mapping({{"replicas", scalar("3")}, {"template", pod_template()}})}})}}));
    if (kind == 3)
      return headed("jobset.x-k8s.io/v1alpha2", "JobSet", std::move(metadata),
                    mapping({{"replicatedJobs",
                              list({mapping({{"name", scalar("workers")},
                                             {"template", mapping({{"spec", mapping({{"parallelism", scalar("2")},
                                                                                     {"template", pod_template()}})}})}})})}}));
    return headed("apps/v1", "StatefulSet", std::move(metadata),
                  mapping({{"serviceName", scalar("job")},
                           {"replicas", scalar("2")},
                           {"selector", mapping({{"matchLabels", mapping({{"app", scalar("job")}})}})},
                           {"template", pod_template()}}));
  }

 private:
  Item headed(std::string version, std::string kind, Item metadata, Item spec) {
    return mapping({{"apiVersion", scalar(std::move(version))},
                    {"kind", scalar(std::move(kind))},
                    {"metadata", std::move(metadata)},
                    {"spec", std::move(spec)}});
  }

  Item annotations() {
    if (chance_.in(5)) return chance_.in(2) ? scalar("") : mapping({});
    Item found = mapping({{"example.com/owner", scalar("team")}});
    if (chance_.in(3))
      found.members.emplace_back("k8s.v1.cni.cncf.io/networks", scalar(chance_.in(2) ? "rail1" : "[{\"name\": \"rail1\"}]"));
    return found;
  }

  Item pod_template() {
    Item labels = mapping({{"app", scalar("job")}});
    Item metadata = mapping({{"labels", std::move(labels)}});
    if (chance_.in(2)) metadata.members.emplace_back("annotations", annotations());
    Item spec = mapping({});
    if (chance_.in(3)) spec.members.emplace_back("restartPolicy", scalar("Never"));
    if (chance_.in(5)) spec.members.emplace_back("serviceAccountName", scalar("own"));
    if (chance_.in(4))
      spec.members.emplace_back("volumes", list({mapping({{"name", scalar("data")}, {"emptyDir", mapping({})}})}));
    std::vector<Item> containers = {container("main", true)};
    if (chance_.in(3)) containers.push_back(container("side", false));
    spec.members.emplace_back("containers", list(std::move(containers)));
    if (chance_.in(4)) spec.members.emplace_back("tolerations", scalar(""));
    return mapping({{"metadata", std::move(metadata)}, {"spec", std::move(spec)}});
  }

  Item container(const std::string& name, bool gpus) {
    Item found = mapping({{"name", scalar(name)}, {"image", scalar("registry.example/train:1")}});
    if (chance_.in(2)) {
      Item script{.kind = Item::Kind::text, .scalar = "set -e\n\nexec train --epochs 2\n"};
      found.members.emplace_back("command",
                                 list({scalar("/bin/bash"), scalar("-c"), chance_.in(2) ? script : scalar("train")}));
    }
    if (chance_.in(3))
      found.members.emplace_back("env",
                                 chance_.in(3) ? list({}) : list({mapping({{"name", scalar("A")}, {"value", scalar("1")}})}));
    if (chance_.in(4))
      found.members.emplace_back("securityContext", chance_.in(2) ? scalar("~") : mapping({{"runAsUser", scalar("0")}}));
    if (chance_.in(4))
      found.members.emplace_back("volumeMounts", list({mapping({{"name", scalar("data")}, {"mountPath", scalar("/data")}})}));
    if (gpus) {
      Item limits = mapping({{"nvidia.com/gpu", scalar("8")}});
      if (chance_.in(2)) limits.members.emplace_back("memory", scalar("64Gi"));
      if (chance_.in(4)) limits.members.emplace_back("example.com/rail1", scalar("1"));
      Item resources = mapping({{"limits", limits}});
      if (chance_.in(3))
        resources.members.emplace_back("requests", chance_.in(3) ? scalar("") : mapping({{"cpu", scalar("4")}}));
      found.members.emplace_back("resources", std::move(resources));
    }
    return found;
  }

  Chance& chance_;
};

/// How it is written.
class Writer {
 public:
  explicit Writer(Chance& chance)
      : chance_(chance), step_(chance.in(3) ? 4 : 2), dash_(chance.in(2) ? step_ : 0), newline_(chance.in(6) ? "\r\n" : "\n") {}

  std::string written(const Item& item) {
    const std::size_t form = chance_.below(8);
    if (form == 0) return json(item, 0, chance_.in(2)) + (chance_.in(2) ? newline_ : "");
    std::string text = chance_.in(3) ? "# a manifest" + newline_ : "";
    if (form == 1)
      text += flow(item) + newline_;
    else
      text += block(item, 0);
    if (chance_.in(4)) text += "# the end" + newline_;
    if (chance_.in(6)) text.resize(text.size() - newline_.size());
    return text;
  }

 private:
  static std::string blanks(std::size_t n) { return std::string(n, ' '); }

  std::string comment() { return chance_.in(9) ? "  # why: {this}" : ""; }
  std::string own_line(std::size_t indent) {
    if (chance_.in(12)) return blanks(indent) + "# " + (chance_.in(2) ? "key: off" : "- note") + newline_;
    return chance_.in(25) ? newline_ : "";
  }

  static bool is_plain(const std::string& text) {
    return !text.empty() && text.find_first_of("[]{}\"',") == std::string::npos && text != "-c";
  }

  /// `nothing`: an empty one may be left out.
  std::string word(const std::string& text, bool nothing) {
    if (text.empty()) return nothing ? "" : "null";
    if (text == "~") return text;
    const bool number = text.find_first_not_of("0123456789") == std::string::npos;
    if (is_plain(text) && (number || !chance_.in(3))) return text;
    if (text.find('"') == std::string::npos && chance_.in(2)) return "\"" + text + "\"";
    return "'" + text + "'";
  }

  std::string key(const std::string& text) { return chance_.in(12) ? "\"" + text + "\"" : text; }

  std::string flow(const Item& item) {
    if (item.kind == Item::Kind::scalar) return word(item.scalar, false);
    if (item.kind == Item::Kind::text) return "\"set -e; exec train\"";
    const bool is_list = item.kind == Item::Kind::list;
    const std::string gap = chance_.in(3) ? " " : "";
    std::string text = (is_list ? "[" : "{") + gap;
    std::string separator;
    for (const Item& one : item.items) text += std::exchange(separator, ", ") + flow(one);
    for (const auto& [name, value] : item.members) text += std::exchange(separator, ", ") + key(name) + ": " + flow(value);
    return text + gap + (is_list ? "]" : "}");
  }

  std::string json(const Item& item, std::size_t indent, bool pretty) {
    const auto quoted = [](const std::string& text) {
      std::string out = "\"";
      for (const char c : text) out += c == '\n' ? "\\n" : c == '"' ? "\\\"" : std::string(1, c);
      return out + "\"";
    };
    if (item.kind == Item::Kind::scalar) return item.scalar.empty() || item.scalar == "~" ? "null" : quoted(item.scalar);
    if (item.kind == Item::Kind::text) return quoted(item.scalar);
    const bool is_list = item.kind == Item::Kind::list;
    const std::string line = pretty ? newline_ + blanks(indent + step_) : "";
    std::string text = is_list ? "[" : "{";
    std::string separator;
    for (const Item& one : item.items) text += std::exchange(separator, ",") + line + json(one, indent + step_, pretty);
    for (const auto& [name, value] : item.members)
      text += std::exchange(separator, ",") + line + quoted(name) + (pretty ? ": " : ":") + json(value, indent + step_, pretty);
    if (!separator.empty() && pretty) text += newline_ + blanks(indent);
    return text + (is_list ? "]" : "}");
  }

  bool is_flow(const Item& item) {
    if (item.kind == Item::Kind::list) return item.items.empty() || chance_.in(4);
    return item.kind == Item::Kind::mapping && (item.members.empty() || (item.members.size() < 4 && chance_.in(6)));
  }

  /// A scalar or a collection in braces behind its key or dash, or lines below it.
  std::string value(const Item& item, std::size_t indent, std::size_t list_indent) {
    if (item.kind == Item::Kind::text) {
      std::string text = chance_.in(3) ? " |-" : " |";
      std::string line;
      for (const char c : item.scalar) {
        if (c != '\n') {
          line += c;
          continue;
        }
        text += newline_ + (line.empty() ? "" : blanks(indent + 2) + std::exchange(line, ""));
      }
      return text + newline_;
    }
    if (item.kind == Item::Kind::scalar || is_flow(item)) {
      const std::string text = item.kind == Item::Kind::scalar ? word(item.scalar, true) : flow(item);
      return (text.empty() ? "" : " " + text) + comment() + newline_;
    }
    return comment() + newline_ + block(item, item.kind == Item::Kind::list ? list_indent : indent + step_);
  }

  std::string block(const Item& item, std::size_t indent) {
    std::string text;
    for (const auto& [name, member] : item.members)
      text += own_line(indent) + blanks(indent) + key(name) + ":" + value(member, indent, indent + dash_);
    for (const Item& one : item.items) {
      text += own_line(indent) + blanks(indent) + "-";
      if (one.kind == Item::Kind::mapping && !one.members.empty() && !chance_.in(6)) {
        bool first = true;
        for (const auto& [name, member] : one.members) {
          text += (std::exchange(first, false) ? " " : blanks(indent + 2)) + key(name) + ":" +
                  value(member, indent + 2, indent + 2 + dash_);
        }
      } else if (one.kind == Item::Kind::mapping) {
        text += " " + flow(one) + newline_;
      } else {
        text += value(one, indent, indent + 2);
      }
    }
    return text;
  }

  Chance& chance_;
  std::size_t step_;
  std::size_t dash_;
  std::string newline_;
};

}  // namespace

std::string random_manifest(std::uint64_t seed) {
  Chance chance(seed);
  const Item object = Workload(chance).object();
  return Writer(chance).written(object);
}

}  // namespace railhead::test
