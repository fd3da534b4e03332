#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "kube/survey/questions.h"

namespace railhead::kube {

/// Which of the operators' resources the API serves: first its groups, then what those have.
class Apis {
 public:
  explicit Apis(facts::Survey& survey) : survey_(survey) {}
  Questions first();
  Questions second();
  void finish();

 private:
  struct Group {
    std::vector<std::string> versions;
    std::map<std::string, std::set<std::string>> resources;  // by version
    std::optional<facts::Missing> missing;
  };

  facts::Survey& survey_;
  std::optional<facts::Missing> missing_;  // the groups themselves
  std::map<std::string, Group, std::less<>> groups_;
};

}  // namespace railhead::kube
