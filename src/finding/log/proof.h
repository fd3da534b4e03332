#pragma once

#include <optional>
#include <string>

#include "facts/log/run.h"

/// What a log proves of the way that data took.
namespace railhead::check {

/// What a rank's lines are called: "node-a", "node-a (GPU 3)"; "log" where the lines have lost their start.
std::string name_of(const facts::LogRank& rank);

/// How the network of a rank is used, as far as the log proves it.
enum class LogNetwork { rdma, socket, other, unknown };
LogNetwork network_of(const facts::LogRun& run, const facts::LogRank& rank);

/// "ib", "roce", "socket", "efa", "libfabric", "gib", or "" where the log does not prove one.
std::string transport_of(const facts::LogRun& run);

/// Whether RDMA carried data; nothing where the log proves neither.
std::optional<bool> rdma_used(const facts::LogRun& run);

}  // namespace railhead::check
