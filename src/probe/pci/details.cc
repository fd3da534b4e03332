#include "probe/pci/details.h"

#include "probe/open_folder.h"
#include "probe/pci/config_space.h"

namespace railhead::probe {
namespace {

/// Speed and width as one fact: missing as soon as one of them is, with that one's source.
facts::Known<facts::PciLink> link(const OpenFolder& folder, const std::string& which) {
  const auto speed = parsed<unsigned>(folder, which + "_link_speed", "a speed like '16.0 GT/s PCIe'", parse_link_speed);
  if (!speed) return {speed.missing(), speed.source()};
  const auto width = parsed<unsigned>(folder, which + "_link_width", "a number of lanes", parse_link_width);
  if (!width) return {width.missing(), width.source()};
  return {facts::PciLink{.speed_tenths = *speed, .width = *width}, speed.source()};
}

facts::Known<unsigned> iommu_group(const sys::FileTree& files, std::string path) {
  const facts::Known<std::string> name = link_name_of(files, path);
  if (!name) return {name.missing(), std::move(path)};
  const std::optional<unsigned> group = number<unsigned>(*name);
  if (!group) return {malformed("a link to a numbered group", *name), std::move(path)};
  return {*group, std::move(path)};
}

facts::Known<std::vector<std::string>> names_in(const sys::FileTree& files, std::string path) {
  sys::Outcome<std::vector<std::string>> names = files.list(path);
  if (!names) return {missing_of(names.error()), std::move(path)};
  return {std::move(*names), std::move(path)};
}

}  // namespace

void add_sriov(const OpenFolder& folder, const sys::FileTree& files, facts::PciFunction& function) {
  function.physical_function = link_name_of(files, folder.source("physfn"));
  function.sriov_vfs = number_of<unsigned>(folder, "sriov_numvfs");
  function.sriov_total_vfs = number_of<unsigned>(folder, "sriov_totalvfs");
}

void add_details(const sys::FileTree& files, const std::string& path, facts::PciFunction& function) {
  const OpenFolder folder(files, path);
  function.link = link(folder, "current");
  function.max_link = link(folder, "max");
  add_sriov(folder, files, function);
  function.iommu_group = iommu_group(files, folder.source("iommu_group"));
  function.netdevs = names_in(files, folder.source("net"));
  const ConfigSpace config(folder.read("config"), folder.source("config"));
  function.max_read_request = config.max_read_request();
  function.relaxed_ordering = config.relaxed_ordering();
  function.acs = config.acs();
}

std::optional<unsigned> parse_link_speed(std::string_view text) {
  if (text.starts_with("Unknown")) return 0;
  const std::vector<std::string_view> words = base::words(text);
  if (words.size() < 2 || words[1] != "GT/s") return std::nullopt;
  const std::vector<std::string_view> parts = base::split(words[0], '.');
  const std::optional<unsigned> whole = number<unsigned>(parts[0]);
  if (!whole || *whole > 1000 || parts.size() > 2) return std::nullopt;
  if (parts.size() == 1) return *whole * 10;
  const std::optional<unsigned> tenths = number<unsigned>(parts[1]);
  if (!tenths || parts[1].size() != 1) return std::nullopt;
  return *whole * 10 + *tenths;
}

std::optional<unsigned> parse_link_width(std::string_view text) {
  const std::optional<unsigned> lanes = number<unsigned>(text);
  if (!lanes || *lanes > 255) return std::nullopt;
  return *lanes == 255 ? 0 : *lanes;
}

}  // namespace railhead::probe
