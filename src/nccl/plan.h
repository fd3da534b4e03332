#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "fabric/mode.h"
#include "facts/evidence.h"
#include "facts/machine.h"
#include "nccl/installed/version.h"

/// The environment for NCCL, UCX and their like that is right on this machine: facts in, settings with reasons out. Pure.
namespace railhead::nccl {

/// Who chose a value. user: it was set already and stays; detected: out of the facts; fallback: Railhead's default.
enum class Origin { user, detected, fallback };

struct Setting {
  std::string name;
  std::string value;
  Origin origin = Origin::detected;
  std::string reason;  // one sentence for people
  std::vector<facts::Evidence> evidence = {};
};

/// A port that is not in NCCL_IB_HCA, or a variable that is not set on purpose ("NCCL_IB_GID_INDEX"), and why.
struct LeftOut {
  std::string name;  // "mlx5_3:1"
  std::string reason;
  std::vector<facts::Evidence> evidence = {};
};

struct Request {
  fabric::Mode mode = fabric::Mode::auto_;
  bool require_rdma = false;  // fail in NCCL rather than fall back to sockets
  /// Where the ranks meet (MASTER_ADDR resolved); the socket interface is the one on the route to it.
  std::optional<facts::Address> rendezvous = {};
  /// Why a rendezvous that was named has no address: "MASTER_ADDR=train-0.train does not resolve".
  std::string no_rendezvous = {};
  /// The NCCL that asks, where it is known (the environment plugin is told); else that of the files found counts.
  std::optional<Version> nccl = {};
};

/// What a job will run over: "ib", "roce", "tcp", "efa", "gib" (the last two by a plugin that chooses for itself), "unknown"
/// where the devices are not known: then nothing is said of RDMA, neither which nor none.
enum class Transport { infiniband, roce, tcp, efa, gib, unknown };

struct Plan {
  Transport transport = Transport::tcp;
  std::string why;                     // one sentence: "mlx5_6:1 and mlx5_7:1 are usable, active, of one link layer and rate"
  std::vector<std::string> hcas = {};  // "mlx5_6:1", in natural order; empty over TCP
  std::vector<Setting> settings = {};  // in order of the names
  std::vector<LeftOut> left_out = {};  // devices, in natural order
  std::vector<LeftOut> withheld = {};  // variables
  /// A setting that is needed and has no right value (one GID index for HCAs that differ, with an NCCL older than 2.21).
  std::optional<base::Error> error = {};
  std::optional<Version> nccl = {};  // the NCCL that the plan is for; nothing where it is not known
};

const char* name(Origin origin);        // "user", "detected", "default"
const char* name(Transport transport);  // "ib", "roce", "tcp", "efa", "gib", "unknown"

/// "2.21"
std::string text(const Version& version);

Plan plan(const facts::Machine& machine, const Request& request);

}  // namespace railhead::nccl
