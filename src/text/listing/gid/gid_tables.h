#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "text/listing/devices.h"

namespace railhead::text::listing {

/// How a listing names the type of a GID. `v1` is "IB/RoCE v1": which of both follows from the port's link layer.
enum class GidVersion { not_told, v1, roce_v1, roce_v2 };

/// What one line says of one slot of a GID table. `refusal` is the errno's symbol where reading the GID failed.
struct GidRow {
  PortAt port;
  unsigned index = 0;
  std::optional<facts::Gid> gid = {};
  std::string refusal = {};
  GidVersion version = GidVersion::not_told;
  std::string netdev = {};
  std::string source = {};
  /// The slot was printed for itself, and says nothing of the slots below it.
  bool alone = false;
};

/// GID tables out of rows in any order. The tools leave out slots that are zero, so a slot below the last one that is not named
/// counts as zero; `size` is then the least that the table can have. Rows that are alone make a whole table only where they
/// name every slot up to the last. A GID that only RoCE has tells the port's link layer too.
class GidTables {
 public:
  explicit GidTables(Devices& devices) : devices_(devices) {}

  /// Rows with an index of 1024 and more are left out: no driver has so many slots.
  void add(GidRow row);
  /// What the tool says of the table's length; tells nothing where no row names a slot, for then the rows may have been cut.
  void add_length(PortAt port, unsigned length) { lengths_.push_back({port, length}); }
  /// Puts the rows into the machine. Once, after the last row.
  void finish();

 private:
  struct Length {
    PortAt port;
    unsigned length = 0;
  };

  void apply_slot(const GidRow& row);
  void judge_whole();
  void apply_details(const GidRow& row);
  void apply_version(const GidRow& row);

  Devices& devices_;
  std::vector<GidRow> rows_;
  std::vector<Length> lengths_;
  /// Ports (device, port) of which slots were named alone, and which.
  std::map<std::pair<std::size_t, std::size_t>, std::set<unsigned>> alone_;
};

}  // namespace railhead::text::listing
