#include "cli/manifest/inputs.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/manifest/folder.h"
#include "decode/text_stream.h"

namespace railhead::cli {
namespace {

constexpr std::size_t kPiece = std::size_t{256} << 10U;

base::Error unreadable(const std::string& name, const std::string& cause, base::Code code = base::Code::malformed) {
  return {.code = code,
          .message = base::format("cannot read '{}'", base::one_line(name)),
          .cause = cause,
          .suggestion = "Give files of manifests, folders with such files, or '-' for stdin."};
}

base::Error unreadable(const std::string& name, int error) {
  const base::Code code = error == ENOENT   ? base::Code::not_found
                          : error == EACCES ? base::Code::denied
                                            : base::Code::malformed;
  return unreadable(name, std::strerror(error), code);
}

/// Hands on all that `number` holds from where it stands; `take` gives false where it wants no more.
template <class Take>
base::Result<void> each_piece(int number, const std::string& name, const Take& take) {
  const auto room = std::make_unique<char[]>(kPiece);
  for (;;) {
    const ssize_t count = ::read(number, room.get(), kPiece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(unreadable(name, errno));
    if (count == 0 || !take(std::string_view(room.get(), static_cast<std::size_t>(count)))) return {};
  }
}

base::Result<ManifestFile> spooled(const std::string& name, int from) {
  auto spool = Spool::open();
  if (!spool) return std::unexpected(spool.error());
  base::Result<void> kept;
  auto read = each_piece(from, name, [&](std::string_view piece) {
    kept = spool->add(piece);
    return kept.has_value();
  });
  if (!read) return std::unexpected(read.error());
  if (!kept) return std::unexpected(kept.error());
  return ManifestFile{.name = name, .path = {}, .spooled = *std::move(spool)};
}

/// A file that is named, or a pipe as a shell makes one of <(helm template .).
base::Result<ManifestFile> one_file(const std::string& path) {
  const sys::Descriptor opened(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!opened.open()) return std::unexpected(unreadable(path, errno));
  struct stat status{};
  if (::fstat(opened.number(), &status) != 0) return std::unexpected(unreadable(path, errno));
  if (S_ISFIFO(status.st_mode)) return spooled(path, opened.number());
  if (!S_ISREG(status.st_mode)) return std::unexpected(unreadable(path, "it is neither a file nor a folder nor a pipe"));
  return ManifestFile{.name = path, .path = path};
}

base::Result<void> add_operand(const std::string& operand, std::vector<ManifestFile>& files) {
  struct stat status{};
  if (operand != "-" && ::stat(operand.c_str(), &status) != 0) return std::unexpected(unreadable(operand, errno));
  if (operand != "-" && S_ISDIR(status.st_mode)) {
    const auto paths = manifests_in(operand);
    if (!paths) return std::unexpected(paths.error());
    for (const std::string& path : *paths) files.push_back({.name = path, .path = path});
    return {};
  }
  // A device may never end or do something when it is opened.
  if (operand != "-" && !S_ISREG(status.st_mode) && !S_ISFIFO(status.st_mode))
    return std::unexpected(unreadable(operand, "it is neither a file nor a folder nor a pipe"));
  auto file = operand == "-" ? spooled("stdin", STDIN_FILENO) : one_file(operand);
  if (!file) return std::unexpected(file.error());
  files.push_back(*std::move(file));
  return {};
}

/// A descriptor that stands at the start.
base::Result<sys::Descriptor> at_start(const ManifestFile& file) {
  sys::Descriptor opened =
      file.spooled ? file.spooled->at_start() : sys::Descriptor(::open(file.path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!opened.open()) return std::unexpected(unreadable(file.name, errno));
  return opened;
}

}  // namespace

base::Result<ManifestInputs> ManifestInputs::of(const std::vector<std::string>& operands) {
  ManifestInputs inputs;
  bool standard = false;
  for (const std::string& operand : operands) {
    if (operand == "-" && std::exchange(standard, true))
      return std::unexpected(base::Error{.code = base::Code::usage, .message = "'-' stands for stdin, which is there once"});
    if (auto added = add_operand(operand, inputs.files_); !added) return std::unexpected(added.error());
  }
  if (inputs.files_.empty())
    return std::unexpected(base::Error{
        .code = base::Code::usage, .message = "no manifest given", .suggestion = "Give files, folders, or '-' for stdin."});
  return inputs;
}

base::Result<void> ManifestInputs::read(const ManifestFile& file, Taking taking, const Sink& sink) {
  auto opened = at_start(file);
  if (!opened) return std::unexpected(opened.error());
  manifest::StreamSplitter splitter(file.name, sink);
  base::Result<void> taken;
  const auto take = [&](std::string_view piece) {
    if (taken) taken = splitter.take(piece);
  };
  decode::TextStream text(take);
  auto read = each_piece(opened->number(), file.name, [&](std::string_view piece) {
    if (taking == Taking::text)
      text.take(piece);
    else
      take(piece);
    return taken.has_value() && text.problem().empty();
  });
  if (!read) return read;
  if (taking == Taking::text && taken) text.end();
  if (!taken) return taken;
  if (!text.problem().empty()) return std::unexpected(unreadable(file.name, text.problem()));
  return splitter.end();
}

void add_manifests(CLI::App& command, std::vector<std::string>& operands) {
  command.add_option("FILE", operands, "Manifests: files, folders (all *.yaml, *.yml, *.json in them), '-' for stdin")
      ->check(not_empty())
      ->option_text("FILE|DIR|-");
  command.add_option("-f,--filename", operands, "The same, as kubectl takes it (repeatable)")
      ->allow_extra_args(false)
      ->check(not_empty())
      ->option_text("FILE|DIR|-");
}

}  // namespace railhead::cli
