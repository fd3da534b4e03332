#include "memlock/size.h"

#include <algorithm>

#include "base/format.h"

namespace railhead::memlock {
namespace {

constexpr base::Bytes kStep = base::mebibytes(64);

/// A number, or nothing once it did not fit 64 bits.
using Checked = std::optional<std::uint64_t>;

Checked product(Checked one, std::uint64_t other) {
  std::uint64_t result = 0;
  if (!one || __builtin_mul_overflow(*one, other, &result)) return std::nullopt;
  return result;
}

Checked sum(Checked one, Checked other) {
  std::uint64_t result = 0;
  if (!one || !other || __builtin_add_overflow(*one, *other, &result)) return std::nullopt;
  return result;
}

/// Up to the next multiple of 64 MiB; at least one.
Checked rounded_up(Checked value) {
  const Checked more = sum(value, kStep.value - 1);
  if (!more) return std::nullopt;
  return std::max(*more / kStep.value * kStep.value, kStep.value);
}

Checked network_buffers(const Job& job) {
  if (!job.gpudirect) return product(product(product(2, job.channels), job.peers), job.buffer.value);
  return 0;
}

Term network_term(const Job& job, std::uint64_t bytes) {
  Term term{.what = "send and receive buffers",
            .how = base::format("2 x {} channels x {} peers x {}", job.channels, job.peers, base::exact(job.buffer)),
            .size = {bytes}};
  if (!job.gpudirect) return term;
  term.how = "in GPU memory (GPUDirect)";
  term.assumed = true;
  term.note =
      "buffers in GPU memory are assumed not to count against the limit; this was not measured. Without GPUDirect: --no-gdr";
  return term;
}

std::optional<Allowance> left_by(const facts::Memory& memory) {
  if (!memory.cgroup) return std::nullopt;
  if (!memory.cgroup->limit) return Allowance{};
  const std::uint64_t limit = memory.cgroup->limit->value;
  return Allowance{base::Bytes{limit - std::min(limit, memory.cgroup->used.value)}};
}

base::Error too_large() {
  return {.code = base::Code::usage,
          .message = "these numbers come to more than 64 bits hold",
          .suggestion = "Give them per process: the channels of one communicator, the peers that one process talks to."};
}

}  // namespace

base::Result<Size> size_of(const Job& job, const facts::Memory& memory) {
  const Checked network = network_buffers(job);
  const Checked queues = product(job.queue_pairs, base::mebibytes(1).value);
  const Checked base_sum = sum(sum(network, queues), job.host_buffers.value);
  const Checked reserve = base_sum ? Checked(*base_sum / 4 + (*base_sum % 4 != 0 ? 1 : 0)) : std::nullopt;
  const Checked need = rounded_up(sum(base_sum, reserve));
  if (!need) return std::unexpected(too_large());
  const std::uint64_t before = *base_sum + *reserve;
  Size result{.terms = {network_term(job, *network),
                        {.what = "queues", .how = base::format("{} queue pairs x 1 MiB", job.queue_pairs), .size = {*queues}},
                        {.what = "host buffers", .how = "--host-buffers", .size = job.host_buffers},
                        {.what = "reserve", .how = "25 %", .size = {*reserve}},
                        {.what = "rounding", .how = "up to a multiple of 64 MiB", .size = {*need - before}}},
              .need = {*need},
              .size = {*need},
              .left = left_by(memory)};
  if (result.fits() == false) result.size = *result.left->limit;
  return result;
}

}  // namespace railhead::memlock
