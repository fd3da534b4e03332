#pragma once

#include <string>

#include "base/error.h"
#include "manifest/render/plan.h"

namespace railhead::manifest::render {

/// An object of the job's namespace that the user applies: apiVersion, kind and metadata in front of `rest`.
Object made(const Plan& plan, const std::string& version, const std::string& kind, const std::string& name, Members rest,
            Members annotations = {});

/// One member, one item: unlike lists in braces they copy nothing, of a large value in the depth of an object.
Members one(std::string key, Tree value);
Tree only(Tree item);

/// The job's image: as named, or where OpenShift's registry has what is built.
std::string image_of(const Plan& plan);

/// Annotations of an object that has pods: what lint says of pods in general and is not so of this fabric.
Members pod_annotations(const Plan& plan);

/// An error of `render`: what is wrong with which field, and what to do.
std::unexpected<base::Error> wrong(std::string message, std::string suggestion);

}  // namespace railhead::manifest::render
