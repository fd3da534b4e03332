#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "manifest/inject/target.h"

namespace railhead::manifest {
namespace {

constexpr const char* kVolume = "railhead";
constexpr const char* kFolder = "/opt/railhead";
constexpr const char* kProgram = "/opt/railhead/railhead";
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
  std::vector<Tree> before = {word(kProgram), word("exec")};
  if (target.wishes.tcp) before.insert(before.end(), {word("--mode"), word("tcp")});
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

/// A copy needs no privilege; one that takes its file capabilities along has to set them.
Tree installer_context(const Target& target) {
  std::vector<std::pair<std::string, Tree>> capabilities;
  if (target.wishes.memlock == MemlockWay::launcher && !target.wishes.tcp) capabilities.emplace_back("add", words({"SETFCAP"}));
  capabilities.emplace_back("drop", words({"ALL"}));
  return mapping({{"allowPrivilegeEscalation", truth(false)}, {"capabilities", mapping(std::move(capabilities))}});
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
  return target.draft.append(
      *inits, mapping({{"name", word(kInstaller)},
                       {"image", word(target.wishes.launcher_image)},
                       {"command", words({"railhead", "exec", "--install", kFolder})},
                       {"securityContext", installer_context(target)},
                       {"volumeMounts", sequence({mapping({{"name", word(kVolume)}, {"mountPath", word(kFolder)}})})}}));
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
