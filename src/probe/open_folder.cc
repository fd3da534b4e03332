#include "probe/open_folder.h"

namespace railhead::probe {

std::string OpenFolder::source(std::string_view name) const {
  std::string path;
  path.reserve(path_.size() + 1 + name.size());
  path += path_;
  path += '/';
  path += name;
  return path;
}

sys::Outcome<std::string> OpenFolder::read(std::string_view name) const {
  if (!folder_) return std::unexpected(folder_.error());
  return (*folder_)->read(name);
}

facts::Known<std::string> text_of(const OpenFolder& folder, std::string_view name) {
  return text_of(folder.read(name), folder.source(name));
}

}  // namespace railhead::probe
