#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "cli/manifest/inputs.h"
#include "cli/manifest/spool.h"

namespace railhead::cli {

/// Where changed manifests go: one stream on stdout, the files themselves, or a folder with a file for each object.
struct Destination {
  bool in_place = false;
  std::string folder = {};
};

/// -i and --output-dir.
void add_destination(CLI::App& command, Destination& destination);

/// The texts of a command that changes manifests, kept aside until all of them are known to be right: then they are put in
/// their places, and before that nothing is.
class Results {
 public:
  static base::Result<Results> open();

  /// What comes now is of this file.
  void begin(const ManifestFile& file);
  /// A document as it is now. `object`: what it holds ("StatefulSet/train"), for the name of its file in a folder; empty:
  /// nothing.
  base::Result<void> add(std::string_view text, bool changed, const std::string& object);
  base::Result<void> put(const Destination& destination) const;

 private:
  struct Part {
    std::size_t at = 0;
    std::size_t size = 0;
    std::string name = {};
    bool marked = false;  // it begins with "---"
    bool ended = false;   // with a line end
  };
  struct File {
    std::string path = {};  // empty: stdin
    std::string name = {};
    bool changed = false;
    std::vector<Part> parts = {};
  };

  explicit Results(Spool spool) : spool_(std::move(spool)) {}
  base::Result<void> to_stdout() const;
  base::Result<void> to_files() const;
  base::Result<void> to_folder(const std::string& folder) const;

  Spool spool_;
  std::vector<File> files_;
};

}  // namespace railhead::cli
