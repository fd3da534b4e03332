#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "memlock/model.h"

/// A finite size for the memlock limit of a job, with its arithmetic. Pure.
namespace railhead::memlock {

/// What a job is made of, per process. `buffer`: NCCL_BUFFSIZE, 4 MiB unless it is set.
struct Job {
  std::uint64_t channels = 1;
  std::uint64_t peers = 0;
  std::uint64_t queue_pairs = 0;
  base::Bytes buffer = base::mebibytes(4);
  bool gpudirect = true;
  base::Bytes host_buffers = {};
};

/// One line of the arithmetic: "queue pairs", "64 x 1 MiB". `assumed`: the figure stands for something that was not measured.
struct Term {
  std::string what;
  std::string how;
  base::Bytes size;
  bool assumed = false;
  std::string note = {};
};

/// `need` is what the terms come to; `size` is the limit to set: never more than `left`, what the memory control group leaves
/// (no limit where it has none, nothing where that is not known).
struct Size {
  std::vector<Term> terms;
  base::Bytes need;
  base::Bytes size;
  std::optional<Allowance> left;

  /// Nothing where it is not known what is left.
  std::optional<bool> fits() const { return left ? std::optional(left->covers(need)) : std::nullopt; }
};

/// A usage error where the numbers come to more than 64 bits hold.
base::Result<Size> size_of(const Job& job, const facts::Memory& memory);

}  // namespace railhead::memlock
