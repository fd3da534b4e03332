#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {
namespace {

constexpr const char* kVolume = "railhead";
constexpr const char* kFolder = "/opt/railhead";
constexpr const char* kInstaller = "railhead-install";

bool has_named(const Value& list, std::string_view name) {
  return std::ranges::any_of(list.items(), [&](const Value& one) { return one["name"].view() == name; });
}

/// It starts by way of railhead already, whoever wrote that.
bool is_wrapped(const Value& command) {
  const std::vector<Value> words = command.items();
  if (words.empty()) return false;
  const std::string_view first = words.front().view().value_or("");
  if (first.substr(first.rfind('/') + 1) == "railhead") return true;
  return std::ranges::any_of(
      words, [](const Value& word) { return word.view().value_or("").find("railhead exec") != std::string_view::npos; });
}

/// The words before the command. Wrapping is all or nothing: an entrypoint that only the image knows cannot be written here.
base::Result<bool> wrap(const Target& target, const Value& container) {
  const std::string subject = subject_of(container);
  const Value command = container["command"];
  if (is_wrapped(command) || is_wrapped(container["args"])) {
    target.note(Outcome::kept, subject, "starts by railhead already", command.line());
    return false;
  }
  if (command.items().empty()) {
    target.note(
        Outcome::refused, subject,
        container["args"]
            ? "the launcher was not put around the command: args go to the entrypoint of the image, which the manifest does "
              "not name; write it as command"
            : "the launcher was not put around the command: it is the image's own, which the manifest does not name; "
              "write it as command",
        container.line());
    return false;
  }
  std::vector<Tree> before;
  before.reserve(target.wishes.around_launcher.size() + target.wishes.launcher_options.size() + 5);
  for (const std::string& each : target.wishes.around_launcher) before.push_back(word(each));
  before.insert(before.end(), {word(kLauncherProgram), word("exec")});
  if (target.wishes.tcp) before.insert(before.end(), {word("--mode"), word("tcp")});
  for (const std::string& option : target.wishes.launcher_options) before.push_back(word(option));
  before.push_back(word("--"));
  if (auto done = target.draft.prepend(command, before); !done) return std::unexpected(done.error());
  const auto mounts = target.draft.collection(container, "volumeMounts", NodeKind::sequence);
  if (!mounts) return std::unexpected(mounts.error());
  if (!has_named(*mounts, kVolume)) {
    const Tree mount = mapping({{"name", word(kVolume)}, {"mountPath", word(kFolder)}, {"readOnly", truth(true)}});
    if (auto done = target.draft.append(*mounts, mount); !done) return std::unexpected(done.error());
  }
  target.note(Outcome::added, subject, "the command starts by railhead exec");
  return true;
}

/// A copy needs no privilege; one that takes its file capabilities along has to set them, which an added capability lets root
/// alone do.
Tree installer_context(const Target& target) {
  std::vector<std::pair<std::string, Tree>> capabilities;
  std::vector<std::pair<std::string, Tree>> context = {{"allowPrivilegeEscalation", truth(false)}};
  const bool keeps = target.wishes.memlock == MemlockWay::launcher && !target.wishes.tcp;
  if (keeps) capabilities.emplace_back("add", words({"SETFCAP"}));
  capabilities.emplace_back("drop", words({"ALL"}));
  context.emplace_back("capabilities", mapping(std::move(capabilities)));
  if (keeps) context.emplace_back("runAsUser", number(0));
  if (keeps && target.found.spec["securityContext"]["runAsNonRoot"].boolean() == true)
    context.emplace_back("runAsNonRoot", truth(false));
  return mapping(std::move(context));
}

Tree installer(const Target& target) {
  std::vector<std::pair<std::string, Tree>> members = {{"name", word(kInstaller)},
                                                       {"image", word(target.wishes.launcher_image)},
                                                       {"command", words({"railhead", "exec", "--install", kFolder})}};
  std::vector<std::pair<std::string, Tree>> amounts;
  amounts.reserve(target.wishes.installer.size());
  for (const ResourceAmount& one : target.wishes.installer) amounts.emplace_back(one.name, word(one.amount));
  if (!amounts.empty())
    members.emplace_back("resources", mapping({{"limits", mapping(amounts)}, {"requests", mapping(amounts)}}));
  members.emplace_back("securityContext", installer_context(target));
  members.emplace_back("volumeMounts", sequence({mapping({{"name", word(kVolume)}, {"mountPath", word(kFolder)}})}));
  return mapping(std::move(members));
}

base::Result<void> install(const Target& target) {
  const Value& spec = target.found.spec;
  if (!has_named(spec["volumes"], kVolume)) {
    const auto volumes = target.draft.collection(spec, "volumes", NodeKind::sequence);
    if (!volumes) return std::unexpected(volumes.error());
    const Tree volume = mapping({{"name", word(kVolume)}, {"emptyDir", mapping({})}});
    if (auto done = target.draft.append(*volumes, volume); !done) return done;
  }
  const auto inits = target.draft.collection(spec, "initContainers", NodeKind::sequence);
  if (!inits) return std::unexpected(inits.error());
  if (has_named(*inits, kInstaller)) return {};
  target.note(Outcome::added, "pod", base::format("init container {} of image {}", kInstaller, target.wishes.launcher_image));
  return target.draft.append(*inits, installer(target));
}

}  // namespace

base::Result<void> add_launcher(const Target& target) {
  if (!target.wishes.starts_by_launcher()) return {};
  if (!target.found.spec["containers"]) {
    target.note(Outcome::refused, "trainer", "the launcher belongs in the runtime (TrainingRuntime)");
    return {};
  }
  bool any = false;
  for (const Value& container : target.containers) {
    const auto wrapped = wrap(target, container);
    if (!wrapped) return std::unexpected(wrapped.error());
    any = any || *wrapped;
  }
  return any ? install(target) : base::Result<void>();
}

}  // namespace railhead::manifest
