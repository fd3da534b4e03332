#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "base/error.h"
#include "manifest/edit/tree.h"
#include "manifest/job/job.h"
#include "manifest/job/profile.h"

/// From a job and its cluster to every object that it needs.
namespace railhead::manifest::render {

/// Whose rights an object needs.
enum class NeededBy : std::uint8_t { admin, user };

/// One object. `text` is a YAML document without "---", with a newline at its end; deterministic.
struct Object {
  std::string kind;
  std::string name;
  std::string space;  // empty: it is the cluster's
  NeededBy needed_by = NeededBy::user;
  std::string text;
  std::string level = {};  // of a Namespace: the Pod Security level that it enforces
};

/// Objects of several jobs. What they share is there once, where it is needed first: of two Namespaces the one whose level lets
/// the pods of both through. `place` names a job for people. An error where two objects of one name differ otherwise.
class Together {
 public:
  base::Result<void> add(const std::string& place, std::vector<Object> objects);
  /// What an admin applies first, each part in the order in which it was added.
  std::vector<Object> all() &&;

 private:
  using Key = std::tuple<std::string, std::string, std::string>;  // kind, namespace, name
  base::Result<void> meet(std::size_t known, Object object, const std::string& place);

  std::map<Key, std::size_t> index_;
  std::vector<Object> objects_;
  std::vector<std::string> places_;
};

struct Options {
  bool test_pod = false;  // the pod that tries the network in place of the job
};

/// The objects in the order in which they are to be applied. An error where what is asked for is not possible; it says what to
/// change in railhead.yaml.
base::Result<std::vector<Object>> render(const job::TrainingJob& job, const job::ClusterProfile& cluster,
                                         const Options& options);

}  // namespace railhead::manifest::render
