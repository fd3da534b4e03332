#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "manifest/facts/origin.h"
#include "manifest/scc/world.h"
#include "manifest/yaml/document.h"

namespace railhead::lint {

/// What all manifests together say of admission: SCCs, namespaces, roles and their bindings, with those of OpenShift that stand
/// beside them in every cluster. Of what is said twice, as in several overlays of one folder, the lenient counts: both SCCs,
/// both grants, and of a namespace what the two agree on.
class Gathered {
 public:
  /// Looks for signs that the manifests are for OpenShift.
  void look(std::string_view text);
  void add(const manifest::Document& document, const manifest::Origin& origin);
  /// A text that may hold such objects could not be read: whether a pod may use another SCC is not known then.
  void miss() { doubtful_ = true; }
  /// No more comes.
  void close();

  /// True where the manifests have SCCs of their own, and all of their grants are known.
  bool has_own_sccs() const { return !own_.empty() && !doubtful_; }
  bool is_own_scc(std::string_view name) const { return own_.contains(name); }
  bool doubtful() const { return doubtful_; }
  bool openshift() const { return openshift_; }
  /// The Namespace with a label that enforces a level of Pod Security; nullptr where there is none of that name.
  const manifest::scc::Namespace* enforcing(const std::string& space) const;

  /// True where the SCC may be meant for pods of this namespace with this service account: it is granted to nobody, or to an
  /// account of that namespace or name.
  bool may_be_meant_for(std::string_view constraint, const std::string& space, const std::string& account) const;

  /// The namespace in which a pod without one is meant to be: where the grants for its service account are. Empty where no
  /// grant names one; nothing where they name several, or are for an account that every namespace has.
  std::optional<std::string> space_for(const std::string& account) const;

  /// The world for a pod in this namespace: objects without a namespace are in it as well. Valid until the next call.
  const manifest::scc::World& world_for(const std::string& space);

 private:
  /// A service account that something is granted to. No name: all of the namespace. Neither: others.
  struct Account {
    std::string space = {};
    std::string name = {};
  };

  static Account account_of(std::string_view user);
  static Account account_of(const manifest::scc::Subject& subject, const manifest::scc::Binding& binding);
  static Account accounts_of(std::string_view group);
  void take(manifest::scc::World&& read);
  void take(manifest::scc::Role&& role);
  void take(manifest::scc::Namespace&& space);
  void take(manifest::scc::ServiceAccount&& account);
  void prune();
  void find_grants();
  void mark_namespaces();

  manifest::scc::World world_;
  std::map<std::string, std::size_t> places_;  // of roles, namespaces and service accounts, by kind, namespace and name
  std::set<std::string, std::less<>> own_;
  std::map<std::string, std::set<std::string>> spaces_;  // of service accounts that are granted something; "": of all accounts
  std::map<std::string, std::vector<Account>, std::less<>> granted_;  // by SCC
  std::vector<std::size_t> roles_without_space_;
  std::vector<std::size_t> bindings_without_space_;
  std::vector<std::size_t> accounts_without_space_;
  std::string current_;
  bool openshift_ = false;
  bool doubtful_ = false;
  bool enforces_ = false;
};

}  // namespace railhead::lint
