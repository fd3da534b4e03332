#pragma once

#include <map>
#include <string>
#include <vector>

#include "facts/host/kernel.h"

namespace railhead::text::setting {

/// IOMMU groups as a text tells them, in any order; at most 1,024 of them with 4,096 devices. `place` is the line that is being
/// read.
class GroupTable {
 public:
  std::string place;

  void add_type(unsigned group, const std::string& type);
  void add_device(unsigned group, const std::string& address);
  /// A type without its group: counts only where no group is told by its number.
  void add_bare_type(const std::string& type);
  /// The text says that there is no group, or no folder of groups.
  void set_empty() { nothing_ = Nothing::empty; }
  void set_absent() { nothing_ = Nothing::absent; }

  /// What was told before stays, and is completed. Changes nothing where the text has nothing new.
  void merge_into(facts::Known<std::vector<facts::IommuGroup>>& groups) const;

 private:
  enum class Nothing { no, empty, absent };

  facts::IommuGroup* group(unsigned number);
  void start();

  std::map<unsigned, facts::IommuGroup> groups_;
  std::vector<facts::IommuGroup> bare_;
  std::size_t devices_ = 0;
  std::string first_place_;
  Nothing nothing_ = Nothing::no;
};

}  // namespace railhead::text::setting
