#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "sys/descriptor.h"

namespace railhead::nri {

/// A socket that listens, non-blocking, and where: "127.0.0.1:9465", "[::1]:9465".
struct Listener {
  sys::Descriptor socket;
  std::string address = {};
};

/// Listens on "ADDRESS:PORT": IPv4, or IPv6 in brackets; no names, since looking one up can wait. Port 0 takes one that is
/// free. Errors: usage for what is no such text, unavailable where the address cannot be had.
base::Result<Listener> listen_on(std::string_view text);

}  // namespace railhead::nri
