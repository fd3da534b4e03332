#include "text/nccl/prefix_table.h"

#include "text/hash.h"

namespace railhead::text {
namespace {

constexpr std::size_t kFirstSlots = 256;

/// Never 0, which marks a free slot.
std::uint64_t mark_of(std::string_view prefix) { return hash_of(prefix) | 1U; }

}  // namespace

PrefixTable::PrefixTable() : slots_(kFirstSlots) {}

std::size_t PrefixTable::place_of(std::uint64_t hash) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = (hash >> 1U) & mask;
  while (slots_[at].hash != 0 && slots_[at].hash != hash) at = (at + 1) & mask;
  return at;
}

std::optional<std::size_t> PrefixTable::find(std::string_view prefix) const {
  const Slot& slot = slots_[place_of(mark_of(prefix))];
  if (slot.hash == 0) return std::nullopt;
  return slot.rank;
}

void PrefixTable::add(std::string_view prefix, std::size_t rank) {
  if (2 * (size_ + 1) > slots_.size()) grow();
  const std::uint64_t hash = mark_of(prefix);
  slots_[place_of(hash)] = {.hash = hash, .rank = rank};
  ++size_;
}

void PrefixTable::grow() {
  std::vector<Slot> old(2 * slots_.size());
  old.swap(slots_);
  for (const Slot& slot : old)
    if (slot.hash != 0) slots_[place_of(slot.hash)] = slot;
}

}  // namespace railhead::text
