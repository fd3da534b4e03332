#include <limits>
#include <optional>

#include "base/text.h"
#include "base/units.h"
#include "facts/host/process.h"
#include "text/setting/adopt.h"
#include "text/setting/kinds.h"
#include "text/setting/process/memlock.h"
#include "text/setting/variables/shell.h"

// What shells say of limits:
//   bash   max locked memory           (kbytes, -l) 8192
//   zsh    -l: locked-in-memory size (kbytes)     8192
//   dash   locked memory(kbytes)        8192
// and what people write: "memlock: 8192", "ulimit -l = unlimited". A number without a unit is in units of 1024 bytes, as ulimit
// prints it. "ulimit -l unlimited" sets the limit, or tries to: it tells nothing.
namespace railhead::text::setting {
namespace {

constexpr std::size_t kLongest = 200;

struct Amount {
  std::optional<std::uint64_t> bytes;  // nothing: unlimited
};

/// Which side of the limit a command shows.
enum class Side { soft, hard };

std::optional<Amount> in_units(std::string_view number, std::uint64_t unit) {
  const std::optional<std::uint64_t> value = base::unsigned_number(number);
  if (!value || *value > std::numeric_limits<std::uint64_t>::max() / unit) return std::nullopt;
  return Amount{*value * unit};
}

/// "8192", "unlimited", "64 kB", "8 MiB", "65536 bytes"; `unit` counts where none is written.
std::optional<Amount> amount(std::string_view text, std::uint64_t unit) {
  const std::string lower = base::lowered(base::trimmed(text.substr(0, kLongest)));
  if (lower == "unlimited" || lower == "infinity") return Amount{};
  const std::size_t end = std::min(lower.find_first_not_of("0123456789"), lower.size());
  const std::string_view number = std::string_view(lower).substr(0, end);
  const std::string_view written = base::trimmed(std::string_view(lower).substr(end));
  if (written.empty()) return in_units(number, unit);
  if (written == "kbytes" || written == "kilobytes") return in_units(number, 1024);
  const auto size = base::parse_size(lower);
  if (!size || number.empty()) return std::nullopt;
  return Amount{size->value};
}

/// The value of a row of a listing, whatever the limit; nothing for lines of another form. bash: "(kbytes, -l) 8192", "(-n)
/// 1024".
std::optional<std::string_view> bash_value(std::string_view line) {
  const std::size_t close = line.find(") ");
  if (close == std::string_view::npos || close < 3 || line[close - 2] != '-') return std::nullopt;
  const std::size_t open = line.substr(0, close).rfind('(');
  if (open == std::string_view::npos || close - open > 30) return std::nullopt;
  const std::string_view value = base::trimmed(line.substr(close + 1));
  const bool fits = value == "unlimited" || base::unsigned_number(value);
  return fits ? std::optional(value) : std::nullopt;
}

/// "-l: locked-in-memory size (kbytes)     8192"
std::optional<std::string_view> zsh_value(std::string_view line) {
  if (line.size() < 5 || line[0] != '-' || line.substr(2, 2) != ": ") return std::nullopt;
  const std::string_view value = line.substr(line.find_last_of(" \t") + 1);
  const bool fits = value == "unlimited" || base::unsigned_number(value);
  return fits ? std::optional(value) : std::nullopt;
}

/// A row about locked memory: its value in bytes.
std::optional<Amount> row(std::string_view line) {
  const std::string lower = base::lowered(line);
  const std::string_view text = lower;
  const bool locked = text.find("locked memory") != std::string_view::npos || text.starts_with("-l: ") ||
                      text.find(", -l)") != std::string_view::npos;
  if (!locked) return std::nullopt;
  std::optional<std::string_view> value = bash_value(text);
  if (!value) value = zsh_value(text);
  if (!value && text.starts_with("locked memory") && text.find("(k") != std::string_view::npos)
    value = text.substr(text.find_last_of(" \t)") + 1);
  if (!value) return std::nullopt;
  return amount(*value,
                text.find("bytes") != std::string_view::npos && text.find("kbytes") == std::string_view::npos ? 1 : 1024);
}

/// What follows one of the names that people write, and ':' or '='; nothing for other lines.
std::optional<std::string_view> statement_value(std::string_view line) {
  if (line.empty() || std::string_view("mMlLuU").find(line[0]) == std::string_view::npos) return std::nullopt;
  for (const std::string_view name : {"max locked memory", "locked memory", "memlock", "ulimit -l"}) {
    if (!base::lowered(line.substr(0, name.size())).starts_with(name)) continue;
    const std::string_view rest = base::trimmed(line.substr(name.size()));
    if (!rest.starts_with(':') && !rest.starts_with('=')) return std::nullopt;
    return base::trimmed(rest.substr(1));
  }
  return std::nullopt;
}

/// From 4 GiB on a bare number is as likely one of bytes, such as the kernel's 8388608.
std::optional<Amount> statement(std::string_view line) {
  constexpr std::uint64_t kDoubtful = std::uint64_t{4} << 20U;
  const std::optional<std::string_view> value = statement_value(line);
  if (!value) return std::nullopt;
  const std::optional<std::uint64_t> number = base::unsigned_number(*value);
  if (number && *number >= kDoubtful) return std::nullopt;
  return amount(*value, 1024);
}

/// The letters of the options of "ulimit -Hl"; nothing for a command that sets a limit, or is another.
std::optional<std::string> letters(std::string_view command) {
  constexpr std::string_view kName = "ulimit";
  if (!starts_with_word(command, kName)) return std::nullopt;
  std::string found;
  for (const std::string_view word : base::words(command.substr(kName.size(), kLongest))) {
    if (word.starts_with('#') || word.starts_with('|') || word.starts_with(';')) break;
    if (!word.starts_with('-') || word.size() < 2 || base::unsigned_number(word.substr(1))) return std::nullopt;
    found += word.substr(1);
  }
  return found;
}

bool shows(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  if (line.size() > kLongest) return false;
  if (bash_value(line) || statement(line)) return true;
  // Most lines are none of these, which a look for their letters tells without a copy.
  const bool may_be =
      line.starts_with("-l: ") || line.find("ock") != std::string_view::npos || line.find("ulimit") != std::string_view::npos;
  return may_be && (starts_with_word(command_in(line), "ulimit") || row(line));
}

bool continues(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  return line.size() <= kLongest && (shows(line) || zsh_value(line) || amount(line, 1024));
}

/// The amount that a line shows. A bare one counts behind a command that asks for locked memory alone.
std::optional<Amount> shown(std::string_view line, bool asked) {
  if (line.size() > kLongest) return std::nullopt;
  if (const auto found = row(line)) return found;
  if (const auto found = statement(line)) return found;
  if (!asked || (line != "unlimited" && !base::unsigned_number(line))) return std::nullopt;
  return amount(line, 1024);
}

/// Both sides of the limit as they were found.
struct Found {
  std::optional<Amount> soft;
  std::optional<Amount> hard;
  std::string place;

  void add(Side side, const Amount& amount, const std::string& at) {
    std::optional<Amount>& here = side == Side::soft ? soft : hard;
    if (!here) here = amount;
    if (place.empty() || side == Side::soft) place = at;
  }
};

void tell(const Found& found, facts::Process& process) {
  if (found.soft && found.hard) {
    adopt_both_sides(process.memlock, {facts::Limit{found.soft->bytes, found.hard->bytes}, found.place});
  } else if (found.soft) {
    adopt(process.memlock, {facts::Limit{found.soft->bytes, found.soft->bytes}, found.place});
  } else if (found.hard && process.memlock && process.memlock->soft == process.memlock->hard) {
    process.memlock = {facts::Limit{process.memlock->soft, found.hard->bytes}, process.memlock.source()};
  }
}

void read(const Block& block, facts::Machine& machine) {
  Found found;
  Side side = Side::soft;
  bool asked = false;
  for (const Line& line : block.lines) {
    const std::string_view text = base::trimmed(line.text);
    if (const auto options = letters(command_in(text.substr(0, kLongest)))) {
      side = options->find('H') != std::string::npos ? Side::hard : Side::soft;
      asked = options->find('l') != std::string::npos;
    } else if (const auto amount = shown(text, asked)) {
      found.add(side, *amount, block.place(line));
      asked = false;
    } else if (prompted(text)) {
      asked = false;
    }
  }
  tell(found, machine.process);
}

/// Nothing but one number or "unlimited".
bool shows_alone(std::string_view text) {
  const std::string_view line = base::trimmed(text);
  return line.size() <= 20 && (line == "unlimited" || base::unsigned_number(line));
}

bool nothing_continues(std::string_view) { return false; }

void read_alone(const Block& block, facts::Machine& machine) {
  if (block.lines.size() != 1 || !shows_alone(block.lines[0].text)) return;
  if (const auto value = amount(block.lines[0].text, 1024))
    adopt(machine.process.memlock, {facts::Limit{value->bytes, value->bytes}, block.place(block.lines[0])});
}

}  // namespace

Kind ulimit() { return {.name = "ulimit", .shows = shows, .continues = continues, .read = read}; }

Kind lone_ulimit() {
  return {.name = "ulimit-value", .shows = shows_alone, .continues = nothing_continues, .read = read_alone};
}

}  // namespace railhead::text::setting
