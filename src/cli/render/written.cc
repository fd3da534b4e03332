#include "cli/render/written.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "cli/manifest/yaml_json.h"
#include "cli/output.h"
#include "manifest/yaml/yaml.h"

namespace railhead::cli {

using manifest::render::Object;

std::vector<std::string> file_names(const std::vector<Object>& objects) {
  std::vector<std::string> names;
  names.reserve(objects.size());
  const std::size_t digits = std::max<std::size_t>(2, std::to_string(objects.size()).size());
  for (std::size_t i = 0; i < objects.size(); ++i)
    names.push_back(base::format("{:0{}}-{}-{}.yaml", i + 1, digits, base::lowered(objects[i].kind), objects[i].name));
  return names;
}

std::string yaml_stream(const std::vector<Object>& objects) {
  std::string text;
  for (const Object& object : objects) {
    if (!text.empty()) text += "---\n";
    text += object.text;
  }
  return text;
}

std::string json_list(const std::vector<Object>& objects) {
  nlohmann::ordered_json list = {{"apiVersion", "v1"}, {"kind", "List"}, {"items", nlohmann::ordered_json::array()}};
  for (const Object& object : objects) {
    const manifest::Parsed parsed = manifest::parse_yaml(object.text);
    for (const manifest::Document& document : parsed.documents) list["items"].push_back(json_of(manifest::Value(document)));
  }
  return list.dump(2) + "\n";
}

std::string kustomization(const std::vector<std::string>& files) {
  std::string text = "apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n";
  for (const std::string& file : files) text += base::format("  - {}\n", file);
  return text;
}

base::Result<void> write_folder(const std::string& folder, const std::vector<Object>& objects, bool kustomize) {
  if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST)
    return std::unexpected(base::Error{.code = base::Code::denied,
                                       .message = "cannot make the folder " + base::one_line(folder),
                                       .cause = std::strerror(errno)});
  const std::vector<std::string> names = file_names(objects);
  for (std::size_t i = 0; i < objects.size(); ++i)
    if (auto done = write_file(base::format("{}/{}", folder, names[i]), objects[i].text); !done) return done;
  if (!kustomize) return {};
  return write_file(folder + "/kustomization.yaml", kustomization(names));
}

}  // namespace railhead::cli
