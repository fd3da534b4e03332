#include "probe/recorded_kernel.h"

namespace railhead::probe {
namespace {

template <class T>
sys::Outcome<T> answer_of(const std::map<std::string, sys::Outcome<T>, std::less<>>& answers, std::string_view key) {
  const auto found = answers.find(key);
  if (found == answers.end()) return std::unexpected(sys::kNotAsked);
  return found->second;
}

}  // namespace

sys::Outcome<sys::FileSystemUse> RecordedKernel::file_system(std::string_view path) const {
  return answer_of(answers_.file_systems, path);
}

sys::Outcome<bool> RecordedKernel::opens(std::string_view path) const { return answer_of(answers_.opens, path); }

sys::Outcome<std::vector<sys::InterfaceAddress>> RecordedKernel::addresses() const {
  if (!answers_.addresses) return std::unexpected(sys::kNotAsked);
  return *answers_.addresses;
}

sys::Outcome<sys::LibraryLoad> RecordedKernel::library(std::string_view name) const {
  return answer_of(answers_.libraries, name);
}

sys::Outcome<std::vector<sys::VerbsDevice>> RecordedKernel::verbs() const {
  if (!answers_.verbs) return std::unexpected(sys::kNotAsked);
  return *answers_.verbs;
}

sys::Outcome<sys::FileSystemUse> RecordingKernel::file_system(std::string_view path) const {
  return answers_.file_systems.insert_or_assign(std::string(path), kernel_.file_system(path)).first->second;
}

sys::Outcome<bool> RecordingKernel::opens(std::string_view path) const {
  return answers_.opens.insert_or_assign(std::string(path), kernel_.opens(path)).first->second;
}

sys::Outcome<std::vector<sys::InterfaceAddress>> RecordingKernel::addresses() const {
  answers_.addresses = kernel_.addresses();
  return *answers_.addresses;
}

sys::Outcome<sys::LibraryLoad> RecordingKernel::library(std::string_view name) const {
  return answers_.libraries.insert_or_assign(std::string(name), kernel_.library(name)).first->second;
}

sys::Outcome<std::vector<sys::VerbsDevice>> RecordingKernel::verbs() const {
  answers_.verbs = kernel_.verbs();
  return *answers_.verbs;
}

}  // namespace railhead::probe
