#include "manifest/scc/ranges.h"

#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest::scc {
namespace {

constexpr const char* kUids = "openshift.io/sa.scc.uid-range";
constexpr const char* kMcs = "openshift.io/sa.scc.mcs";
constexpr const char* kGroups = "openshift.io/sa.scc.supplemental-groups";

constexpr std::size_t kMostBlocks = 4096;

base::Error refused(std::string message) { return {.code = base::Code::malformed, .message = std::move(message)}; }

const std::string* annotation(const Namespace& space, const char* key) {
  const auto found = space.annotations.find(key);
  return found == space.annotations.end() ? nullptr : &found->second;
}

/// The server waits for these two and then gives up, whatever the constraints take.
std::string missing(const Namespace& space) {
  for (const char* key : {kUids, kMcs})
    if (!annotation(space, key))
      return base::format("error fetching namespace \"{}\": unable to find annotation {}", space.name, key);
  return {};
}

base::Result<IdRange> uids_of(const Namespace& space) {
  const std::string& text = *annotation(space, kUids);
  if (text.empty()) return std::unexpected(refused(base::format("found annotation {} but it was empty", kUids)));
  return block_of(text);
}

base::Result<std::string> mcs_of(const Namespace& space) {
  const std::string& text = *annotation(space, kMcs);
  if (text.empty()) return std::unexpected(refused(base::format("found annotation {} but it was empty", kMcs)));
  return text;
}

base::Result<std::vector<IdRange>> groups_of(const Namespace& space) {
  const std::string* own = annotation(space, kGroups);
  const std::string& text = own ? *own : *annotation(space, kUids);
  if (text.empty())
    return std::unexpected(refused(base::format("unable to find groups using {} and {} annotations", kGroups, kUids)));
  const std::vector<std::string_view> parts = base::split(text, ',');
  if (parts.size() > kMostBlocks)
    return std::unexpected(refused(base::format("more than {} blocks in {}", kMostBlocks, kGroups)));
  std::vector<IdRange> blocks;
  blocks.reserve(parts.size());
  for (const std::string_view part : parts) {
    const auto block = block_of(part);
    if (!block) return std::unexpected(block.error());
    blocks.push_back(*block);
  }
  return blocks;
}

/// All values of a namespace, each read once.
struct Values {
  base::Result<IdRange> uids;
  base::Result<std::string> mcs;
  base::Result<std::vector<IdRange>> groups;
};

bool takes_uids(const RunAsUser& user) { return user.type == UserStrategy::must_run_as_range && !user.min && !user.max; }

bool takes_mcs(const SeLinuxContext& context) {
  return context.type == Strategy::must_run_as && (!context.options || context.options->level.empty());
}

bool takes_groups(const GroupRule& rule) { return rule.type == Strategy::must_run_as && rule.ranges.empty(); }

/// What a constraint lacks by itself, in the server's words; nothing where it can be set up.
std::string lacks(const RunAsUser& user) {
  if (user.type == UserStrategy::must_run_as && !user.uid) return "MustRunAs requires a UID";
  if (user.type != UserStrategy::must_run_as_range || takes_uids(user)) return {};
  if (!user.min) return "MustRunAsRange requires a UIDRangeMin";
  return user.max ? "" : "MustRunAsRange requires a UIDRangeMax";
}

/// The first reason why the server cannot set up a constraint in a namespace; nothing where it can.
std::string problem(const Constraint& constraint, const Namespace& space, const Values& values) {
  const auto no_annotation = [&](const char* which, const base::Error& error) {
    return base::format("unable to find pre-allocated {} annotation for namespace {} while trying to configure SCC {}: {}",
                        which, space.name, constraint.name, error.message);
  };
  if (takes_uids(constraint.run_as_user) && !values.uids) return no_annotation("uid", values.uids.error());
  if (takes_mcs(constraint.se_linux) && !values.mcs) return no_annotation("mcs", values.mcs.error());
  if ((takes_groups(constraint.fs_group) || takes_groups(constraint.supplemental_groups)) && !values.groups)
    return no_annotation("group", values.groups.error());
  const std::string lack = lacks(constraint.run_as_user);
  if (lack.empty()) return {};
  return base::format("error creating provider for SCC {} in namespace {}: {}", constraint.name, space.name, lack);
}

/// Several errors as the server lists them: in brackets where there is more than one.
std::string together(const std::vector<std::string>& texts) {
  return texts.size() == 1 ? texts.front() : base::format("[{}]", base::joined(texts, ", "));
}

Values values_of(const Namespace& space) { return {uids_of(space), mcs_of(space), groups_of(space)}; }

Ranges ranges_from(Values values) {
  return {.uids = values.uids.value_or(IdRange()),
          .groups = std::move(values.groups).value_or(std::vector<IdRange>()),
          .mcs = std::move(values.mcs).value_or("")};
}

}  // namespace

bool lacks_annotations(const Namespace& space) { return !missing(space).empty(); }

base::Result<Ranges> ranges_for(const Namespace& space, const std::vector<const Constraint*>& constraints) {
  if (std::string text = missing(space); !text.empty()) return std::unexpected(refused(std::move(text)));
  Values values = values_of(space);
  std::vector<std::string> problems;
  for (const Constraint* constraint : constraints)
    if (std::string text = problem(*constraint, space, values); !text.empty()) problems.push_back(std::move(text));
  if (!problems.empty()) return std::unexpected(refused(together(problems)));
  return ranges_from(std::move(values));
}

base::Result<Ranges> ranges_of(const Namespace& space) {
  if (std::string text = missing(space); !text.empty()) return std::unexpected(refused(std::move(text)));
  Values values = values_of(space);
  const auto unread = [&](const char* which, const base::Error& error) {
    return std::unexpected(refused(
        base::format("unable to find pre-allocated {} annotation for namespace {}: {}", which, space.name, error.message)));
  };
  if (!values.uids) return unread("uid", values.uids.error());
  if (!values.mcs) return unread("mcs", values.mcs.error());
  if (!values.groups) return unread("group", values.groups.error());
  return ranges_from(std::move(values));
}

Ranges assumed_ranges() {
  // Above 32 bits: no namespace has them, and a pod that asks for such an id is invalid.
  constexpr std::int64_t kNobody = std::int64_t{1} << 40U;
  return {.uids = {kNobody, kNobody}, .groups = {{kNobody, kNobody}}, .mcs = "s0:c?,c?", .assumed = true};
}

}  // namespace railhead::manifest::scc
