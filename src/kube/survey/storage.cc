#include "kube/survey/questions.h"
#include "kube/survey/reading.h"

namespace railhead::kube {
namespace {

std::optional<facts::StorageClass> class_of(const nlohmann::json& object) {
  facts::StorageClass one{.name = text_at(object, {"metadata", "name"}), .provisioner = text_at(object, {"provisioner"})};
  if (one.name.empty()) return std::nullopt;
  one.is_default = text_at(object, {"metadata", "annotations", "storageclass.kubernetes.io/is-default-class"}) == "true";
  return one;
}

}  // namespace

Questions storage_questions(facts::Survey& survey) {
  return {list_question<facts::StorageClass>("/apis/storage.k8s.io/v1/storageclasses", survey.storage, class_of)};
}

}  // namespace railhead::kube
