#include "probe/software/software.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "probe/reading.h"
#include "probe/software/library_folders.h"

namespace railhead::probe {
namespace {

using Folders = std::vector<std::string>;

constexpr const char* kSearched = "LD_LIBRARY_PATH, /etc/ld.so.conf and the usual folders";

/// "1.14.44.0" from libibverbs.so.1 and /usr/lib64/libibverbs.so.1.14.44.0: the file's name goes on where the link's ends. For
/// libnccl.so.2 the number in its own name counts with it: libnccl.so.2.27.3 is 2.27.3.
facts::Known<std::string> version_of(std::string_view name, const std::string& real) {
  const std::string_view file = last_component(real);
  const std::size_t numbers = name.find(".so.");
  if (file.size() <= name.size() || !file.starts_with(name) || file[name.size()] != '.' || numbers == std::string_view::npos)
    return {facts::Missing{.why = facts::Why::unavailable, .detail = "the file's name carries none"}, real};
  return {base::printable(file.substr(numbers + 4)), real};
}

/// "2.21.5" from a package folder such as nvidia_nccl_cu12-2.21.5.dist-info, where `folder` is .../nvidia/nccl/lib beside it.
facts::Known<std::string> package_version(const sys::FileTree& files, std::string_view folder) {
  constexpr std::string_view kInside = "/nvidia/nccl/lib";
  constexpr std::string_view kStart = "nvidia_nccl_cu";
  constexpr std::string_view kEnd = ".dist-info";
  const std::string packages(folder.substr(0, folder.size() - kInside.size()));
  if (const auto names = files.list(packages))
    for (const std::string& name : *names) {
      const std::size_t dash = name.find('-');
      if (!name.starts_with(kStart) || !name.ends_with(kEnd) || dash == std::string::npos) continue;
      return {base::printable(name.substr(dash + 1, name.size() - kEnd.size() - dash - 1)),
              packages + "/" + base::printable(name)};
    }
  return {facts::Missing{.why = facts::Why::unavailable, .detail = "no package folder beside it"}, packages};
}

/// A link that leads nowhere is no library.
facts::Library library_in(const sys::FileTree& files, const std::string& folder, const std::string& name) {
  facts::Library library{.name = name, .path = {}, .version = {}, .loads = {}};
  const std::string path = folder + "/" + name;
  const auto real = files.real(path);
  if (!real) {
    library.path = library.version = {missing_of(real.error()), path};
    return library;
  }
  library.path = {path, path};
  library.version = version_of(name, *real);
  if (!library.version && folder.ends_with("/nvidia/nccl/lib")) library.version = package_version(files, folder);
  return library;
}

facts::Library absent(const std::string& name, facts::Missing missing) {
  facts::Library library{.name = name, .path = {}, .version = {}, .loads = {}};
  library.path = library.version = {std::move(missing), kSearched};
  return library;
}

/// Loading decides more than finding does: a library may lie where only the loader's cache knows, or be there and be broken.
facts::Known<bool> loads(const sys::Kernel& kernel, const std::string& name) {
  const std::string source = "dlopen(" + name + ")";
  const auto tried = kernel.library(name);
  if (!tried) return {missing_of(tried.error()), source};
  return {tried->loads, tried->error.empty() ? source : source + ": " + base::printable(tried->error)};
}

facts::Library library(const sys::World& world, const Folders& folders, const std::string& name, bool programs, Level level) {
  facts::Library found = absent(name, programs ? facts::Missing{.why = facts::Why::not_found} : facts::Missing{});
  for (const std::string& folder : folders) {
    facts::Library here = library_in(world.files, folder, name);
    if (here.path) {
      found = std::move(here);
      break;
    }
  }
  if (level >= Level::open) found.loads = loads(world.kernel, name);
  return found;
}

/// "mlx5" from "libmlx5-rdmav34.so"; nothing for other names.
std::string provider_name(std::string_view file) {
  constexpr std::string_view kStart = "lib";
  const std::size_t end = file.rfind("-rdmav");
  if (!file.starts_with(kStart) || !file.ends_with(".so") || end == std::string_view::npos || end < kStart.size()) return {};
  return base::printable(file.substr(kStart.size(), end - kStart.size()));
}

facts::Known<std::vector<std::string>> providers(const sys::FileTree& files, const Folders& folders,
                                                 const facts::Library& libibverbs) {
  if (!libibverbs.path) return {libibverbs.path.missing(), libibverbs.path.source()};
  std::vector<std::string> names;
  std::string source = "libibverbs/ in the library folders";
  for (const std::string& folder : folders) {
    const std::string inside = folder + "/libibverbs";
    const auto listed = files.list(inside);
    if (!listed) continue;
    if (names.empty()) source = inside;
    for (const std::string& file : *listed) {
      const std::string name = provider_name(file);
      if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
  }
  std::sort(names.begin(), names.end());
  return {std::move(names), source};
}

/// Those that are there, each once: /lib is often a link to /usr/lib, and what lies in both is looked for in the first alone.
Folders existing(const sys::FileTree& files, const Folders& folders) {
  Folders found;
  Folders seen;
  for (const std::string& folder : folders) {
    const auto real = files.real(folder);
    if (!real || std::find(seen.begin(), seen.end(), *real) != seen.end()) continue;
    seen.push_back(*real);
    found.push_back(folder);
  }
  return found;
}

/// Each file once, by the first path that leads to it.
std::vector<facts::Library> each_once(const sys::FileTree& files, const Folders& folders,
                                      const std::vector<const char*>& names) {
  std::vector<facts::Library> found;
  std::vector<std::string> seen;
  for (const std::string& folder : folders)
    for (const char* name : names) {
      const auto real = files.real(folder + "/" + name);
      if (!real || std::find(seen.begin(), seen.end(), *real) != seen.end()) continue;
      seen.push_back(*real);
      found.push_back(library_in(files, folder, name));
    }
  return found;
}

facts::Known<std::vector<facts::Library>> nccl(const sys::World& world, Folders folders, bool programs) {
  if (!programs) return {};
  for (std::string& folder : nccl_folders(world)) folders.push_back(std::move(folder));
  folders = existing(world.files, folders);
  std::vector<facts::Library> found = each_once(world.files, folders, {"libnccl.so.2", "librccl.so.1"});
  return {std::move(found), "the library folders, conda's, ROCm's and Python's"};
}

/// Where the packages of Google's gIB and of aws-ofi-nccl put their plugin: no loader configuration names these folders on
/// every image. Source: the packages' own documentation.
facts::Known<std::vector<facts::Library>> net_plugins(const sys::World& world, Folders folders, bool programs) {
  if (!programs) return {};
  for (const char* folder : {"/usr/local/gib/lib64", "/opt/amazon/ofi-nccl/lib", "/opt/amazon/ofi-nccl/lib64",
                             "/opt/amazon/ofi-nccl/lib/x86_64-linux-gnu", "/opt/aws-ofi-nccl/lib"})
    folders.emplace_back(folder);
  folders = existing(world.files, folders);
  std::vector<facts::Library> found =
      each_once(world.files, folders, {"libnccl-net.so", "libnccl-net-ofi.so", "libnccl-net-aws-ofi.so"});
  return {std::move(found), "the library folders, Google's and Amazon's"};
}

}  // namespace

facts::Software software(const sys::World& world, Level level) {
  const bool programs = world.files.exists("/usr/lib") || world.files.exists("/lib");
  const Folders folders = existing(world.files, library_folders(world));
  facts::Software software;
  software.libibverbs = library(world, folders, "libibverbs.so.1", programs, level);
  software.librdmacm = library(world, folders, "librdmacm.so.1", programs, level);
  software.providers = providers(world.files, folders, software.libibverbs);
  software.nccl = nccl(world, folders, programs);
  software.net_plugins = net_plugins(world, folders, programs);
  return software;
}

facts::Known<std::vector<facts::Library>> net_plugins(const sys::World& world) {
  return net_plugins(world, existing(world.files, library_folders(world)), true);
}

}  // namespace railhead::probe
