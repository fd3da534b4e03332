#pragma once

#include <string>
#include <string_view>

#include "lint/admission/gathered.h"
#include "lint/reading.h"

namespace railhead::lint {

/// What SCC admission and Pod Security will say of the pods of manifests, by the model in manifest/admission and nothing else.
/// It speaks where the manifests given together decide it, and is silent where the cluster may hold what changes the answer:
/// see facts/cluster/admission.h.
class Foretold {
 public:
  /// The first pass: the text of every document, then those that may be context, read.
  void look(std::string_view text) { gathered_.look(text); }
  void add(const Reading& reading);
  void close() { gathered_.close(); }

  /// Puts the answers into the pods of the item's object.
  void tell(Item& item);

 private:
  Gathered gathered_;
};

}  // namespace railhead::lint
