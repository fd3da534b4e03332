#include "facts/log/run.h"
#include "finding/finding.h"
#include "finding/log/bandwidth.h"

namespace railhead::check {
namespace {

constexpr std::size_t kMostShown = 6;

std::optional<Finding> judge(const facts::BandwidthTable& table) {
  Evidences evidence;
  std::uint64_t wrong = 0;
  bool checked = false;
  for (const facts::BandwidthRow& row : table.rows) {
    checked = checked || row.wrong.has_value();
    if (row.wrong.value_or(0) == 0) continue;
    wrong += *row.wrong;
    if (evidence.size() < kMostShown)
      evidence.push_back({base::format("#wrong {} at {} bytes", *row.wrong, row.bytes), row.source});
  }
  if (table.out_of_bounds.has() && *table.out_of_bounds > 0)
    evidence.push_back(seen(table.out_of_bounds, base::format("out of bounds values {}", *table.out_of_bounds)));
  if (!evidence.empty()) {
    std::string message = wrong > 0 ? base::format("{} of its results came out wrong", base::counted(wrong, "element"))
                                    : std::string("values were written outside of the result");
    return violated(Severity::error, name_of(table), std::move(message), std::move(evidence));
  }
  if (!checked) return std::nullopt;  // run with -c 0, or by a version that gives a difference in place of a count
  return ok(name_of(table), "all results are right: #wrong is 0 at every size", {{"results were checked", table.source}});
}

std::vector<Finding> rule(const Input& input) {
  std::vector<Finding> findings;
  if (input.log == nullptr) return findings;
  for (const facts::BandwidthTable& table : input.log->bandwidth) {
    if (table.tool != facts::BandwidthTool::nccl_tests) continue;
    if (std::optional<Finding> finding = judge(table)) findings.push_back(*std::move(finding));
  }
  return findings;
}

}  // namespace

Check nccl_tests_wrong_results() {
  return {
      .title = "A test of NCCL computed wrong results",
      .severity = Severity::error,
      .cause =
          "nccl-tests compares every element with what it must be. Data that arrives changed, late or not at all is a fault "
          "of the machine (a bad GPU, NVLink or PCIe link, a translating IOMMU in the way of GPUDirect) or of the libraries, "
          "and a training run on it computes wrong results as well.",
      .fix =
          "NCCL_NET_GDR_LEVEL=LOC ./build/all_reduce_perf -c 1 -b 8 -e 1G -f 2 -g 1  # right without GPUDirect: look at "
          "ACS, IOMMU and the GPU driver; wrong on one node alone: dcgmi diag -r 3 there",
      .rule = rule};
}

}  // namespace railhead::check
