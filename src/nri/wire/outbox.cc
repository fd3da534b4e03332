#include "nri/wire/outbox.h"

#include <algorithm>

namespace railhead::nri {
namespace {

constexpr std::size_t kKeptOut = std::size_t{64} * 1024;

}  // namespace

void Outbox::wrote(std::size_t bytes) {
  gone_ += std::min(bytes, bytes_.size() - gone_);
  // Half of it at least is gone whenever the rest is moved: each byte is moved about once.
  if (gone_ < bytes_.size() && gone_ < std::max(kKeptOut, bytes_.size() / 2)) return;
  bytes_.erase(0, gone_);
  gone_ = 0;
  if (bytes_.empty() && bytes_.capacity() > kKeptOut) std::string().swap(bytes_);  // an assignment keeps the memory
}

}  // namespace railhead::nri
