#include "text/case.h"

#include <algorithm>
#include <cstring>
#include <map>

#include "base/text.h"
#include "text/clean.h"

namespace railhead::text {
namespace {

constexpr std::size_t kLongestLine = std::size_t{1} << 20;

/// What a log says that variables are set to; what a text about them says counts before it.
void add(const std::vector<facts::Variable>& variables, facts::Environment& environment) {
  if (variables.empty()) return;
  std::vector<facts::Variable> all = environment.variables.value_or({});
  for (const facts::Variable& variable : variables) {
    const bool known = std::ranges::any_of(all, [&](const facts::Variable& other) { return other.name == variable.name; });
    if (!known) all.push_back(variable);
  }
  std::ranges::stable_sort(all, {}, &facts::Variable::name);
  environment.variables = {std::move(all),
                           environment.variables.has() ? environment.variables.source() : variables.front().source};
}

/// What a library says of the limit; a text about the process itself counts before it. The hard side is the least it can be.
void add_memlock(const facts::Known<std::uint64_t>& stated, facts::Process& process) {
  if (stated && !process.memlock) process.memlock = {facts::Limit{*stated, *stated}, stated.source()};
}

bool is_blank(std::string_view line) { return base::trimmed(line).empty(); }

}  // namespace

bool Case::recognised() const {
  return std::ranges::any_of(inputs, [](const Input& input) { return !input.kinds.empty(); });
}

void CaseReader::begin(std::string file) {
  tables_.begin();
  blocks_.begin(file);
  manifests_.begin(file);
  inputs_.push_back({.file = std::move(file)});
  number_ = 0;
  escapes_ = false;
}

void CaseReader::take(std::string_view piece) {
  escapes_ = escapes_ || piece.find('\x1b') != std::string_view::npos;  // once a piece, not once a line
  while (!piece.empty()) {
    const void* found = std::memchr(piece.data(), '\n', piece.size());
    const std::size_t length = found ? static_cast<std::size_t>(static_cast<const char*>(found) - piece.data()) : piece.size();
    if (found && open_line_.empty() && !overlong_) {
      take_line(piece.substr(0, length));
    } else {
      if (!overlong_) open_line_.append(piece.substr(0, std::min(length, kLongestLine - open_line_.size())));
      overlong_ = open_line_.size() == kLongestLine;
      if (found) {
        take_line(open_line_);
        open_line_.clear();
        overlong_ = false;
      }
    }
    piece.remove_prefix(found ? length + 1 : length);
  }
}

void CaseReader::end(std::string unread) {
  inputs_.back().unread = std::move(unread);
  if (!open_line_.empty()) take_line(open_line_);
  open_line_.clear();
  overlong_ = false;
  manifests_.finish();
  if (manifests_.any_in_file()) claim("manifest");
  inputs_.back().unrecognised = manifests_.unclaimed();
  inputs_.back().first_unrecognised = manifests_.first_unclaimed();
  if (!blocks_.end(inputs_.back().lines)) return;
  claim(blocks_.found().back().kind->name);
  inputs_.back().unrecognised = inputs_.back().first_unrecognised = 0;
}

void CaseReader::take_line(std::string_view raw) {
  ++number_;
  const std::string_view line = escapes_ ? clean(raw.substr(0, kLongestLine), room_) : clean_plain(raw.substr(0, kLongestLine));
  Input& input = inputs_.back();
  const std::optional<LogLine> usual = usual_log_line(line);
  const bool familiar = !usual && blocks_.is_familiar(line);
  if (usual) run_.take(*usual, input.file, number_);
  if (usual || (!familiar && run_.take(line, input.file, number_))) {
    ++input.lines;
    if (manifests_.open()) manifests_.take(number_, line, true);
    return claim(usual || run_.is_nccl_line() ? "NCCL log" : "error messages");
  }
  if (const char* results = tables_.take(line, input.file, number_)) {
    ++input.lines;
    // What perftest says of its device and GIDs is a listing as well.
    if (blocks_.take(number_, line)) claim(blocks_.found().back().kind->name);
    return claim(results);
  }
  if (familiar) {
    ++input.lines;
    return manifests_.open() ? manifests_.take(number_, line, false) : manifests_.count(number_);
  }
  if (is_blank(line)) {
    manifests_.skip(number_);
    return blocks_.skip(number_);
  }
  if (is_fence(line)) return manifests_.finish();
  ++input.lines;
  const bool claimed = blocks_.take(number_, line);
  if (claimed) claim(blocks_.found().back().kind->name);
  manifests_.take(number_, line, claimed);
}

void CaseReader::claim(std::string_view kind) {
  std::vector<std::string>& kinds = inputs_.back().kinds;
  if (std::ranges::find(kinds, kind) == kinds.end()) kinds.emplace_back(kind);
}

/// A text of one kind that two files hold is about two machines.
void CaseReader::read_blocks(Case& result) const {
  std::map<std::string, std::string> first_file;  // of each kind
  std::map<std::string, std::size_t> by_file;
  const std::size_t texts = result.machines.size() - 1;  // what listings and settings are about
  for (const FoundBlock& found : blocks_.found()) {
    if (found.kind->read_cluster != nullptr) found.kind->read_cluster(found.block, result.cluster);
    if (found.kind->read == nullptr) continue;
    const std::string& file = found.block.file;
    std::size_t machine = texts;
    if (first_file.try_emplace(found.kind->name, file).first->second != file) {
      const auto [place, added] = by_file.try_emplace(file, result.machines.size());
      if (added) {
        result.machines.emplace_back();
        result.names.push_back(file);
      }
      machine = place->second;
    }
    found.kind->read(found.block, result.machines[machine]);
  }
}

void CaseReader::take_snapshot(facts::Machine machine, std::uint64_t lines) {
  snapshots_.push_back(std::move(machine));
  snapshot_files_.push_back(inputs_.back().file);
  inputs_.back().lines = lines;
  claim("snapshot");
}

/// Some text beside the snapshots is about a machine.
bool CaseReader::tells_of_machine() const {
  return std::ranges::any_of(blocks_.found(), [](const FoundBlock& found) { return found.kind->read != nullptr; });
}

Case CaseReader::finish() {
  Case result{.machines = snapshots_, .names = snapshot_files_, .log = run_.run(), .inputs = inputs_};
  if (snapshots_.empty() || tells_of_machine()) {
    result.machines.emplace_back();
    result.names.emplace_back();
  }
  result.cluster.objects = manifests_.take_objects();
  result.log.bandwidth = tables_.tables();
  read_blocks(result);
  if (result.machines.size() == 1) result.names.front().clear();
  add(run_.variables(), result.machines.front().environment);
  add_memlock(result.log.memlock, result.machines.front().process);
  return result;
}

}  // namespace railhead::text
