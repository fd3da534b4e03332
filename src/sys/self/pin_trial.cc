#include "sys/self/pin_trial.h"

#include <infiniband/verbs.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <utility>

namespace railhead::sys {
namespace {

/// errno of a failed call that may have left it alone.
int failure() { return errno != 0 ? errno : EIO; }

/// Fresh anonymous memory, unmapped at the end. No swap is set aside for it: only what is pinned shall count.
class Region {
 public:
  explicit Region(std::uint64_t size)
      : size_(size),
        start_(::mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)) {}
  Region(const Region&) = delete;
  Region& operator=(const Region&) = delete;
  ~Region() {
    if (mapped()) ::munmap(start_, size_);
  }

  bool mapped() const { return start_ != MAP_FAILED; }
  void* start() const { return start_; }

 private:
  std::uint64_t size_;
  void* start_;
};

}  // namespace

int try_lock(std::uint64_t size) {
  errno = 0;
  const Region region(size);
  if (!region.mapped()) return failure();
  // The kernel's own: sanitizers put an mlock in place of libc's that does nothing. munmap unlocks.
  return ::syscall(SYS_mlock, region.start(), size) == 0 ? 0 : failure();
}

Outcome<RegistrationTrial> RegistrationTrial::open_first() {
  const Outcome<Verbs> verbs = load_verbs();
  if (!verbs) return std::unexpected(verbs.error());
  errno = 0;
  int count = 0;
  ibv_device** list = verbs->device_list(&count);
  if (list == nullptr) return std::unexpected(Errno{failure() == ENOSYS ? ENODEV : failure()});
  RegistrationTrial trial(*verbs);
  int problem = ENODEV;
  for (int i = 0; i < count && problem != 0; ++i) problem = trial.open(list[i]);
  verbs->free_device_list(list);
  if (problem != 0) return std::unexpected(Errno{problem});
  return trial;
}

int RegistrationTrial::open(ibv_device* device) {
  errno = 0;
  context_ = verbs_.open(device);
  if (context_ == nullptr) return failure();
  domain_ = verbs_.alloc_pd(context_);
  if (domain_ == nullptr) {
    const int problem = failure();
    verbs_.close(std::exchange(context_, nullptr));
    return problem;
  }
  const char* name = verbs_.device_name(device);
  device_ = name ? name : "";
  return 0;
}

RegistrationTrial::RegistrationTrial(RegistrationTrial&& other) noexcept
    : verbs_(other.verbs_),
      device_(std::move(other.device_)),
      context_(std::exchange(other.context_, nullptr)),
      domain_(std::exchange(other.domain_, nullptr)) {}

RegistrationTrial::~RegistrationTrial() {
  if (domain_ != nullptr) verbs_.dealloc_pd(domain_);
  if (context_ != nullptr) verbs_.close(context_);
}

int RegistrationTrial::try_register(std::uint64_t size) const {
  errno = 0;
  const Region region(size);
  if (!region.mapped()) return failure();
  ibv_mr* registered = verbs_.reg_mr(domain_, region.start(), size, IBV_ACCESS_LOCAL_WRITE);
  if (registered == nullptr) return failure();
  verbs_.dereg_mr(registered);
  return 0;
}

}  // namespace railhead::sys
