#pragma once

#include "facts/cluster/survey/survey.h"
#include "kube/client.h"
#include "kube/survey/survey.h"

/// What commands against a cluster are made of: kube, manifest and the rest, put together.
namespace railhead::flow {

/// A survey whose networks, policies and configurations were read: SurveyedObject::read.
kube::Answer<facts::Survey> surveyed(const kube::Client& client, const kube::SurveyWish& wish);

/// Reads what the objects of a survey say, by the readers of manifests.
void read_objects(facts::Survey& survey);

}  // namespace railhead::flow
