#include "text/bandwidth/table_reader.h"

#include <algorithm>
#include <charconv>

#include "base/format.h"
#include "base/text.h"

// Formats: src/common.cu of nccl-tests (2.0 to 2.17) and of rccl-tests; perftest_parameters.h and .c of perftest (4.4 to 25.x).

namespace railhead::text {
namespace {

using facts::BandwidthTool;

constexpr std::size_t kMostTables = 64;
constexpr std::size_t kMostRows = 256;
constexpr std::size_t kMostHosts = 4096;
constexpr unsigned kPreamble = 40;  // lines of perftest's between its title and its columns
constexpr double kMebi = 1048576.0 / 1e9;
constexpr std::size_t kLongestRow = 512;

std::optional<double> decimal(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, std::chars_format::general);
  if (error != std::errc() || end != text.data() + text.size() || !(value >= 0 && value < 1e15)) return std::nullopt;
  return value;
}

/// Where two whole numbers stand beside each other: bytes, and elements or iterations. A launcher's prefix may be before them.
std::size_t first_column(const std::vector<std::string_view>& words) {
  for (std::size_t i = 0; i + 1 < words.size(); ++i)
    if (base::unsigned_number(words[i]) && base::unsigned_number(words[i + 1])) return i;
  return words.size();
}

/// What stands behind "#", trimmed; empty without one.
std::string_view comment_of(std::string_view line) {
  const std::size_t at = line.find('#');
  return at == std::string_view::npos ? std::string_view() : base::trimmed(line.substr(at + 1));
}

std::string_view value_of(std::string_view text, std::string_view name) {
  const std::size_t at = text.find(name);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + name.size());
  const std::size_t colon = rest.find_first_not_of(" \t");
  if (colon == std::string_view::npos || rest[colon] != ':') return {};
  const std::string_view value = base::trimmed(rest.substr(colon + 1));
  return value.substr(0, value.find_first_of(" \t"));
}

}  // namespace

const char* TableReader::take(std::string_view line, const std::string& file, std::uint64_t number) {
  constexpr const char* kResults = "nccl-tests results";
  constexpr const char* kPerftest = "perftest results";
  if (line.size() > kLongestRow) return nullptr;
  const std::string_view trimmed = base::trimmed(line);
  if (trimmed.ends_with("BW Test") && trimmed.size() < 80) {
    next_ = {.tool = BandwidthTool::perftest, .name = base::one_line(trimmed)};
    next_.both_ways = trimmed.find("Bidirectional") != std::string_view::npos;
    properties_ = kPreamble;
    table_ = kNone;
    return kPerftest;
  }
  const bool comment = line.find('#') != std::string_view::npos;
  if (!comment && table_ == kNone && properties_ == 0) return nullptr;
  const std::string source = base::format("{}:{}", file, number);
  if (comment && line.find("BW average[") != std::string_view::npos)
    return open(BandwidthTool::perftest, line, source) ? kPerftest : nullptr;
  if (comment && line.find(" busbw ") != std::string_view::npos)
    return open(BandwidthTool::nccl_tests, line, source) ? kResults : nullptr;
  if (properties_ > 0) {
    --properties_;
    if (take_property(trimmed)) return kPerftest;
  }
  if (comment && take_comment(line, source)) {
    comments_ = true;
    return kResults;
  }
  if (table_ == kNone) return nullptr;
  if (tables_[table_].tool == BandwidthTool::perftest && trimmed.starts_with("-----")) {  // its last line
    table_ = kNone;
    return kPerftest;
  }
  if (!take_row(line, source)) return nullptr;
  return tables_[table_].tool == BandwidthTool::perftest ? kPerftest : kResults;
}

bool TableReader::open(BandwidthTool tool, std::string_view line, const std::string& source) {
  if (tables_.size() >= kMostTables) return false;
  if (next_.tool != tool) next_ = {.tool = tool};
  next_.source = source;
  has_wrong_ = line.find("#wrong") != std::string_view::npos;
  unit_ = line.find("[Gb/sec]") != std::string_view::npos ? 0.125 : kMebi;
  tables_.push_back(std::move(next_));
  next_ = {};
  properties_ = 0;
  table_ = tables_.size() - 1;
  return true;
}

bool TableReader::take_comment(std::string_view line, const std::string& source) {
  const std::string_view text = comment_of(line);
  const bool results = table_ != kNone && tables_[table_].tool == BandwidthTool::nccl_tests;
  if (text.starts_with("Rank ") && text.find(" on ") != std::string_view::npos &&
      text.find(" device ") != std::string_view::npos) {
    const std::string_view on = base::trimmed(text.substr(text.find(" on ") + 4));
    std::string host = base::one_line(on.substr(0, on.find_first_of(" \t")));
    ++next_.ranks;
    if (next_.hosts.size() < kMostHosts && std::ranges::find(next_.hosts, host) == next_.hosts.end())
      next_.hosts.push_back(std::move(host));
    return true;
  }
  if (text.starts_with("Collective test starting:")) {
    next_.name = base::one_line(value_of(text, "Collective test starting"));
    return true;
  }
  if (results && text.starts_with("Avg bus bandwidth")) {
    if (const auto value = decimal(value_of(text, "Avg bus bandwidth"))) tables_[table_].average = {*value, source};
    table_ = kNone;
    return true;
  }
  if (results && text.starts_with("Out of bounds values")) {
    if (const auto value = base::unsigned_number(value_of(text, "Out of bounds values")))
      tables_[table_].out_of_bounds = {*value, source};
    return true;
  }
  if (text.empty()) return comments_ && base::trimmed(line).ends_with('#');
  return text.starts_with("nThread ") || text == "Using devices" ||
         (text.starts_with("out-of-place") && text.ends_with("in-place")) || (results && text.starts_with("(B)"));
}

bool TableReader::take_row(std::string_view line, const std::string& source) {
  facts::BandwidthTable& table = tables_[table_];
  if (table.rows.size() >= kMostRows) return false;
  return table.tool == BandwidthTool::perftest ? take_perftest_row(line, source) : take_results_row(line, source);
}

/// "SIZE COUNT TYPE [REDOP] [ROOT]", then twice "TIME ALGBW BUSBW #WRONG".
bool TableReader::take_results_row(std::string_view line, const std::string& source) {
  const std::vector<std::string_view> words = base::words(line);
  const std::size_t first = first_column(words);
  constexpr std::size_t kMeasured = 8;
  if (words.size() < first + kMeasured + 3 || words.size() > first + kMeasured + 5) return false;
  const std::size_t measured = words.size() - kMeasured;
  facts::BandwidthRow row{
      .bytes = *base::unsigned_number(words[first]), .in_place = decimal(words[measured + 6]), .source = source};
  const auto rate = decimal(words[measured + 2]);
  if (!rate || !decimal(words[measured])) return false;
  row.rate = *rate;
  for (const std::size_t column : {measured + 3, measured + 7})
    if (const auto wrong = has_wrong_ ? decimal(words[column]) : std::nullopt)
      row.wrong = row.wrong.value_or(0) + static_cast<std::uint64_t>(*wrong);
  facts::BandwidthTable& table = tables_[table_];
  // With an operation and no root: all_reduce, or reduce_scatter.
  if (measured == first + 5) table.reduces = words[first + 3] != "none" && words[first + 4] == "-1";
  table.rows.push_back(std::move(row));
  return true;
}

/// "BYTES ITERATIONS PEAK AVERAGE RATE".
bool TableReader::take_perftest_row(std::string_view line, const std::string& source) {
  const std::vector<std::string_view> words = base::words(line);
  const std::size_t first = first_column(words);
  if (words.size() < first + 5) return false;
  const auto peak = decimal(words[first + 2]);
  const auto average = decimal(words[first + 3]);
  if (!peak || !average) return false;
  facts::BandwidthRow row{.bytes = *base::unsigned_number(words[first]), .rate = *average * unit_, .source = source};
  if (*peak > 0) row.peak = *peak * unit_;  // 0: not measured
  tables_[table_].rows.push_back(std::move(row));
  return true;
}

bool TableReader::take_property(std::string_view line) {
  if (const std::string_view device = value_of(line, "Device"); !device.empty()) next_.device = base::one_line(device);
  for (const auto& [label, side] : {std::pair{"local address", &next_.local}, std::pair{"remote address", &next_.remote}})
    if (line.starts_with(label)) {
      const std::size_t lid = line.find("LID ");
      const std::string_view rest = lid == std::string_view::npos ? std::string_view() : line.substr(lid + 4);
      *side = base::one_line(rest.substr(0, rest.find_first_of(" \t")));
      return true;
    }
  // The GIDs stand in lines of their own, the local one first; they tell more than a LID, which Ethernet has not.
  if (line.starts_with("GID: ")) {
    std::string& side = next_.local.find(':') == std::string::npos ? next_.local : next_.remote;
    side = base::one_line(base::trimmed(line.substr(5)));
    return true;
  }
  if (line.starts_with("-----")) return true;
  return line.find(" : ") < 24;
}

}  // namespace railhead::text
