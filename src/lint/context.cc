#include "lint/context.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

#include "facts/kept_variables.h"

namespace railhead::lint {
namespace {

constexpr std::size_t kMostNamed = 64;  // beside one object

constexpr std::array<std::string_view, 15> kKinds = {"NetworkAttachmentDefinition",
                                                     "SriovNetwork",
                                                     "SriovIBNetwork",
                                                     "OVSNetwork",
                                                     "MacvlanNetwork",
                                                     "HostDeviceNetwork",
                                                     "IPoIBNetwork",
                                                     "SriovNetworkNodePolicy",
                                                     "IPPool",
                                                     "CIDRPool",
                                                     "Service",
                                                     "ServiceAccount",
                                                     "SecurityContextConstraints",
                                                     "ConfigMap",
                                                     "Namespace"};

/// What decides on the admission of pods besides; no object is judged beside them.
constexpr std::array<std::string_view, 5> kOfAdmission = {"Role", "RoleBinding", "ClusterRole", "ClusterRoleBinding",
                                                          "Project"};

bool is_of_admission(std::string_view word) { return std::ranges::find(kOfAdmission, word) != kOfAdmission.end(); }

bool is_kind(std::string_view word) { return std::ranges::find(kKinds, word) != kKinds.end(); }

constexpr bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

/// The word that a "kind" has behind it: of `kind: Service` and `"kind":"Service"`.
std::string_view kind_behind(std::string_view rest) {
  const auto skip = [&rest](std::string_view blanks) {
    rest.remove_prefix(std::min(rest.find_first_not_of(blanks), rest.size()));
  };
  skip("\"' \t");
  if (!rest.starts_with(':')) return {};
  skip(":\"' \t\r\n");
  const auto end = std::ranges::find_if_not(rest, is_letter);
  return {rest.begin(), end};
}

constexpr std::array<bool, 256> kWordCharacters = [] {
  std::array<bool, 256> table{};
  for (int c = 0; c < 256; ++c) {
    const char one = static_cast<char>(c);
    table[static_cast<std::size_t>(c)] = is_letter(one) || (one >= '0' && one <= '9') || one == '-' || one == '_' || one == '.';
  }
  return table;
}();

bool is_word(char c) { return kWordCharacters[static_cast<unsigned char>(c)]; }

/// Calls `take` with every word that could be a name.
template <class Take>
void each_word(std::string_view text, const Take& take) {
  std::size_t at = 0;
  while (at < text.size()) {
    while (at < text.size() && !is_word(text[at])) ++at;
    const std::size_t begin = at;
    while (at < text.size() && is_word(text[at])) ++at;
    // A list's dash and a sentence's full stop are no part of a name.
    std::string_view word = text.substr(begin, at - begin);
    while (word.ends_with('.') || word.ends_with('-')) word.remove_suffix(1);
    if (!word.empty()) take(word);
  }
}

/// A word in it is the name of a variable of jobs.
bool names_a_variable(std::string_view text) {
  bool found = false;
  each_word(text, [&found](std::string_view word) {
    if (!found && word.size() > 3 && word[0] >= 'A' && word[0] <= 'Z') found = facts::is_job_variable(word);
  });
  return found;
}

std::string_view last_part(std::string_view resource) { return resource.substr(resource.rfind('/') + 1); }

/// A List in a single line has several objects in one place.
bool is_same(const facts::ClusterObject& one, const facts::ClusterObject& other) {
  return one.source == other.source && one.kind == other.kind && one.name == other.name && one.space == other.space;
}

bool is_network(const facts::ClusterObject& object) { return object.network.has_value() || !object.pools.empty(); }

}  // namespace

bool may_be_context(std::string_view text) {
  constexpr std::string_view kKey = "kind";
  for (std::size_t at = text.find(kKey); at != std::string_view::npos; at = text.find(kKey, at + kKey.size())) {
    std::string_view kind = kind_behind(text.substr(at + kKey.size()));
    // The list of a kind, as the API gives it, has objects that do not say theirs.
    if (kind.ends_with("List")) kind.remove_suffix(4);
    // Of a ConfigMap its variables are wanted alone, and most have none.
    if (is_of_admission(kind) || (is_kind(kind) && (kind != "ConfigMap" || names_a_variable(text)))) return true;
  }
  return false;
}

bool is_context(const facts::ClusterObject& object) { return is_network(object) || is_kind(object.kind); }

void Context::add(facts::ClusterObject object) {
  if (is_network(object))
    networks_.push_back(std::move(object));
  else if (is_kind(object.kind) && !object.name.empty())
    others_.push_back(std::move(object));
}

/// Most words of a document are no names of objects: their length, first and last character mostly tell.
std::size_t Context::shape_of(std::string_view word) {
  const auto byte = [](char c) { return static_cast<std::size_t>(static_cast<unsigned char>(c)); };
  return (byte(word.front()) & 127U) | (byte(word.back()) & 127U) << 7U | (word.size() & 63U) << 14U;
}

void Context::name(const std::string& word, std::size_t object) {
  if (word.empty()) return;
  by_name_[word].push_back(object);
  shapes_[shape_of(word)] = true;
}

void Context::close() {
  std::vector<facts::ClusterObject>& into = networks_.size() <= kFewNetworks ? cluster_.objects : others_;
  std::ranges::move(networks_, std::back_inserter(into));
  networks_.clear();
  always_ = cluster_.objects.size();
  for (std::size_t i = 0; i < others_.size(); ++i) {
    name(others_[i].name, i);
    for (const facts::DevicePool& pool : others_[i].pools) name(std::string(last_part(pool.resource)), i);
  }
}

/// A network that is named brings the pool that it names.
void Context::add_named(const facts::ClusterObject& object, std::string_view text) {
  std::set<std::size_t> chosen;
  const auto choose = [&](std::string_view word) {
    if (!shapes_[shape_of(word)]) return;
    const auto found = by_name_.find(word);
    if (found == by_name_.end()) return;
    for (const std::size_t one : found->second)
      if (chosen.size() < kMostNamed && !is_same(others_[one], object)) chosen.insert(one);
  };
  each_word(text, choose);
  for (const std::size_t one : std::set<std::size_t>(chosen))
    if (others_[one].network && others_[one].network->resource) choose(last_part(*others_[one].network->resource));
  for (const std::size_t one : chosen) cluster_.objects.push_back(others_[one]);
}

const facts::Cluster& Context::around(const facts::ClusterObject& object, std::string_view text) {
  cluster_.objects.resize(always_);
  const bool there = std::ranges::any_of(cluster_.objects, [&](const auto& one) { return is_same(one, object); });
  if (!there) cluster_.objects.push_back(object);
  if (!by_name_.empty()) add_named(object, text);
  return cluster_;
}

}  // namespace railhead::lint
