#include "facts/rdma/device.h"

namespace railhead::facts {

const char* name(PortState state) {
  switch (state) {
    case PortState::nop: return "NOP";
    case PortState::down: return "DOWN";
    case PortState::init: return "INIT";
    case PortState::armed: return "ARMED";
    case PortState::active: return "ACTIVE";
    case PortState::active_defer: return "ACTIVE_DEFER";
  }
  return "NOP";
}

const char* name(LinkLayer layer) {
  switch (layer) {
    case LinkLayer::infiniband: return "InfiniBand";
    case LinkLayer::ethernet: return "Ethernet";
    case LinkLayer::other: return "other";
  }
  return "other";
}

const char* name(Function function) {
  switch (function) {
    case Function::physical: return "physical";
    case Function::virtual_function: return "virtual";
  }
  return "physical";
}

const char* name(NetnsMode mode) {
  switch (mode) {
    case NetnsMode::shared: return "shared";
    case NetnsMode::exclusive: return "exclusive";
  }
  return "shared";
}

}  // namespace railhead::facts
