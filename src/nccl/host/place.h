#pragma once

#include <optional>
#include <string>

#include "nccl/choice.h"
#include "nccl/host/socket.h"
#include "nccl/plan.h"

/// What was found out before the first variable is decided on: all that the deciders of the variables see.
namespace railhead::nccl {

struct Place {
  const facts::Machine& machine;
  const Request& request;
  Choice choice;
  SocketInterface socket;
  std::optional<Version> nccl;
  bool rccl = false;     // AMD's RCCL, and no NCCL
  bool sockets = false;  // TCP was asked for, by the request or the user
  Transport transport = Transport::tcp;
  std::string why;

  bool over_rdma() const { return transport == Transport::infiniband || transport == Transport::roce; }
  bool left_to_plugin() const { return transport == Transport::efa || transport == Transport::gib; }
  bool rdma_required() const { return request.require_rdma || request.mode == fabric::Mode::rdma; }
  /// RDMA devices are visible and no job should try them.
  bool keep_off_devices() const { return sockets || (!over_rdma() && !left_to_plugin() && choice.visible && choice.known); }
};

Place place_of(const facts::Machine& machine, const Request& request);

/// "mlx5_6:1,mlx5_7:1"
std::string hca_names(const std::vector<fabric::PortView>& ports);

bool any_gpu(const facts::Machine& machine, const std::string& vendor);

}  // namespace railhead::nccl
