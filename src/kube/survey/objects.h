#pragma once

#include <string>
#include <utility>
#include <vector>

#include "facts/cluster/survey/object.h"
#include "kube/objects/kinds.h"
#include "kube/survey/questions.h"

namespace railhead::kube {

constexpr Kind kAttachments = {"NetworkAttachmentDefinition", "/apis/k8s.cni.cncf.io/v1", "network-attachment-definitions"};

Question objects_question(const Kind& kind, const std::string& path, facts::Known<std::vector<facts::SurveyedObject>>& into);

/// Objects that are more than one list: each is asked for, and they are joined in the end.
class ObjectLists {
 public:
  Questions of(const std::vector<std::pair<Kind, std::string>>& kinds_and_paths);
  facts::Known<std::vector<facts::SurveyedObject>> joined();
  std::vector<facts::Known<std::vector<facts::SurveyedObject>>> take() { return std::move(parts_); }

 private:
  std::vector<facts::Known<std::vector<facts::SurveyedObject>>> parts_;
};

/// The lists of networks and what makes them.
class NetworkLists {
 public:
  explicit NetworkLists(facts::Survey& survey) : survey_(survey) {}
  Questions first();
  /// What was denied for the whole cluster, of the namespace and of "default".
  Questions second();
  void finish();

 private:
  facts::Survey& survey_;
  ObjectLists sriov_networks_;
  ObjectLists configs_;
  ObjectLists attachments_;
};

}  // namespace railhead::kube
