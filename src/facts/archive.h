#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

/// The text archive of snapshots and test fixtures: txtar, so that it can be read, mailed and diffed, with additions for what
/// is not a text file.
///
///     comment
///     -- NAME --                      a text file; its lines follow, each ended by a newline
///     -- NAME (base64) --             a file that is not text with a final newline, or holds a line that looks like these
///     -- NAME -> TARGET --            a symbolic link
///     -- NAME !EINVAL --              a read that failed, by errno
///     -- NAME (c 231:192 0666 0:0) -- a node: c or b, major:minor, mode, uid:gid
///     -- NAME (dir) --                a folder, given where nothing else in it shows that it is there
///     -- NAME (unread) --             a file that is there; its content was not wanted
namespace railhead::facts {

struct ArchiveNode {
  char type = 'c';
  unsigned major = 0;
  unsigned minor = 0;
  unsigned mode = 0;
  unsigned uid = 0;
  unsigned gid = 0;
  bool operator==(const ArchiveNode&) const = default;
};

enum class EntryKind { file, link, failure, node, folder, unread };

/// `name` is a relative path without "." and ".." parts. `text` is the content of a file, the target of a link, the errno
/// symbol of a failure.
struct ArchiveEntry {
  std::string name;
  EntryKind kind = EntryKind::file;
  std::string text = {};
  ArchiveNode node = {};
};

struct Archive {
  std::string comment;
  std::vector<ArchiveEntry> entries;
};

/// Reads an archive; `source` is its name for messages. Errors are `malformed` and say file, line and what was expected. Names
/// that leave the archive ("..", absolute) and names given twice are errors.
base::Result<Archive> parse_archive(std::string_view text, const std::string& source);

/// The archive as text; parse_archive gives the same archive back, less the entries whose names no header can carry: those with
/// a newline in them, or that read like a link or an attribute. No device is called so, but a hostile tree may hold one.
std::string written(const Archive& archive);

}  // namespace railhead::facts
