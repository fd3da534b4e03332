#include "base/format.h"
#include "base/text.h"
#include "report/columns.h"
#include "report/lint/lint.h"

namespace railhead::report {
namespace {

std::string status_of(const lint::PodRow& row) {
  std::vector<std::string> parts;
  if (row.errors > 0) parts.push_back(base::counted(row.errors, "error"));
  if (row.warnings > 0) parts.push_back(base::counted(row.warnings, "warning"));
  return parts.empty() ? "ok" : base::joined(parts, ", ");
}

std::vector<std::string> cells_of(const lint::PodRow& row) {
  const std::string place = base::format("{}:{}", row.place.file, row.place.line);
  const std::string rdma = row.rdma_by.empty() ? row.rdma : row.rdma + ": " + row.rdma_by;
  std::vector<std::string> networks = row.networks;
  for (std::string& network : networks) network = base::one_line(network);
  return {base::one_line(place),
          base::one_line(row.owner),
          base::one_line(rdma),
          base::one_line(row.memlock),
          base::one_line(row.service_account),
          base::one_line(row.shm),
          networks.empty() ? "none" : base::listed(networks, 8),
          status_of(row)};
}

}  // namespace

std::string lint_table(const Linted& linted, const Style&) {
  std::vector<std::vector<std::string>> rows;
  rows.reserve(linted.objects.size());
  for (const lint::JudgedObject& object : linted.objects)
    for (const lint::PodRow& row : object.rows) rows.push_back(cells_of(row));
  if (rows.empty()) return "No pod template in these manifests.\n\n";
  return columns({{"MANIFEST", 40},
                  {"OBJECT", 32},
                  {"RDMA", 28},
                  {"MEMLOCK WAY", 24},
                  {"SERVICE ACCOUNT", 20},
                  {"SHM", 18},
                  {"NETWORKS", 24},
                  {"STATUS", 20}},
                 rows) +
         "\n";
}

}  // namespace railhead::report
