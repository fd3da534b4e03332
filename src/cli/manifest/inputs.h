#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "cli/manifest/spool.h"
#include "manifest/yaml/stream.h"

namespace CLI {
class App;
}

namespace railhead::cli {

/// One text of manifests. `name` is what people know it by: the path as given or found, or "stdin".
struct ManifestFile {
  std::string name;
  std::string path;                             // empty: read from `spooled`
  std::optional<Spool> spooled = std::nullopt;  // of a pipe: all that it held
};

/// How bytes are taken: `text` unpacks gzip and Zstandard and makes UTF-8 of UTF-16, without byte order marks; `bytes` leaves
/// everything as it is.
enum class Taking { text, bytes };

/// The manifests that a command was given: files, folders with everything in them, stdin. Every one can be read again and
/// again: what is no file (a pipe) is kept in an unlinked temporary file first.
class ManifestInputs {
 public:
  using Sink = std::function<base::Result<void>(const manifest::Chunk&)>;

  /// Of a folder the *.yaml, *.yml and *.json in it and below it, in order of their paths; what begins with a dot is left out.
  /// An error where one cannot be read, is a device, leads in a circle, or a folder has none of these.
  static base::Result<ManifestInputs> of(const std::vector<std::string>& operands);

  const std::vector<ManifestFile>& files() const { return files_; }

  /// Reads one from its start, document by document (manifest/stream.h): the largest document is what it holds.
  static base::Result<void> read(const ManifestFile& file, Taking taking, const Sink& sink);

 private:
  std::vector<ManifestFile> files_;
};

/// FILE... as operands and -f FILE, both into `operands`.
void add_manifests(CLI::App& command, std::vector<std::string>& operands);

}  // namespace railhead::cli
