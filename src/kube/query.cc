#include "kube/query.h"

#include "base/format.h"

namespace railhead::kube {

std::string in_query(std::string_view text) {
  std::string quoted;
  for (const char c : text) {
    const bool plain =
        (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '-' || c == '_' || c == '.';
    quoted += plain ? std::string(1, c) : base::format("%{:02X}", static_cast<unsigned>(static_cast<unsigned char>(c)));
  }
  return quoted;
}

}  // namespace railhead::kube
