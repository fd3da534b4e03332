#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "facts/cluster/cluster.h"

namespace railhead::lint {

/// True for a text that may define what other objects are judged by: a network, a pool of devices, a Service, a service account
/// and the like; or one by which admission is judged. A cheap look for its kind, so that workloads are not parsed for it.
bool may_be_context(std::string_view text);

/// True for the kinds of objects that others are judged by.
bool is_context(const facts::ClusterObject& object);

/// What all manifests together say that one object alone does not. Networks and pools are compared with each other, so that
/// every object is judged beside all of them while they are few; what else there is, and networks where they are many, is there
/// for an object that names it.
class Context {
 public:
  static constexpr std::size_t kFewNetworks = 128;

  /// Keeps `object`, if it is one to judge others by.
  void add(facts::ClusterObject object);
  /// No more comes.
  void close();

  /// The cluster in which `object` of a document with this text is judged: the object itself, and what it needs. It is valid
  /// until the next call.
  const facts::Cluster& around(const facts::ClusterObject& object, std::string_view text);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  static std::size_t shape_of(std::string_view word);
  void name(const std::string& word, std::size_t object);
  void add_named(const facts::ClusterObject& object, std::string_view text);

  std::vector<facts::ClusterObject> others_;  // until close() the networks and pools too, which are in networks_ then
  std::vector<facts::ClusterObject> networks_;
  std::unordered_map<std::string, std::vector<std::size_t>, Hash, std::equal_to<>> by_name_;  // of others_
  std::vector<bool> shapes_ = std::vector<bool>(std::size_t{1} << 20U);                       // of the names in by_name_
  facts::Cluster cluster_;
  std::size_t always_ = 0;  // that many of the cluster's objects are there for all
};

}  // namespace railhead::lint
