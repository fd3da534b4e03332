#include "cli/explain/log_or_snapshot.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/format.h"
#include "base/text.h"
#include "cli/machine_source.h"
#include "probe/machine.h"
#include "probe/snapshot.h"

namespace railhead::cli {
namespace {

constexpr std::size_t kMostSnapshot = std::size_t{256} << 20U;

}  // namespace

void LogOrSnapshot::take(std::string_view text) {
  if (what_ == What::log) return reader_.take(text);
  if (kept_.size() + text.size() > kMostSnapshot) {
    too_large_ = true;
    return;
  }
  kept_ += text;
  if (what_ == What::snapshot || kept_.size() < probe::kSnapshotStart.size()) return;
  what_ = kept_.starts_with(probe::kSnapshotStart) ? What::snapshot : What::log;
  if (what_ == What::log) reader_.take(std::exchange(kept_, {}));
}

base::Result<void> LogOrSnapshot::end(const std::string& unread) {
  if (what_ != What::snapshot) {
    reader_.take(kept_);
    reader_.end(unread);
    return {};
  }
  if (too_large_)
    return std::unexpected(
        base::Error{.code = base::Code::malformed, .message = base::printable(name_) + " is a snapshot of more than 256 MiB"});
  const base::Result<OpenedWorld> opened = OpenedWorld::of_snapshot_text(kept_, base::printable(name_));
  if (!opened) return std::unexpected(opened.error());
  reader_.take_snapshot(probe::machine(opened->world(), {}), static_cast<std::uint64_t>(std::ranges::count(kept_, '\n')));
  reader_.end(unread);
  return {};
}

}  // namespace railhead::cli
