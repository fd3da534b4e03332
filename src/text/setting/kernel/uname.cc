#include <algorithm>
#include <array>
#include <optional>

#include "base/text.h"
#include "text/setting/adopt.h"
#include "text/setting/kinds.h"
#include "text/setting/variables/shell.h"

namespace railhead::text::setting {
namespace {

constexpr std::size_t kLongest = 400;

/// "6.8.0-90-generic": two numbers, then what the distribution makes of it.
bool is_release(std::string_view word) {
  if (word.size() > 65) return false;  // __NEW_UTS_LEN
  const std::vector<std::string_view> parts = base::split(word, '.');
  if (parts.size() < 2 || !base::unsigned_number(parts[0])) return false;
  const std::string_view minor = parts[1].substr(0, parts[1].find_first_not_of("0123456789"));
  return base::unsigned_number(minor).has_value();
}

/// A release that nothing else looks like.
bool is_plain_release(std::string_view line) {
  constexpr std::array<std::string_view, 10> kEnds = {".x86_64", ".aarch64", ".ppc64le", "-generic", "-amd64",
                                                      "-azure",  "-aws",     "-gcp",     "-default", "-nvidia"};
  const bool ends = std::ranges::any_of(kEnds, [line](std::string_view end) { return line.ends_with(end); });
  return ends && is_release(line) && std::ranges::count(line, '-') > 0 && line.find(' ') == std::string_view::npos &&
         std::ranges::count(line, '.') >= 2;
}

/// The release in "Linux node-a 6.8.0-90-generic #91-Ubuntu SMP ..." or "Linux version 6.8.0-90-generic (...) ...".
std::optional<std::string_view> release_in(std::string_view line) {
  if (!line.starts_with("Linux")) return std::nullopt;
  const std::vector<std::string_view> words = base::words(line.substr(0, kLongest));
  if (words.size() < 4 || words[0] != "Linux" || !is_release(words[2])) return std::nullopt;
  if (words[1] != "version" && !words[3].starts_with('#')) return std::nullopt;
  return words[2];
}

bool asks(std::string_view line) {
  line = line.substr(0, kLongest);
  return line.find("uname") != std::string_view::npos && starts_with_word(command_in(line), "uname");
}

bool shows(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  return asks(line) || release_in(line) || is_plain_release(line);
}

bool continues(std::string_view text) { return shows(text) || is_release(base::trimmed(text)); }

void read(const Block& block, facts::Machine& machine) {
  bool asked = false;
  for (const Line& line : block.lines) {
    const std::string_view text = base::trimmed(line.text);
    std::optional<std::string_view> release = release_in(text);
    if (!release && (is_plain_release(text) || (asked && is_release(text)))) release = text;
    if (release) return adopt(machine.kernel.release, {base::one_line(*release), block.place(line)});
    asked = asks(text);
  }
}

}  // namespace

Kind uname() { return {.name = "uname", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::setting
