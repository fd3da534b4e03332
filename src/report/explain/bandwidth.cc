#include "finding/log/bandwidth.h"
#include "base/format.h"
#include "base/text.h"
#include "report/columns.h"
#include "report/explain/explain.h"

namespace railhead::report {
namespace {

constexpr std::size_t kMostTables = 8;
constexpr std::size_t kMostRows = 6;  // the largest sizes, which are last

std::string number(const std::optional<double>& value) { return value ? base::format("{:.2f}", *value) : ""; }

std::string about(const facts::BandwidthTable& table) {
  std::string text = base::one_line(check::name_of(table));
  if (!table.device.empty()) text += " on " + base::one_line(table.device);
  if (table.ranks > 0)
    text += base::format(", {} on {}", base::counted(table.ranks, "rank"), base::counted(table.hosts.size(), "host"));
  if (table.average.has()) text += base::format(", average {:.2f} GB/s", *table.average);
  return text;
}

std::string rows_of(const facts::BandwidthTable& table) {
  const bool perftest = table.tool == facts::BandwidthTool::perftest;
  std::vector<std::vector<std::string>> rows;
  for (std::size_t i = table.rows.size() > kMostRows ? table.rows.size() - kMostRows : 0; i < table.rows.size(); ++i) {
    const facts::BandwidthRow& row = table.rows[i];
    const std::string wrong = row.wrong ? base::format("{}", *row.wrong) : "not checked";
    std::vector<std::string> cells = {rounded(base::Bytes{row.bytes}), number(row.rate)};
    if (perftest)
      cells.push_back(number(row.peak));
    else
      cells.insert(cells.end(), {number(row.in_place), wrong});
    rows.push_back(std::move(cells));
  }
  if (perftest) return columns({{"size", 12}, {"average GB/s", 12}, {"peak GB/s", 12}}, rows);
  return columns({{"size", 12}, {"busbw GB/s", 12}, {"in place", 12}, {"wrong", 12}}, rows);
}

}  // namespace

std::string bandwidth_text(const facts::LogRun& log, const Style& style) {
  std::string text;
  for (const facts::BandwidthTable& table : log.bandwidth) {
    if (&table - log.bandwidth.data() == kMostTables)
      return text + base::format("and {} more\n\n", base::counted(log.bandwidth.size() - kMostTables, "table"));
    text += toned(style, Tone::strong, "measured: " + about(table)) + " " +
            toned(style, Tone::faint, base::one_line("[" + table.source + "]")) + "\n" + rows_of(table) + "\n";
  }
  return text;
}

}  // namespace railhead::report
