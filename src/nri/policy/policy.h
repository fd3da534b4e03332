#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "nri/policy/subject.h"

/// Who may have how much of which limit. Rules are tried in order; the first that matches a container is its rule, and no other
/// counts. No rule: nothing is done, whatever annotations say.
namespace railhead::nri {

/// A value of a limit as the policy or an annotation says it.
struct Amount {
  enum class Kind : std::uint8_t { number, unlimited, node_memory } kind = Kind::number;
  std::uint64_t value = 0;     // of a number: bytes for memlock
  std::uint32_t permille = 0;  // of node_memory: 900 for "node-memory*0.9"
  bool operator==(const Amount&) const = default;
};

/// One limit that a rule may give. Without `soft` and `hard` it is given to those alone who ask by annotation.
struct Grant {
  std::string type = {};  // "RLIMIT_MEMLOCK"
  std::optional<Amount> soft = {};
  std::optional<Amount> hard = {};
  Amount ceiling = {};  // the most that an annotation gets; what is above is cut
};

/// What is empty matches everything. Names and values may end in "*".
struct Match {
  std::vector<std::string> namespaces = {};
  Texts labels = {};
  std::vector<std::string> runtime_classes = {};
  std::optional<bool> rdma_device = {};
  Texts annotations = {};            // of the pod: its author writes them
  Texts container_annotations = {};  // those that are not the pod's too
};

struct Rule {
  std::string name = {};
  Match match = {};
  std::vector<Grant> grants = {};
};

/// Whether annotations of the pods of a namespace count.
struct Honour {
  std::string space = {};  // may end in "*"
  bool honour = true;
};

struct Policy {
  std::vector<Rule> rules = {};
  bool honour = true;                   // where no entry of `namespaces` matches
  std::vector<Honour> namespaces = {};  // the first that matches counts
  bool reject_errors = false;           // onError: reject
};

/// Containers with an RDMA device get no limit at all on locked memory, or what they ask for; nobody else gets anything.
const Policy& default_policy();

}  // namespace railhead::nri
