#include "tests/support/small_world.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "base/format.h"
#include "base/text.h"
#include "facts/net/address_text.h"
#include "probe/machine.h"

namespace railhead::test {
namespace {

base::Error problem(const std::string& what) { return {.code = base::Code::malformed, .message = what}; }

base::Result<void> read_option(std::string_view line, check::Options& options) {
  const std::vector<std::string_view> parts = base::words(line);
  if (parts.empty()) return {};
  if (parts.size() == 2 && parts[0] == "memlock-need") {
    base::Result<base::Bytes> size = base::parse_size(parts[1]);
    if (!size) return std::unexpected(size.error());
    options.memlock_need = *size;
    return {};
  }
  if (parts.size() == 2 && parts[0] == "mode" && (parts[1] == "rdma" || parts[1] == "tcp")) {
    options.mode = parts[1] == "rdma" ? check::Mode::rdma : check::Mode::tcp;
    return {};
  }
  if (parts.size() == 2 && parts[0] == "peer") {
    const std::optional<facts::Address> peer = facts::parse_host_address(std::string(parts[1]));
    if (!peer) return std::unexpected(problem(base::format("'{}' is no address", parts[1])));
    options.peers.push_back(*peer);
    return {};
  }
  return std::unexpected(
      problem(base::format("expected 'memlock-need SIZE', 'peer ADDRESS' or 'mode rdma|tcp', found '{}'", line)));
}

/// "SIZE of BOUND [ERRNO]"
base::Result<facts::PinRamp> ramp_of(const std::vector<std::string_view>& words) {
  const bool well_formed = (words.size() == 3 || words.size() == 4) && words[1] == "of";
  const auto largest = base::parse_size(well_formed ? words[0] : "");
  const auto bound = base::parse_size(well_formed ? words[2] : "");
  if (!largest || !bound) return std::unexpected(problem("expected 'SIZE of BOUND [ERRNO]' for a ramp"));
  const bool all = words.size() == 3;
  return facts::PinRamp{.largest = *largest, .bound = *bound, .all = all, .stopped_by = std::string(all ? "" : words[3])};
}

base::Result<void> read_ramp(std::string_view line, facts::Pinning& pinning) {
  std::vector<std::string_view> words = base::words(line);
  if (words.empty()) return {};
  const bool registered = words[0] == "registered" && words.size() > 1;
  if (registered) pinning.device = words[1];
  words.erase(words.begin(), words.begin() + (registered ? 2 : 1));
  const base::Result<facts::PinRamp> ramp = ramp_of(words);
  if (!ramp) return std::unexpected(ramp.error());
  (registered ? pinning.registered : pinning.locked) = {*ramp, registered ? "ibv_reg_mr(3)" : "mlock(2)"};
  return {};
}

template <class Map>
void merge(const Map& from, Map& into) {
  for (const auto& [key, value] : from) into.insert_or_assign(key, value);
}

base::Result<void> add_answers(const std::string& json, const std::string& source, probe::KernelAnswers& answers) {
  const base::Result<probe::KernelAnswers> more = probe::parse_kernel_answers(json, source);
  if (!more) return std::unexpected(more.error());
  merge(more->file_systems, answers.file_systems);
  merge(more->opens, answers.opens);
  merge(more->libraries, answers.libraries);
  if (more->addresses) answers.addresses = more->addresses;
  if (more->verbs) answers.verbs = more->verbs;
  return {};
}

/// Fixtures say the short path (/sys/class/infiniband/mlx5_2/...): a part lands where the links of the world so far lead. The
/// last component is not followed, so that a link can be replaced.
std::string placed(const probe::ArchiveTree& files, const std::string& path) {
  for (std::size_t slash = path.rfind('/'); slash != std::string::npos && slash > 0; slash = path.rfind('/', slash - 1))
    if (const sys::Outcome<std::string> real = files.real(path.substr(0, slash))) return *real + path.substr(slash);
  return path;
}

}  // namespace

std::string file_text(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream text;
  text << file.rdbuf();
  if (file) return text.str();
  std::fprintf(stderr, "cannot read %s, which the tests need\n", path.c_str());
  std::exit(1);
}

std::string source_path(const std::string& relative) { return std::string(RAILHEAD_SOURCE_DIR) + "/" + relative; }

base::Result<void> SmallWorld::add(const facts::ArchiveEntry& entry, const std::string& source) {
  if (entry.name.starts_with("root/")) {
    facts::ArchiveEntry own = entry;
    own.name = placed(files_, entry.name.substr(4));
    files_.put(std::move(own));
    return {};
  }
  if (entry.name.starts_with("text/")) {
    texts_.push_back(entry);
    texts_.back().name = entry.name.substr(5);
    return {};
  }
  if (entry.name.starts_with("manifests/")) {
    manifests_.push_back(entry);
    manifests_.back().name = entry.name.substr(10);
    return {};
  }
  if (entry.name == "preflight.json") {
    preflight_ = entry.text;
    return {};
  }
  if (entry.name == "environ") {
    merge(sys::parse_environ(entry.text), environ_);
    return {};
  }
  if (entry.name == "facts.json") return add_answers(entry.text, source + ": facts.json", answers_);
  if (entry.name == "options") {
    for (std::string_view line : base::lines(entry.text))
      if (base::Result<void> read = read_option(line, options_); !read) return read;
    return {};
  }
  if (entry.name == "pinning") {
    for (std::string_view line : base::lines(entry.text))
      if (base::Result<void> read = read_ramp(line, pinning_); !read) return read;
    return {};
  }
  return std::unexpected(problem(base::format("{}: no world has a part '{}'", source, entry.name)));
}

base::Result<SmallWorld> SmallWorld::base_world(const std::string& name) {
  const std::string path = source_path("tests/worlds/" + name + ".txtar");
  const base::Result<facts::Archive> archive = facts::parse_archive(file_text(path), path);
  if (!archive) return std::unexpected(archive.error());
  SmallWorld world;
  for (const facts::ArchiveEntry& entry : archive->entries)
    if (base::Result<void> added = world.add(entry, path); !added) return std::unexpected(added.error());
  return world;
}

base::Result<SmallWorld> SmallWorld::of_fixture(const facts::Archive& fixture, const std::string& name) {
  SmallWorld world;
  for (const facts::ArchiveEntry& entry : fixture.entries) {
    if (!entry.name.starts_with(name + '/')) continue;
    facts::ArchiveEntry own = entry;
    own.name = entry.name.substr(name.size() + 1);
    if (own.name == "want") continue;
    if (own.name.starts_with("pods/")) {
      const std::string pod = own.name.substr(5, own.name.find('/', 5) - 5);
      const bool known = std::ranges::any_of(world.pods_, [&](const auto& other) { return other.first == pod; });
      if (known) continue;
      const base::Result<SmallWorld> one = of_fixture(fixture, name + "/pods/" + pod);
      if (!one) return one;
      world.pods_.emplace_back(pod, one->machine());
      continue;
    }
    if (own.name == "base") {
      base::Result<SmallWorld> below = base_world(std::string(base::trimmed(own.text)));
      if (!below) return below;
      world = std::move(*below);
      continue;
    }
    if (base::Result<void> added = world.add(own, name); !added) return std::unexpected(added.error());
  }
  return world;
}

text::Case SmallWorld::read_texts() const {
  text::CaseReader reader;
  for (const facts::ArchiveEntry& entry : texts_) {
    reader.begin(entry.name);
    reader.take(entry.text);
    reader.end();
  }
  return reader.finish();
}

std::optional<text::Case> SmallWorld::texts() const {
  if (texts_.empty()) return std::nullopt;
  return read_texts();
}

facts::Machine SmallWorld::machine() const {
  if (!texts_.empty()) return read_texts().machines.front();
  const probe::RecordedKernel kernel(answers_);
  facts::Machine machine = probe::machine({.files = files_, .kernel = kernel, .environ = environ_, .live = false}, {});
  machine.pinning = pinning_;
  return machine;
}

void SmallWorld::in_world(const std::function<void(const sys::World&)>& look) const {
  const probe::RecordedKernel kernel(answers_);
  look({.files = files_, .kernel = kernel, .environ = environ_, .live = false});
}

std::vector<std::string> world_names(const facts::Archive& fixture) {
  std::vector<std::string> names;
  for (const facts::ArchiveEntry& entry : fixture.entries) {
    std::string name = entry.name.substr(0, entry.name.find('/'));
    if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
  }
  return names;
}

}  // namespace railhead::test
