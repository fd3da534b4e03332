#include "text/listing/gid/gid_tables.h"

#include <algorithm>
#include <utility>

#include "text/listing/values.h"

namespace railhead::text::listing {
namespace {

facts::GidEntry* entry_at(facts::Port& port, unsigned index) {
  if (!port.gids) return nullptr;
  std::vector<facts::GidEntry>& entries = port.gids.held().entries;
  const auto place = std::ranges::lower_bound(entries, index, {}, &facts::GidEntry::index);
  return place != entries.end() && place->index == index ? &*place : nullptr;
}

void grow(facts::GidTable& table, unsigned size) {
  table.size = std::max(table.size, size);
  table.zero = table.size - static_cast<unsigned>(table.entries.size());
}

facts::GidEntry& add_entry(facts::GidTable& table, unsigned index) {
  const auto place = std::ranges::lower_bound(table.entries, index, {}, &facts::GidEntry::index);
  if (place != table.entries.end() && place->index == index) return *place;
  return *table.entries.insert(place, facts::GidEntry{.index = index, .gid = {}, .type = {}, .netdev = {}});
}

bool shows_roce(const GidRow& row) {
  return row.version == GidVersion::roce_v1 || row.version == GidVersion::roce_v2 || !row.netdev.empty() ||
         (row.gid && facts::is_ipv4(*row.gid));
}

std::optional<facts::GidType> type_of(GidVersion version, const facts::Port& port) {
  if (version == GidVersion::roce_v1) return facts::GidType::roce_v1;
  if (version == GidVersion::roce_v2) return facts::GidType::roce_v2;
  if (version == GidVersion::not_told || !port.link_layer) return std::nullopt;
  return *port.link_layer == facts::LinkLayer::ethernet ? facts::GidType::roce_v1 : facts::GidType::ib;
}

}  // namespace

void GidTables::add(GidRow row) {
  constexpr unsigned kMost = 1024;  // drivers have 16 to 1024
  if (row.index < kMost) rows_.push_back(std::move(row));
}

void GidTables::finish() {
  for (const GidRow& row : rows_) apply_slot(row);
  judge_whole();
  for (const Length& length : lengths_)
    if (facts::Port& port = devices_.at(length.port); port.gids) grow(port.gids.held(), length.length);
  for (const GidRow& row : rows_) apply_details(row);
  for (const GidRow& row : rows_) apply_version(row);
  rows_.clear();
  lengths_.clear();
}

void GidTables::apply_slot(const GidRow& row) {
  if (!row.gid && row.refusal.empty()) return;
  facts::Port& port = devices_.at(row.port);
  if (!port.gids) port.gids = {facts::GidTable{.size = 0, .zero = 0, .entries = {}, .whole = !row.alone}, row.source};
  facts::GidTable& table = port.gids.held();
  if (row.alone)
    alone_[{row.port.device, row.port.port}].insert(row.index);
  else
    table.whole = true;
  if (!row.gid || !facts::is_zero(*row.gid)) {
    facts::Known<facts::Gid>& gid = add_entry(table, row.index).gid;
    if (row.gid && !gid)
      gid = {*row.gid, row.source};
    else if (!row.gid && gid.not_asked())
      gid = {facts::Missing{.why = facts::Why::unavailable, .detail = row.refusal}, row.source};
  }
  grow(table, row.index + 1);
}

void GidTables::judge_whole() {
  for (const auto& [at, slots] : alone_) {
    facts::GidTable& table = devices_.at(PortAt{at.first, at.second}).gids.held();
    if (slots.size() == table.size) table.whole = true;
  }
  alone_.clear();
}

void GidTables::apply_details(const GidRow& row) {
  facts::Port& port = devices_.at(row.port);
  if (shows_roce(row) && !port.link_layer) port.link_layer = {facts::LinkLayer::ethernet, row.source};
  facts::GidEntry* entry = entry_at(port, row.index);
  if (entry && !row.netdev.empty() && !entry->netdev) entry->netdev = {row.netdev, row.source};
}

void GidTables::apply_version(const GidRow& row) {
  facts::Port& port = devices_.at(row.port);
  facts::GidEntry* entry = entry_at(port, row.index);
  if (!entry || entry->type) return;
  if (const auto type = type_of(row.version, port)) entry->type = {*type, row.source};
}

}  // namespace railhead::text::listing
