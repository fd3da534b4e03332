#pragma once

#include <cstdint>
#include <expected>
#include <string>

#include "sys/descriptor.h"

namespace railhead::nri {

/// What keeps the plugin from a ready session; each is said once until there was one.
enum class Trouble : std::uint8_t { absent, refuses, forbidden, busy, unusable, closes, waits, protocol };

struct Failure {
  Trouble trouble = Trouble::unusable;
  std::string message = {};     // what failed
  std::string cause = {};       // why, where the system said it
  std::string suggestion = {};  // what to do
};

/// A path that a socket's address can hold (107 bytes).
bool fits_socket(const std::string& path);

/// Connects to a runtime's socket without waiting; the descriptor is non-blocking.
std::expected<sys::Descriptor, Failure> reach(const std::string& path);

/// How NRI is switched on in each runtime.
std::string how_to_enable();

}  // namespace railhead::nri
