#include "finding/finding.h"

namespace railhead::check {
namespace {

// NCCL raises the soft limit to the hard one itself (in the process that hosts the bootstrap, to which every rank connects), so
// the hard limit is what bounds a job. The soft default of 1024 carries the sockets, event queues and shared handles of a rank
// on a node of 8 GPUs; less does not.
constexpr std::uint64_t kHardLeast = 4096;
constexpr std::uint64_t kSoftLeast = 1024;

std::string in_words(const std::optional<std::uint64_t>& limit) { return limit ? base::format("{}", *limit) : "unlimited"; }

std::vector<Finding> rule(const Input& input) {
  const auto& nofile = input.machine.process.nofile;
  if (!nofile) return without(nofile, "process", "the limit of open files");
  const Evidence evidence =
      seen(nofile, base::format("nofile soft {}, hard {}", in_words(nofile->soft), in_words(nofile->hard)));
  if (nofile->hard && *nofile->hard < kHardLeast) {
    return {violated(Severity::warning, "process",
                     base::format("at most {} files can be open: a job of many ranks can run out of sockets", *nofile->hard),
                     {evidence})};
  }
  if (nofile->soft && *nofile->soft < kSoftLeast) {
    return {violated(
        Severity::warning, "process",
        base::format("at most {} files can be open until the job raises it (up to {})", *nofile->soft, in_words(nofile->hard)),
        {evidence}, "ulimit -S -n $(ulimit -H -n)  # in the start command, before the job")};
  }
  const std::string raised =
      nofile->soft == nofile->hard ? "" : base::format(", {} when the job raises it", in_words(nofile->hard));
  return {ok("process", base::format("{} files can be open{}", in_words(nofile->soft), raised), {evidence})};
}

}  // namespace

Check host_nofile_low() {
  return {.title = "Too few files can be open at once",
          .severity = Severity::warning,
          .cause =
              "Every connection of a rank takes files: sockets of the bootstrap and of the proxy, event queues, shared memory. "
              "With too low a limit a job fails while connecting, with \"Too many open files\".",
          .fix =
              "docker run --ulimit nofile=65536 ...; for containerd or CRI-O, in the drop-in of its "
              "unit:\n[Service]\nLimitNOFILE=1048576",
          .rule = rule};
}

}  // namespace railhead::check
