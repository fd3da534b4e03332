#include "kube/in_url.h"

#include "base/format.h"

namespace railhead::kube {

std::string in_url(std::string_view text) {
  std::string all;
  for (const char c : text) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
    all += plain ? std::string(1, c) : base::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return all;
}

}  // namespace railhead::kube
