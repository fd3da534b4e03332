#pragma once

#include <cstdint>
#include <string>

#include "sys/errno.h"
#include "sys/library/verbs.h"

/// Pinning memory for real, in order to see whether it works: each trial takes a fresh region and gives it back. To be run in a
/// child (child.h): a driver may hang, and a control group may kill who pins too much.
namespace railhead::sys {

/// mlock(2) of `size` bytes: 0, or the errno. Its own: ENOMEM beyond the limit, EPERM at a limit of zero, EAGAIN when pages
/// could not be made resident.
int try_lock(std::uint64_t size);

/// The first RDMA device that opens, kept open for ibv_reg_mr(3) trials.
class RegistrationTrial {
 public:
  /// ENOSYS without libibverbs, ENODEV without a device, else the errno of the last device that did not open.
  static Outcome<RegistrationTrial> open_first();

  RegistrationTrial(RegistrationTrial&& other) noexcept;
  RegistrationTrial& operator=(RegistrationTrial&&) = delete;
  ~RegistrationTrial();

  const std::string& device() const { return device_; }
  /// Registers `size` bytes for local writing: 0, or the errno.
  int try_register(std::uint64_t size) const;

 private:
  explicit RegistrationTrial(const Verbs& verbs) : verbs_(verbs) {}
  int open(ibv_device* device);

  Verbs verbs_;
  std::string device_;
  ibv_context* context_ = nullptr;
  ibv_pd* domain_ = nullptr;
};

}  // namespace railhead::sys
