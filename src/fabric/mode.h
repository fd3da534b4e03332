#pragma once

namespace railhead::fabric {

/// What the user wants. auto_: whatever is there; rdma: a machine without usable RDMA is an error; tcp: RDMA is not wanted.
enum class Mode { auto_, rdma, tcp };

}  // namespace railhead::fabric
