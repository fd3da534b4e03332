#pragma once

#include <string>

#include "nccl/draft.h"
#include "nccl/hcas.h"
#include "nccl/sockets.h"

/// The settings by subject; each decides for itself and puts what it found into the draft.
namespace railhead::nccl {

/// What they all start from.
struct Choices {
  const facts::Machine& machine;
  const Request& request;
  Hcas hcas;
  SocketInterface sockets;

  bool rdma() const { return !hcas.chosen.empty(); }
  /// RDMA is certainly not to be had, or not wanted.
  bool none() const { return hcas.chosen.empty() && hcas.known; }
  bool roce() const;
};

/// NCCL_IB_HCA, NCCL_NET, NCCL_IB_DISABLE, and what is left to NCCL of TC, SL.
void set_transport(const Choices& choices, Draft& draft);

/// NCCL_IB_GID_INDEX: an error where an old NCCL needs one value and no one value is right for all ports.
std::optional<base::Error> set_gid_index(const Choices& choices, Draft& draft);

/// NCCL_CROSS_NIC
void set_cross_nic(const Choices& choices, Draft& draft);

/// NCCL_NET_GDR_LEVEL, NCCL_DMABUF_ENABLE
void set_gpudirect(const Choices& choices, Draft& draft);

/// NCCL_SOCKET_IFNAME, GLOO_SOCKET_IFNAME
void set_sockets(const Choices& choices, Draft& draft);

/// UCX_*, OMPI_MCA_*, NVSHMEM_*
void set_ucx(const Choices& choices, Draft& draft);
void set_open_mpi(const Choices& choices, Draft& draft);
void set_nvshmem(const Choices& choices, Draft& draft);

/// OMP_NUM_THREADS
void set_threads(const Choices& choices, Draft& draft);

/// "mlx5_6:1,mlx5_7:1"
std::string hca_list(const std::vector<fabric::PortView>& views);

}  // namespace railhead::nccl
