#include "text/manifest/manifests.h"

#include <algorithm>

#include "base/text.h"
#include "manifest/facts/object_facts.h"
#include "manifest/yaml/yaml.h"

namespace railhead::text {
namespace {

constexpr std::size_t kMostObjects = 20'000;
constexpr int kMostTries = 3;

/// One document of a region: its text, and where its lines came from.
struct Piece {
  std::string text;
  railhead::manifest::Origin origin;
};

/// YAML indents with spaces only; in JSON a tab is a blank like any other.
void add_line(Piece& piece, std::string_view line, std::uint64_t number) {
  const std::size_t begin = std::min(line.find_first_not_of(" \t"), line.size());
  std::string indent(line.substr(0, begin));
  std::ranges::replace(indent, '\t', ' ');
  piece.text += indent;
  piece.text += line.substr(begin);
  piece.text += '\n';
  piece.origin.numbers.push_back(number);
}

/// Documents are read one by one, so that a broken one does not hide those behind it.
std::vector<Piece> pieces_of(const manifest::Region& region, const std::string& file) {
  std::vector<Piece> pieces(1);
  for (std::size_t i = 0; i < region.lines().size(); ++i) {
    const std::string& line = region.lines()[i];
    if (line == "---" || line.starts_with("--- ")) pieces.emplace_back();
    add_line(pieces.back(), line == "---" ? "" : line, region.numbers()[i]);
  }
  for (Piece& piece : pieces) {
    piece.origin.file = file;
    piece.origin.cut = region.cut();
  }
  return pieces;
}

/// The text before a line, counted from 1.
std::string_view before_line(std::string_view text, std::uint32_t line) {
  std::size_t end = 0;
  for (std::uint32_t i = 1; i < line && end < text.size(); ++i) end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(0, end);
}

/// What is open at the end, a bracket or a quote, is found to be wrong only there.
std::string_view without_last_line(std::string_view text) {
  while (text.ends_with('\n')) text.remove_suffix(1);
  return text.substr(0, text.rfind('\n') + 1);
}

/// Where a text goes wrong, a paste was cut or other words follow: what stands before is read, and is not the whole.
std::vector<facts::ClusterObject> read(Piece piece) {
  std::string_view text = piece.text;
  for (int attempt = 0; attempt < kMostTries && !base::trimmed(text).empty(); ++attempt) {
    const railhead::manifest::Parsed parsed = railhead::manifest::parse_yaml(text);
    if (parsed.errors.empty()) {
      std::vector<facts::ClusterObject> objects;
      for (const railhead::manifest::Document& document : parsed.documents)
        std::ranges::move(railhead::manifest::objects_of(document, piece.origin), std::back_inserter(objects));
      return objects;
    }
    piece.origin.cut = true;
    const std::string_view shorter = before_line(text, parsed.errors[0].line);
    text = shorter.size() < text.size() ? shorter : without_last_line(text);
  }
  return {};
}

}  // namespace

void Manifests::begin(std::string file) {
  file_ = std::move(file);
  unclaimed_ = first_unclaimed_ = 0;
  any_in_file_ = false;
}

void Manifests::count(std::uint64_t number) {
  if (unclaimed_++ == 0 || number < first_unclaimed_) first_unclaimed_ = number;
}

void Manifests::take(std::uint64_t number, std::string_view line, bool claimed) {
  if (region_.open() && !region_.goes_on_with(line)) finish();
  const bool in = region_.open() || manifest::Region::begins_with(line);
  if (!in) {
    if (!claimed) count(number);
    return;
  }
  region_.add(number, line);
  if (!claimed) waiting_.push_back(number);
  if (region_.closed() || region_.full()) finish();
}

void Manifests::skip(std::uint64_t number) {
  if (region_.open()) region_.add(number, "");
  if (region_.full()) finish();
}

bool Manifests::read_region() {
  if (!region_.strong() || objects_.size() >= kMostObjects) return false;
  bool any = false;
  for (Piece& piece : pieces_of(region_, file_)) {
    std::vector<facts::ClusterObject> found = read(std::move(piece));
    any = any || !found.empty();
    const std::size_t room = kMostObjects - objects_.size();
    if (found.size() > room) found.resize(room);
    std::ranges::move(found, std::back_inserter(objects_));
  }
  return any;
}

void Manifests::finish() {
  if (read_region()) {
    any_in_file_ = true;
  } else {
    for (const std::uint64_t number : waiting_) count(number);
  }
  waiting_.clear();
  region_.clear();
}

}  // namespace railhead::text
