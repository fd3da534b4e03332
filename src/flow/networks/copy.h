#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "kube/client.h"
#include "report/networks/networks.h"

namespace railhead::flow {

enum class DryRun { no, client, server };

struct CopyWish {
  std::string from;
  std::string to;
  std::vector<std::string> names;  // empty: all
  bool force = false;              // what is there and differs is replaced
  DryRun dry_run = DryRun::no;
};

/// Copies NetworkAttachmentDefinitions from one namespace into another. Where one of the name is there and differs, nothing at
/// all is written, unless `force`. The server tries all of them before the first is kept.
base::Result<report::NetworksCopy> copied(const kube::Client& client, const CopyWish& wish);

}  // namespace railhead::flow
