#pragma once

#include <optional>
#include <string>

#include "facts/log/run.h"
#include "facts/rdma/gid.h"
#include "finding/check.h"
#include "nccl/installed/version.h"

/// GIDs that lines about failed connections name, and what they tell of the way that was tried.
namespace railhead::check {

/// "::ffff:10.31.0.7", "fe80::1", and byte by byte "fe:80:00:...": nothing for any other text.
std::optional<facts::Gid> gid_in(const std::string& text);

/// The GIDs of both ends and the device, of a call or a completion; empty where the line tells none.
struct Ends {
  std::optional<facts::Gid> local;
  std::optional<facts::Gid> remote;
  std::string device;
};
Ends ends_of(const facts::LogEvent& event);

/// A queue pair was not connected, because the peer's address was not resolved or no route led to it.
bool is_unreached(const facts::LogEvent& event);

/// Whether a job tried to connect and did not get there: is_unreached, or a completion of status 12.
bool any_unreached(const Input& input);

/// The first 24 bits of both are the same, of two IPv4 addresses. Where no netmask is told this is no proof of a subnet.
bool same_24(const facts::Gid& one, const facts::Gid& other);

/// The version of NCCL: what the log says, else the oldest library found. Nothing for RCCL, which is numbered otherwise.
std::optional<nccl::Version> version_of(const Input& input);

/// True where the facts are texts that people pasted, of which each tells a part: what is not in them may be there all the
/// same.
bool of_texts(const Input& input);

}  // namespace railhead::check
