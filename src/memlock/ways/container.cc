// The pods that ways describe, and what admission makes of their worth.
#include "base/format.h"
#include "base/text.h"
#include "memlock/ways/way.h"

namespace railhead::memlock {
namespace {

std::string docker_command(const Container& container) {
  std::string text = "docker run";
  if (container.as_root) text += " --user 0";
  for (const std::string& capability : container.capabilities) text += " --cap-add " + capability;
  text += " IMAGE";
  if (container.command.empty()) return text + " COMMAND";
  for (const std::string& word : container.command) text += " " + base::shell_word(word);
  return text;
}

/// A word that YAML reads as the text it is.
bool is_plain(std::string_view word) {
  return !word.empty() && base::lowered(word)[0] >= 'a' && base::lowered(word)[0] <= 'z' &&
         word.find_first_of(" &:,") == std::string_view::npos;
}

/// The words of a flow sequence; each that is more than a plain word in double quotes.
std::string yaml_list(const std::vector<std::string>& words) {
  std::vector<std::string> quoted;
  quoted.reserve(words.size());
  for (const std::string& word : words) quoted.push_back(is_plain(word) ? word : "\"" + word + "\"");
  return base::joined(quoted, ", ");
}

PodNeeds needs(const Context& context, const Container& container) {
  PodNeeds pod{.capabilities = container.capabilities};
  // A user that was described is one of the manifest; one that was found may be of the image.
  if (container.as_root) {
    pod.user = 0;
  } else if (context.situation.described && context.root == false) {
    pod.user = *context.situation.process.uid;
  }
  if (container.file_caps) {
    pod.escalation = true;
  } else if (context.situation.described && context.confined == true) {
    pod.escalation = false;
  }
  return pod;
}

std::string manifest(const PodNeeds& pod, const Container& container, const std::string& account) {
  std::string text = "# in the container of the pod";
  if (!account.empty()) {
    const std::size_t slash = account.find('/');
    text += base::format(", in namespace {} with serviceAccountName: {}", account.substr(0, slash), account.substr(slash + 1));
  }
  text += "\n";
  if (!container.command.empty()) text += base::format("command: [{}]\n", yaml_list(container.command));
  text += "securityContext:\n";
  if (pod.user) text += base::format("  runAsUser: {}\n", *pod.user);
  if (pod.escalation) text += base::format("  allowPrivilegeEscalation: {}\n", *pod.escalation);
  return text + base::format("  capabilities:\n    add: [{}]", base::joined(pod.capabilities, ", "));
}

/// Whether the process has the capability that the way rests on, in its bounding set at least.
bool has_already(const Context& context, const Container& container) {
  return (container.capabilities[0] == "IPC_LOCK" ? context.lock_granted : context.resource_granted) == true;
}

const Admission* answer(const Context& context, const std::string& id) {
  if (!context.situation.asked) return nullptr;
  const auto found = context.situation.asked->answers.find(id);
  return found == context.situation.asked->answers.end() ? nullptr : &found->second;
}

void add_reason(Way& way, const std::string& reason) { way.because += (way.because.empty() ? "" : "; ") + reason; }

/// "an SCC must allow IPC_LOCK"
std::string must_allow(Cluster cluster, const std::string& capability) {
  switch (cluster) {
    case Cluster::openshift: return base::format("an SCC must allow {}", capability);
    case Cluster::kubernetes: return base::format("Pod Security must let {} through", capability);
    default: return base::format("an SCC or Pod Security must let {} through", capability);
  }
}

/// Nobody was asked: who lets capabilities through, and how that is done where they are not let through yet.
void not_asked(const Context& context, Way& way) {
  const Cluster cluster = context.situation.cluster;
  // A process that was found was let through. Of one that is described it is taken as given.
  if (way.actor == Actor::you) {
    if (context.situation.described)
      add_reason(way, base::format("that it is admitted is taken as given ({} asks)", asking_options(cluster)));
    return;
  }
  add_reason(way, base::format("{}; whether that is so was not asked ({})", must_allow(cluster, way.pod->capabilities[0]),
                               asking_options(cluster)));
  if (cluster == Cluster::openshift) {
    way.admission =
        base::format("# the cluster admin, once; then: {}\n{}", grant_command("rdma", "SERVICEACCOUNT", "NAMESPACE"),
                     constraint_manifest("rdma", way.pod->capabilities));
  } else {
    way.admission = "# whoever may label the namespace. The level privileged lets every pod of the namespace through\n" +
                    level_command("kubectl", "NAMESPACE");
  }
}

const char* without_user(const Admission& admission) {
  return admission.any_user ? ", without runAsUser: the namespace's range gives one" : "";
}

void let_through(Way& way, const Admission& admission) {
  const std::string account = admission.account.empty() ? "" : " for service account " + admission.account;
  way.actor = Actor::you;
  way.admission.clear();
  add_reason(way, base::format("{} admits it{}{}", admission.by, account, without_user(admission)));
}

void refused(Way& way, const Admission& admission) {
  way.actor = admission.actor;
  way.admission = admission.apply;
  way.works = admission.actor == Actor::nobody ? Works::no : Works::partly;
  way.because = "refused as things stand: " + admission.why;
}

void not_known(const Context& context, Way& way, const Admission& admission) {
  way.works = Works::unknown;
  way.actor = gatekeeper(context);
  way.because = "whether it is admitted is not known: " + admission.why;
}

void judged(const Context& context, Way& way, const Admission& admission) {
  // What a process has that was found, and not described, was let through at its time.
  if (!context.situation.described && way.actor == Actor::you && admission.verdict != Verdict::admitted)
    return add_reason(way, "a pod that asks for it now is not admitted: " + admission.why);
  switch (admission.verdict) {
    case Verdict::admitted: return let_through(way, admission);
    case Verdict::refused: return refused(way, admission);
    case Verdict::unknown: return not_known(context, way, admission);
    case Verdict::grantable:
      way.actor = admission.actor;
      way.admission = admission.apply;
      return add_reason(way, base::format("{} admits it once it is granted{}", admission.by, without_user(admission)));
    default: return;
  }
}

}  // namespace

Way with_container(const Context& context, Way way, const Container& container) {
  if (context.situation.cluster == Cluster::none) {
    if (!has_already(context, container)) add_reason(way, "start the container with --cap-add " + container.capabilities[0]);
    way.snippet += docker_command(container);
    return way;
  }
  way.pod = needs(context, container);
  const Admission* said = answer(context, way.id);
  if (said == nullptr) {
    not_asked(context, way);
  } else {
    way.judged = *said;
    if (said->any_user) way.pod->user.reset();
    judged(context, way, *said);
  }
  way.snippet += manifest(*way.pod, container, way.judged.account);
  return way;
}

}  // namespace railhead::memlock
