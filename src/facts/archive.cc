#include "facts/archive.h"

#include <algorithm>
#include <set>

#include "base/base64.h"
#include "base/format.h"
#include "base/text.h"

namespace railhead::facts {
namespace {

constexpr std::string_view kOpen = "-- ";
constexpr std::string_view kClose = " --";

bool is_header(std::string_view line) {
  return line.size() > kOpen.size() + kClose.size() && line.starts_with(kOpen) && line.ends_with(kClose);
}

bool is_name(std::string_view name) {
  constexpr std::string_view kNever("\0\r\n", 3);  // a name stands in a line of its own
  if (name.empty() || name.find_first_of(kNever) != std::string_view::npos) return false;
  if (name.ends_with(" ->")) return false;  // with "(base64)" behind it, it would read as a link
  for (std::string_view part : base::split(name, '/'))
    if (part.empty() || part == "." || part == "..") return false;
  return true;
}

/// "231:192" as two numbers.
bool read_pair(std::string_view text, unsigned& first, unsigned& second) {
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return false;
  const auto a = base::unsigned_number(text.substr(0, colon));
  const auto b = base::unsigned_number(text.substr(colon + 1));
  if (!a || !b || *a > 0xFFFFFFFFU || *b > 0xFFFFFFFFU) return false;
  first = static_cast<unsigned>(*a);
  second = static_cast<unsigned>(*b);
  return true;
}

/// The inside of "(c 231:192 0666 0:0)".
bool read_node(std::string_view text, ArchiveNode& node) {
  const std::vector<std::string_view> parts = base::words(text);
  if (parts.size() != 4 || (parts[0] != "c" && parts[0] != "b")) return false;
  const auto mode = base::unsigned_number(parts[2], 8);
  if (!mode || *mode > 07777) return false;
  node.type = parts[0][0];
  node.mode = static_cast<unsigned>(*mode);
  return read_pair(parts[1], node.major, node.minor) && read_pair(parts[3], node.uid, node.gid);
}

/// A header's entry; `encoded` tells that its content is base64.
struct Header {
  ArchiveEntry entry;
  bool encoded = false;
};

/// Takes "(...)" or "!ERRNO" off the end of a header; false when it is neither understood nor absent.
bool read_attribute(std::string_view body, Header& header) {
  header.entry.name = body;
  const std::size_t blank = body.rfind(body.ends_with(')') ? " (" : " !");
  if (blank == std::string_view::npos) return true;
  std::string_view attribute = body.substr(blank + 1);
  header.entry.name = body.substr(0, blank);
  if (attribute[0] == '!') {
    header.entry.kind = EntryKind::failure;
    header.entry.text = attribute.substr(1);
    constexpr std::string_view kSymbol = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return header.entry.text.size() > 1 && header.entry.text.find_first_not_of(kSymbol) == std::string::npos;
  }
  attribute = attribute.substr(1, attribute.size() - 2);
  if (attribute == "base64") return header.encoded = true;
  header.entry.kind = attribute == "dir" ? EntryKind::folder : attribute == "unread" ? EntryKind::unread : EntryKind::node;
  return header.entry.kind != EntryKind::node || read_node(attribute, header.entry.node);
}

bool read_header(std::string_view line, Header& header) {
  const std::string_view body = line.substr(kOpen.size(), line.size() - kOpen.size() - kClose.size());
  const std::size_t arrow = body.find(" -> ");
  if (arrow == std::string_view::npos) return read_attribute(body, header) && is_name(header.entry.name);
  header.entry.kind = EntryKind::link;
  header.entry.name = body.substr(0, arrow);
  header.entry.text = body.substr(arrow + 4);
  return is_name(header.entry.name) && !header.entry.text.empty() && header.entry.text.find('\r') == std::string::npos;
}

base::Error problem(const std::string& source, std::size_t line, const std::string& what) {
  return {.code = base::Code::malformed,
          .message = base::format("{}:{}: {}", source, line, what),
          .suggestion = "A snapshot is made by 'railhead snapshot'; its lines must not be edited or wrapped on the way."};
}

/// Collects entries line by line.
class Reader {
 public:
  explicit Reader(const std::string& source) : source_(source) {}

  base::Result<Archive> read(std::string_view text) {
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      ++line_;
      if (auto error = take(text.substr(0, end), end < text.size())) return std::unexpected(std::move(*error));
      text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (auto error = finish()) return std::unexpected(std::move(*error));
    return std::move(archive_);
  }

 private:
  std::optional<base::Error> take(std::string_view line, bool ended) {
    std::string_view bare = line;
    if (bare.ends_with('\r')) bare.remove_suffix(1);
    if (!is_header(bare)) return add_line(line, ended);
    if (auto error = finish()) return error;
    Header header;
    if (!read_header(bare, header))
      return problem(source_, line_,
                     "expected '-- NAME --', with '-> TARGET', '!ERRNO', '(base64)', '(dir)', '(unread)' or "
                     "'(c MAJOR:MINOR MODE UID:GID)'; found '" +
                         base::printable(bare.substr(0, 80)) + "'");
    if (!names_.insert(header.entry.name).second)
      return problem(source_, line_, "the name '" + base::printable(header.entry.name) + "' is given twice");
    encoded_ = header.encoded;
    header_line_ = line_;
    archive_.entries.push_back(std::move(header.entry));
    return std::nullopt;
  }

  std::optional<base::Error> add_line(std::string_view line, bool ended) {
    std::string* into = &archive_.comment;
    if (!archive_.entries.empty()) {
      if (archive_.entries.back().kind != EntryKind::file) {
        if (base::trimmed(line).empty()) return std::nullopt;
        return problem(source_, line_, "expected a '-- NAME --' line after an entry without content");
      }
      into = &archive_.entries.back().text;
    }
    into->append(line);
    if (ended || !archive_.entries.empty()) *into += '\n';
    return std::nullopt;
  }

  std::optional<base::Error> finish() {
    if (!encoded_) return std::nullopt;
    encoded_ = false;
    std::optional<std::string> bytes = base::from_base64(archive_.entries.back().text);
    if (!bytes) return problem(source_, header_line_, "the content of this entry is not base64");
    archive_.entries.back().text = std::move(*bytes);
    return std::nullopt;
  }

  const std::string& source_;
  Archive archive_;
  std::set<std::string, std::less<>> names_;
  std::size_t line_ = 0;
  std::size_t header_line_ = 0;
  bool encoded_ = false;
};

/// True when the text can stand in the archive as it is.
bool is_plain(std::string_view text) {
  if (text.empty()) return true;
  if (text.back() != '\n' || text.find('\r') != std::string_view::npos || base::printable(text) != text) return false;
  for (std::string_view line : base::lines(text))
    if (line.starts_with(kOpen)) return false;
  return true;
}

/// True when a header of the name alone is not read as a name with an attribute: "a !b" and "a (b)" are.
bool stands_alone(std::string_view name) { return name.rfind(name.ends_with(')') ? " (" : " !") == std::string_view::npos; }

std::string attribute(const ArchiveEntry& entry, bool plain) {
  switch (entry.kind) {
    case EntryKind::file: return plain ? "" : " (base64)";
    case EntryKind::link: return " -> " + entry.text;
    case EntryKind::failure: return " !" + entry.text;
    case EntryKind::folder: return " (dir)";
    case EntryKind::unread: return " (unread)";
    case EntryKind::node: break;
  }
  const ArchiveNode& node = entry.node;
  return base::format(" ({} {}:{} {:04o} {}:{})", node.type, node.major, node.minor, node.mode, node.uid, node.gid);
}

std::string header(const ArchiveEntry& entry, bool plain) {
  return base::format("-- {}{} --", entry.name, attribute(entry, plain));
}

/// False for an entry whose name or target reads back as another: "a -> b", a name with a newline in it.
bool can_be_said(const ArchiveEntry& entry, const std::string& line) {
  Header read;
  return line.find_first_of("\n\r") == std::string::npos && is_header(line) && read_header(line, read) &&
         read.entry.name == entry.name && read.entry.kind == entry.kind &&
         (entry.kind == EntryKind::file || read.entry.text == entry.text);
}

}  // namespace

base::Result<Archive> parse_archive(std::string_view text, const std::string& source) { return Reader(source).read(text); }

std::string written(const Archive& archive) {
  std::string text = archive.comment;
  for (const ArchiveEntry& entry : archive.entries) {
    const bool plain = is_plain(entry.text) && stands_alone(entry.name);
    const std::string line = header(entry, plain);
    if (!can_be_said(entry, line)) continue;
    text += line + '\n';
    if (entry.kind == EntryKind::file) text += plain ? entry.text : base::base64(entry.text);
  }
  return text;
}

}  // namespace railhead::facts
