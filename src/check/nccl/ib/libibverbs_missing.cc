#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/search.h"
#include "finding/scope.h"

namespace railhead::check {
namespace {

/// Whether programs find the library: the loader's word counts before a look at files.
std::optional<bool> found(const facts::Library& library) {
  if (library.loads) return *library.loads;
  if (library.path) return true;
  if (library.path.missing().why == facts::Why::not_found) return false;
  return std::nullopt;
}

Evidences evidence_of(const facts::Library& library) {
  Evidences evidence;
  if (library.path) evidence.push_back(seen(library.path, *library.path));
  if (!library.path && !library.path.not_asked()) evidence.push_back(lacking(library.path, library.name));
  if (library.loads) evidence.push_back(seen(library.loads, *library.loads ? "loads" : "does not load"));
  return evidence;
}

std::string message(const facts::Library& library) {
  if (!library.path) return "libibverbs.so.1 is not in this image: NCCL, UCX and MPI cannot use the RDMA devices";
  return base::format("libibverbs.so.1 is at {} but does not load: NCCL, UCX and MPI cannot use the RDMA devices",
                      *library.path);
}

std::vector<Finding> of_machine(const Input& input) {
  const facts::Library& library = input.machine.software.libibverbs;
  if (library.path.not_asked() && library.loads.not_asked()) return {};
  if (auto findings = no_devices_to_judge(input)) return *std::move(findings);
  const std::optional<bool> is_found = found(library);
  if (!is_found) return without(library.path, "machine", "libibverbs.so.1");
  const Evidences evidence = evidence_of(library);
  if (*is_found)
    return {ok("machine", library.loads.is(true) ? "libibverbs.so.1 loads" : "libibverbs.so.1 is in this image", evidence)};
  const RdmaUse use = rdma_use(input);
  if (use == RdmaUse::blocked) return {skipped("machine", "libibverbs.so.1 is not here, nor is a device that could be used")};
  return {violated(Severity::error, "machine", message(library), evidence)};
}

std::vector<Finding> of_log(const Input& input) {
  return search(input, {.what = "word that libibverbs did not open",
                        .is = [](const facts::LogEvent& event) { return event.fault == facts::LogFault::libibverbs_missing; },
                        .message = [](const facts::LogEvent&) -> std::string {
                          return "libibverbs.so.1 did not open: it is not in the image, and RDMA cannot be used";
                        }});
}

std::vector<Finding> rule(const Input& input) { return joined(of_machine(input), of_log(input)); }

}  // namespace

Check nccl_ib_libibverbs_missing() {
  return {
      .title = "libibverbs is missing or does not load",
      .severity = Severity::error,
      .cause = "NCCL opens libibverbs.so.1 at run time. Where it is missing it says so only at INFO level and uses sockets.",
      .fix = "In the image: apt-get install libibverbs1 ibverbs-providers, or dnf install libibverbs",
      .rule = rule};
}

}  // namespace railhead::check
