#pragma once

#include <cstdint>
#include <random>
#include <string>

namespace railhead::test {

/// A manifest of a workload with GPUs as people and programs write them, made of a seed: block and flow style, JSON, any
/// quoting and indentation, comments, block scalars, CRLF, what a pod may have already or not. No aliases.
std::string random_manifest(std::uint64_t seed);

}  // namespace railhead::test
