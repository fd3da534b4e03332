#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "manifest/render/render.h"

namespace railhead::cli {

/// A name for each object, its place in the apply order in front: "05-statefulset-llama.yaml". kubectl apply -f FOLDER takes
/// files in the order of their names.
std::vector<std::string> file_names(const std::vector<manifest::render::Object>& objects);

/// One stream of YAML.
std::string yaml_stream(const std::vector<manifest::render::Object>& objects);

/// One JSON object, a List as kubectl takes it, with a newline.
std::string json_list(const std::vector<manifest::render::Object>& objects);

/// The text of kustomization.yaml beside files of these names.
std::string kustomization(const std::vector<std::string>& files);

/// Writes a file for each object, and kustomization.yaml where asked for, into a folder that is made where it is missing. Each
/// is replaced as a whole; all texts are known before the first is written.
base::Result<void> write_folder(const std::string& folder, const std::vector<manifest::render::Object>& objects,
                                bool kustomize);

}  // namespace railhead::cli
