#include "cli/inject/results.h"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <set>

#include "base/format.h"
#include "base/text.h"
#include "cli/output.h"
#include "cli/words.h"

namespace railhead::cli {
namespace {

/// "statefulset-train.yaml": what file systems and shells take as it is.
std::string file_name(const std::string& object, std::set<std::string>& taken) {
  std::string name;
  for (const char c : base::lowered(object)) {
    const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-';
    name += plain ? c : '-';
  }
  if (name.empty() || name.front() == '.') name.insert(0, "object");
  name.resize(std::min<std::size_t>(name.size(), 128));
  std::string unique = name;
  for (int count = 2; !taken.insert(unique).second; ++count) unique = base::format("{}-{}", name, count);
  return unique + ".yaml";
}

}  // namespace

void add_destination(CLI::App& command, Destination& destination) {
  CLI::Option* in_place = command.add_flag("-i,--in-place", destination.in_place,
                                           "Replace the files themselves; those without a change are not touched");
  command
      .add_option("--output-dir", destination.folder,
                  "Write a file for each object into this folder, which is made where it is missing")
      ->check(not_empty())
      ->excludes(in_place)
      ->option_text("DIR");
}

base::Result<Results> Results::open() {
  auto spool = Spool::open();
  if (!spool) return std::unexpected(spool.error());
  return Results(*std::move(spool));
}

void Results::begin(const ManifestFile& file) { files_.push_back({.path = file.path, .name = file.name}); }

base::Result<void> Results::add(std::string_view text, bool changed, const std::string& object) {
  File& file = files_.back();
  file.changed = file.changed || changed;
  file.parts.push_back({.at = spool_.size(),
                        .size = text.size(),
                        .name = object,
                        .marked = text.starts_with("---"),
                        .ended = text.ends_with('\n')});
  return spool_.add(text);
}

base::Result<void> Results::put(const Destination& destination) const {
  if (destination.in_place) return to_files();
  return destination.folder.empty() ? to_stdout() : to_folder(destination.folder);
}

base::Result<void> Results::to_stdout() const {
  bool first = true;
  bool ended = true;
  for (const File& file : files_) {
    if (file.parts.empty()) continue;
    const std::size_t begin = file.parts.front().at;
    const std::size_t end = file.parts.back().at + file.parts.back().size;
    // Two files behind each other are two documents, which a mark tells apart.
    if (!first && !ended)
      if (auto done = print("\n"); !done) return done;
    if (!first && !file.parts.front().marked)
      if (auto done = print("---\n"); !done) return done;
    if (auto done = spool_.copy(begin, end - begin, STDOUT_FILENO, "stdout"); !done) return done;
    first = false;
    ended = file.parts.back().ended;
  }
  return {};
}

base::Result<void> Results::to_files() const {
  for (const File& file : files_)
    if (file.path.empty())
      return std::unexpected(base::Error{.code = base::Code::usage,
                                         .message = base::format("-i cannot replace {}", file.name),
                                         .cause = "",
                                         .suggestion = "Name the files, or leave -i out and take stdout."});
  for (const File& file : files_) {
    if (!file.changed) continue;
    const std::size_t begin = file.parts.front().at;
    const std::size_t end = file.parts.back().at + file.parts.back().size;
    if (auto done = replace_file(file.path, spool_, begin, end - begin); !done) return done;
  }
  return {};
}

base::Result<void> Results::to_folder(const std::string& folder) const {
  if (::mkdir(folder.c_str(), 0755) != 0 && errno != EEXIST)
    return std::unexpected(base::Error{.code = base::Code::denied,
                                       .message = "cannot make the folder " + base::one_line(folder),
                                       .cause = std::strerror(errno),
                                       .suggestion = ""});
  std::set<std::string> taken;
  for (const File& file : files_)
    for (const Part& part : file.parts)
      if (!part.name.empty())
        if (auto done = replace_file(folder + "/" + file_name(part.name, taken), spool_, part.at, part.size); !done)
          return done;
  return {};
}

}  // namespace railhead::cli
