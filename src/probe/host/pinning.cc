#include "probe/host/pinning.h"

#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <string>
#include <utility>

#include "base/format.h"
#include "facts/host/pin_ramp.h"
#include "probe/reading.h"
#include "sys/child.h"
#include "sys/self/pin_trial.h"

namespace railhead::probe {
namespace {

using namespace std::chrono_literals;

constexpr auto kLimit =
    30s;  // pinning 2 GiB in all takes seconds on a slow virtual machine; a driver that takes this long hangs

/// What the child tells: "ramp LARGEST ERRNO DEVICE" or "open ERRNO".
std::string written(const facts::RampResult& result, const std::string& device) {
  return base::format("ramp {} {} {}", result.largest, result.stopped_by, device);
}

std::string lock_work(std::uint64_t bound, std::uint64_t page) { return written(facts::ramp(bound, page, sys::try_lock), "-"); }

std::string register_work(std::uint64_t bound, std::uint64_t page) {
  const auto trial = sys::RegistrationTrial::open_first();
  if (!trial) return base::format("open {}", trial.error().value);
  return written(facts::ramp(bound, page, [&](std::uint64_t size) { return trial->try_register(size); }), trial->device());
}

sys::Errno errno_in(std::string_view text) { return sys::Errno{number<int>(text).value_or(EIO)}; }

facts::Missing no_answer(const base::Error& error) {
  return {.why = facts::Why::unavailable, .detail = error.message + ": " + error.cause};
}

/// Why there is nothing to register with: no library and no device are "not there", the rest as the errno says.
facts::Missing not_opened(sys::Errno error) {
  if (error.value == ENOSYS) return {.why = facts::Why::not_found, .detail = "libibverbs cannot be loaded"};
  if (error.value == ENODEV) return {.why = facts::Why::not_found, .detail = "no RDMA device"};
  return missing_of(error);
}

/// `device` is set to the word of the answer that names it.
facts::Known<facts::PinRamp> ramp_from(const base::Result<std::string>& answer, base::Bytes bound, std::string source,
                                       std::string& device) {
  if (!answer) return {no_answer(answer.error()), std::move(source)};
  const std::vector<std::string_view> words = base::words(*answer);
  if (words.size() == 2 && words[0] == "open") return {not_opened(errno_in(words[1])), std::move(source)};
  const auto largest = words.size() == 4 && words[0] == "ramp" ? number<std::uint64_t>(words[1]) : std::nullopt;
  if (!largest) return {malformed("an answer of the trial", *answer), std::move(source)};
  const sys::Errno stopped = errno_in(words[2]);
  device = base::printable(words[3]);
  return {facts::PinRamp{.largest = {*largest},
                         .bound = bound,
                         .all = stopped.value == 0,
                         .stopped_by = stopped.value == 0 ? std::string() : sys::symbol(stopped)},
          std::move(source)};
}

}  // namespace

facts::Pinning pinning(const sys::World& world, Level level, const facts::Memory& memory, base::Bytes most) {
  facts::Pinning pinning;
  if (!world.live || level != Level::full) return pinning;
  const base::Bytes page{static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE))};
  const base::Bytes bound = facts::pin_bound(memory, most, page);
  if (bound.value == 0) {
    const facts::Missing missing{.why = facts::Why::unavailable, .detail = "too little free memory to try"};
    pinning.locked = {missing, "mlock(2)"};
    pinning.registered = {missing, "ibv_reg_mr(3)"};
    return pinning;
  }
  std::string unnamed;
  const auto locked = sys::in_child("locking memory", [&] { return lock_work(bound.value, page.value); }, kLimit);
  pinning.locked = ramp_from(locked, bound, "mlock(2)", unnamed);
  const auto registered = sys::in_child("registering memory", [&] { return register_work(bound.value, page.value); }, kLimit);
  pinning.registered = ramp_from(registered, bound, "ibv_reg_mr(3)", pinning.device);
  return pinning;
}

}  // namespace railhead::probe
