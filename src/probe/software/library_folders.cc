#include "probe/software/library_folders.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/format.h"
#include "base/text.h"
#include "probe/reading.h"

namespace railhead::probe {
namespace {

constexpr std::array<const char*, 14> kUsual = {"/usr/lib/x86_64-linux-gnu",
                                                "/lib/x86_64-linux-gnu",
                                                "/usr/lib/aarch64-linux-gnu",
                                                "/lib/aarch64-linux-gnu",
                                                "/usr/lib/powerpc64le-linux-gnu",
                                                "/lib/powerpc64le-linux-gnu",
                                                "/usr/lib64",
                                                "/lib64",
                                                "/usr/lib",
                                                "/lib",
                                                "/usr/local/lib",
                                                "/usr/local/lib64",
                                                "/usr/local/lib/x86_64-linux-gnu",
                                                "/usr/local/lib/aarch64-linux-gnu"};

void add(std::vector<std::string>& folders, std::string_view folder) {
  constexpr std::size_t kMost = 256;  // each is looked into; nobody has as many but to vex us
  while (folder.size() > 1 && folder.ends_with('/')) folder.remove_suffix(1);
  if (!folder.starts_with('/') || folders.size() >= kMost) return;
  if (std::find(folders.begin(), folders.end(), folder) == folders.end()) folders.emplace_back(folder);
}

/// Colons and semicolons separate the folders of a search path.
void add_path(std::vector<std::string>& folders, const sys::Environ& environ, const char* variable) {
  std::string path = sys::value_of(environ, variable).value_or("");
  std::replace(path.begin(), path.end(), ';', ':');
  for (const std::string_view folder : base::split(path, ':')) add(folders, folder);
}

void add_configured(std::vector<std::string>& folders, const sys::FileTree& files, const std::string& path) {
  const auto text = files.read(path);
  if (!text) return;
  for (const std::string_view line : base::lines(*text)) {
    const std::string_view folder = base::trimmed(line.substr(0, line.find('#')));
    add(folders, folder.substr(0, folder.find('=')));  // "FOLDER=TYPE" was once allowed
  }
}

/// "include" lines are followed in one form only, the one that every distribution has: /etc/ld.so.conf.d/*.conf.
void add_loader_configuration(std::vector<std::string>& folders, const sys::FileTree& files) {
  add_configured(folders, files, "/etc/ld.so.conf");
  const std::string folder = "/etc/ld.so.conf.d";
  const auto names = files.list(folder);
  if (!names) return;
  for (const std::string& name : *names)
    if (name.ends_with(".conf")) add_configured(folders, files, base::format("{}/{}", folder, name));
}

/// The folders of Python's packages below `lib`: lib/python3.11/site-packages. Interpreters are looked for by name, since
/// listing a folder of libraries would put all of them into a snapshot.
void add_packages(std::vector<std::string>& folders, const sys::FileTree& files, const std::string& lib) {
  constexpr int kOldest = 6;
  constexpr int kNewest = 16;
  if (!files.exists(lib)) return;
  add(folders, lib + "/python3/dist-packages/nvidia/nccl/lib");
  for (int minor = kOldest; minor <= kNewest; ++minor) {
    const std::string python = base::format("{}/python3.{}", lib, minor);
    if (!files.exists(python)) continue;
    for (const char* packages : {"site-packages", "dist-packages"})
      add(folders, base::format("{}/{}/nvidia/nccl/lib", python, packages));
  }
}

}  // namespace

std::vector<std::string> library_folders(const sys::World& world) {
  std::vector<std::string> folders;
  add_path(folders, world.environ, "LD_LIBRARY_PATH");
  add_loader_configuration(folders, world.files);
  for (const char* folder : kUsual) add(folders, folder);
  return folders;
}

std::vector<std::string> nccl_folders(const sys::World& world) {
  std::vector<std::string> folders = {"/opt/rocm/lib"};
  std::vector<std::string> prefixes;
  for (const char* variable : {"VIRTUAL_ENV", "CONDA_PREFIX"}) add_path(prefixes, world.environ, variable);
  for (const char* prefix : {"/opt/conda", "/opt/venv", "/usr/local", "/usr"}) add(prefixes, prefix);
  for (const std::string& prefix : prefixes) {
    add(folders, prefix + "/lib");
    add_packages(folders, world.files, prefix + "/lib");
    add_packages(folders, world.files, prefix + "/lib64");
  }
  return folders;
}

}  // namespace railhead::probe
