// What the owner of a job can write into its manifest, where an admin lets it through.
#include "base/format.h"
#include "memlock/ways/way.h"

namespace railhead::memlock {
namespace {

constexpr const char* kUserSpace = "in a user namespace the kernel does not count capabilities for this, whatever CapEff shows";

Way missing_facts(Way way, const std::string& what) {
  way.works = Works::unknown;
  way.because = what + " is not known here";
  return way;
}

Way refused(Way way, std::string because) {
  way.works = Works::no;
  way.because = std::move(because);
  return way;
}

Way settled(Way way, Works works, Actor actor, std::string because) {
  way.works = works;
  way.actor = actor;
  way.because = std::move(because);
  return way;
}

}  // namespace

Way ipc_lock_as_root(const Context& context) {
  Way way{.id = "ipc-lock-as-root", .title = "capabilities.add: [IPC_LOCK], container runs as root"};
  way.claim =
      "That the limit has to be raised as well: with IPC_LOCK in effect it does not count, whatever `ulimit -l` prints.";
  if (context.user_space == true) return refused(way, kUserSpace);
  if (!context.root || !context.user_space) return missing_facts(way, context.root ? "the user namespace" : "the user");
  if (!*context.root) {
    way = settled(way, Works::partly, gatekeeper(context), "only if the container may run as root");
  } else if (context.effective(context.model.ipc_lock)) {
    way = settled(way, Works::yes, Actor::you, "IPC_LOCK is in effect: no limit applies and nothing is to be raised");
  } else if (!context.lock_granted) {
    return missing_facts(way, "the capabilities");
  } else {
    way = settled(way, Works::yes, gatekeeper(context), "nothing to raise then");
  }
  return with_container(context, way, {.capabilities = {"IPC_LOCK"}});
}

Way ipc_lock_as_user(const Context& context) {
  Way way{.id = "ipc-lock-as-user", .title = "capabilities.add: [IPC_LOCK], container runs as another user"};
  way.claim =
      "That adding IPC_LOCK is enough: only uid 0 has an added capability in effect, since Kubernetes has no ambient "
      "capabilities.";
  if (context.root == false && context.effective(context.model.ipc_lock))
    return settled(way, Works::yes, Actor::you, "IPC_LOCK is in effect here: it is ambient, or from the program's file");
  return refused(way, "it stays in the bounding set, where it does not count: there are no ambient capabilities");
}

Way raise_in_start_command(const Context& context) {
  Way way{.id = "raise-in-start-command", .title = "SYS_RESOURCE and `ulimit -l unlimited` in the start command, as root"};
  way.claim =
      "That `ulimit -l unlimited` in the start command just works: raising the hard limit needs SYS_RESOURCE, which no "
      "container "
      "has by default.";
  if (context.user_space == true) return refused(way, kUserSpace);
  if (!context.user_space || !context.root) return missing_facts(way, context.root ? "the user namespace" : "the user");
  if (context.model.can_raise_hard == true) {
    way = settled(way, Works::yes, Actor::you, "SYS_RESOURCE is in effect: this process may raise its limit");
  } else if (!*context.root) {
    return refused(way, "for a user other than root SYS_RESOURCE stays in the bounding set and does not count");
  } else if (!context.resource_granted) {
    return missing_facts(way, "the capabilities");
  } else {
    way = settled(way, Works::yes, gatekeeper(context),
                  context.lock_granted == true ? "IPC_LOCK alone does not allow it" : "root may raise it then");
  }
  return with_container(
      context, way,
      {.capabilities = {"SYS_RESOURCE"}, .command = {"sh", "-c", "ulimit -l unlimited && exec torchrun train.py"}});
}

Way raise_then_drop(const Context& context) {
  Way way{.id = "raise-then-drop", .title = "start as root, raise the limit, then become the user"};
  if (context.user_space == true) return refused(way, kUserSpace);
  if (!context.user_space || !context.root) return missing_facts(way, context.root ? "the user namespace" : "the user");
  if (!*context.root) {
    way = settled(way, Works::partly, gatekeeper(context), "only if the container may start as root; the limit stays");
  } else if (context.model.can_raise_hard == true) {
    way = settled(way, Works::yes, Actor::you, "SYS_RESOURCE is in effect, and a raised limit stays with the user");
  } else if (!context.resource_granted) {
    return missing_facts(way, "the capabilities");
  } else {
    way = settled(way, Works::yes, gatekeeper(context), "the limit stays with the user");
  }
  const std::string uid = *context.root ? "1000" : std::to_string(*context.situation.process.uid);
  return with_container(context, way,
                        {.capabilities = {"SYS_RESOURCE", "SETUID", "SETGID"},
                         .command = {"railhead", "exec", "--user", uid + ":" + uid, "--", "torchrun", "train.py"}});
}

Way file_capabilities(const Context& context) {
  Way way{.id = "file-capabilities", .title = "a launcher with file capabilities in the image, IPC_LOCK added"};
  if (context.user_space == true) return refused(way, kUserSpace);
  if (context.confined == true)
    return refused(way, "no_new_privs (allowPrivilegeEscalation: false): the capabilities of a file give nothing");
  if (!context.user_space || !context.confined)
    return missing_facts(way, context.confined ? "the user namespace" : "no_new_privs");
  if (!context.lock_granted) return missing_facts(way, "the bounding set");
  const std::string worth = context.root == true ? "works too, though root does not need it"
                                                 : "the launcher passes IPC_LOCK on as an ambient capability";
  way = *context.lock_granted ? settled(way, Works::yes, Actor::you, worth)
                              : settled(way, Works::yes, gatekeeper(context), worth);
  way.snippet =
      "# in the image; its layers and the registry have to keep extended attributes\n"
      "RUN setcap cap_ipc_lock,cap_sys_resource+p /usr/local/bin/railhead\n";
  return with_container(context, way,
                        {.capabilities = {"IPC_LOCK"},
                         .command = {"railhead", "exec", "--", "torchrun", "train.py"},
                         .as_root = false,
                         .file_caps = true});
}

Way soft_to_hard(const Context& context) {
  Way way{.id = "soft-to-hard", .title = "raise the soft limit to the hard one"};
  const Model& model = context.model;
  if (!model.hard || !model.soft) return missing_facts(way, "the limit");
  if (*model.soft == *model.hard) return refused(way, "both are " + text(*model.hard) + " already");
  way.snippet = "ulimit -S -l $(ulimit -H -l) && exec torchrun train.py  # needs no privilege";
  if (model.hard->unlimited()) return settled(way, Works::yes, Actor::you, "the hard limit is unlimited; needs no privilege");
  return settled(way, Works::partly, Actor::you, "up to the hard limit of " + text(*model.hard) + "; needs no privilege");
}

}  // namespace railhead::memlock
