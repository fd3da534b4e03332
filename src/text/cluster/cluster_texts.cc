#include "text/cluster/cluster_texts.h"

#include "text/cluster/kinds.h"

namespace railhead::text {

const std::vector<Kind>& cluster_texts() {
  static const std::vector<Kind> kinds = {cluster::events(), cluster::node_resources()};
  return kinds;
}

}  // namespace railhead::text
