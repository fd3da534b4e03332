#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "facts/machine.h"

namespace railhead::text::listing {

/// Where a port stands in Rdma::devices; holds while devices and ports are added.
struct PortAt {
  std::size_t device = 0;
  std::size_t port = 0;
};

/// The devices of a machine by name, to which listings add. There are at most 1024 of them, so that text made to exhaust us
/// cannot; further ones are left out.
class Devices {
 public:
  explicit Devices(facts::Machine& machine) : rdma_(machine.rdma) {}

  /// The device of this name, added where no text named it yet; nothing for a text that is no name.
  std::optional<std::size_t> device(std::string_view name, const std::string& source);
  /// The same for a port; its number is 1 to 255.
  std::optional<PortAt> port(std::string_view device, unsigned number, const std::string& source);
  std::optional<PortAt> port(std::size_t device, unsigned number);

  facts::Device& at(std::size_t device) { return rdma_.devices.held()[device]; }
  facts::Port& at(PortAt at) { return rdma_.devices.held()[at.device].ports[at.port]; }

 private:
  facts::Rdma& rdma_;
  std::size_t last_ = 0;
};

/// Reads listings that go from a device's head to its ports: what stands before any head (it was cut from the paste) belongs to
/// facts::kUnnamed, a port without a number is port 1, and what follows a head that is no name belongs to nobody.
class Cursor {
 public:
  explicit Cursor(Devices& devices) : devices_(devices) {}

  void begin(std::string_view name, const std::string& source);
  void begin_port(std::string_view number);

  /// A head was read, whose name is one or not.
  bool has_head() const { return has_head_; }
  facts::Device* device(const std::string& source);
  facts::Port* port(const std::string& source);
  std::optional<PortAt> port_at(const std::string& source);

 private:
  Devices& devices_;
  bool has_head_ = false;
  std::optional<std::size_t> device_;
  std::optional<unsigned> number_ = 1;
};

}  // namespace railhead::text::listing
