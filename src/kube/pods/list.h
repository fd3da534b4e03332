#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "facts/cluster/pod/pod.h"
#include "kube/client.h"

/// Pods, and programs run in them.
namespace railhead::kube {

/// Which pods are meant: those of a selector ("app=train,role in (worker)") in a namespace. `container` is the one that is
/// asked in each; empty: the one that the annotation of kubectl names, else the first that has Railhead's launcher, else the
/// first.
struct PodChoice {
  std::string space = {};
  std::string selector = {};
  std::string container = {};
};

/// Their list is read in pages. In order of their names, natural. A pod that ended or failed and whose place another one has
/// taken since is left out.
Answer<std::vector<facts::Pod>> job_pods(const Client& client, const PodChoice& choice);

/// What the API says of one pod.
facts::Pod pod_of(const nlohmann::json& object, const std::string& container);

/// The pods as they are now; not_found where one is gone.
std::vector<Answer<facts::Pod>> pods_now(const Client& client, const std::vector<facts::Pod>& pods);

/// The places of an owner that has too few pods, as pods that are missing: "train-2" of a StatefulSet of four. Of a Job whose
/// pods were chosen by a selector of your own, those that it leaves out are told as missing too. Only of owners whose pods have
/// places; gaps between places are told of owners that cannot be read.
std::vector<facts::Pod> absent_pods(const Client& client, const std::vector<facts::Pod>& pods);

}  // namespace railhead::kube
