#pragma once

#include <string>

#include "facts/machine.h"

namespace railhead::test {

/// A machine for plans, made by hand: each test says what differs. Every device has one usable port.
class RailMachine {
 public:
  RailMachine();

  /// A RoCE device `name` with the interface `netdev` that has `address` ("10.1.0.5") in a /24 and its GIDs at the given index
  /// (the RoCE v2 one; the v1 one is right before it). Rate in Gb/s.
  facts::Device& roce(const std::string& name, const std::string& netdev, const std::string& address, unsigned gid_index = 3,
                      unsigned gbps = 400);
  facts::Device& infiniband(const std::string& name, unsigned gbps = 400);

  void interface(const std::string& name, const std::string& address, unsigned prefix_length);
  /// "0.0.0.0/0" is the default route.
  void route(const std::string& destination, unsigned prefix_length, const std::string& out, std::uint32_t metric = 0);
  void set(const std::string& name, const std::string& value, const std::string& source = "environment");
  void allocate(const std::string& device);
  void nccl(const std::string& version);
  void gpu(const std::string& vendor);

  facts::Machine machine;

 private:
  facts::Device& add(const std::string& name, facts::LinkLayer layer, unsigned gbps);
};

/// Only for text that is an address.
facts::Address address(const std::string& text, unsigned prefix_length);

}  // namespace railhead::test
