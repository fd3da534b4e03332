#include "text/listing/devices.h"

#include <algorithm>

#include "facts/rdma/unnamed.h"
#include "text/listing/values.h"

namespace railhead::text::listing {

std::optional<std::size_t> Devices::device(std::string_view name, const std::string& source) {
  constexpr std::size_t kMost = 1024;
  if (!is_device_name(name) && name != facts::kUnnamed) return std::nullopt;
  if (!rdma_.devices) rdma_.devices = {std::vector<facts::Device>{}, source};
  std::vector<facts::Device>& devices = rdma_.devices.held();
  if (last_ < devices.size() && devices[last_].name == name) return last_;
  const auto found = std::ranges::find(devices, name, &facts::Device::name);
  const auto index = static_cast<std::size_t>(found - devices.begin());
  if (index == kMost) return std::nullopt;
  if (found == devices.end()) devices.emplace_back().name = name;
  return last_ = index;
}

std::optional<PortAt> Devices::port(std::size_t device, unsigned number) {
  constexpr unsigned kMost = 255;  // port numbers have 8 bits
  if (number == 0 || number > kMost) return std::nullopt;
  std::vector<facts::Port>& ports = at(device).ports;
  const auto found = std::ranges::find(ports, number, &facts::Port::number);
  const auto index = static_cast<std::size_t>(found - ports.begin());
  if (found == ports.end()) ports.emplace_back().number = number;
  return PortAt{device, index};
}

std::optional<PortAt> Devices::port(std::string_view device, unsigned number, const std::string& source) {
  const std::optional<std::size_t> index = this->device(device, source);
  if (!index) return std::nullopt;
  return port(*index, number);
}

void Cursor::begin(std::string_view name, const std::string& source) {
  has_head_ = true;
  device_ = devices_.device(name, source);
  number_ = 1;
}

void Cursor::begin_port(std::string_view number) { number_ = listing::number<unsigned>(number); }

facts::Device* Cursor::device(const std::string& source) {
  if (!has_head_ && !device_) device_ = devices_.device(facts::kUnnamed, source);
  return device_ ? &devices_.at(*device_) : nullptr;
}

facts::Port* Cursor::port(const std::string& source) {
  const std::optional<PortAt> at = port_at(source);
  return at ? &devices_.at(*at) : nullptr;
}

std::optional<PortAt> Cursor::port_at(const std::string& source) {
  if (!device(source) || !number_) return std::nullopt;
  return devices_.port(*device_, *number_);
}

}  // namespace railhead::text::listing
