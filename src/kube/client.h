#pragma once

#include <chrono>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "kube/failure.h"
#include "sys/process.h"

namespace railhead::kube {

/// How a cluster is reached. Empty texts: what oc or kubectl takes by itself.
struct Access {
  std::string program = {};  // oc or kubectl, by name or path; empty: oc where PATH has it, else kubectl
  std::string kubeconfig = {};
  std::string context = {};
  std::string space = {};                                      // namespace
  std::chrono::milliseconds limit = std::chrono::seconds(30);  // of one call
  std::size_t at_once = 4;                                     // calls beside each other
};

/// What a call wrote to stdout.
using Said = Answer<std::string>;

/// A cluster, as one user reaches it.
class Client {
 public:
  /// Looks for the program; not for the cluster.
  static Answer<Client> of(Access access);

  /// "oc" or "kubectl", as the user has to type it.
  const std::string& program() const { return access_.program; }
  const Access& access() const { return access_; }

  /// The whole command for `words` ("get", "pods"), with the options that say which cluster. `limit` is that of the program.
  sys::Command command(std::vector<std::string> words, std::chrono::milliseconds limit) const;
  sys::Command command(std::vector<std::string> words) const { return command(std::move(words), access_.limit); }

  /// Runs it to its end. At most 64 MiB of stdout are taken.
  Said say(std::vector<std::string> words, std::string input = {}) const;

  /// The namespace that is meant where none is given: that of the options, else of the context, else "default".
  Answer<std::string> space() const;

 private:
  explicit Client(Access access) : access_(std::move(access)) {}
  Access access_;
};

/// The failure of a program that ended, or could not be started; nothing where it did well.
std::optional<Failure> failed(const base::Result<sys::Ending>& ending);

/// What one asks of the API by its path: "/api/v1/nodes", "/apis/apps/v1/namespaces/a/statefulsets?labelSelector=...". A list
/// is read in pages of 500, each item handed to `take` and dropped; what is no list is handed over whole. A page has at most 64
/// MiB of text.
struct Asked {
  std::string path;
  std::function<void(const nlohmann::json&)> take;
};

/// Asks all, `at_once` of them beside each other; the answers are in their order. `get --raw` and nothing else is used: it
/// needs no discovery, and every version of the clients has it.
std::vector<Answer<void>> asked(const Client& client, const std::vector<Asked>& all);

/// One object; not_found where it is not there.
Answer<nlohmann::json> object_at(const Client& client, const std::string& path);

}  // namespace railhead::kube
