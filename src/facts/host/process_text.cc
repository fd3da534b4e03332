#include "facts/host/process_text.h"

#include <array>
#include <limits>

#include "base/text.h"

namespace railhead::facts {
namespace {

/// What follows "NAME:" on the line that begins with it; the first such line counts.
std::optional<std::string_view> value_of(std::string_view text, std::string_view name) {
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    const std::string_view line = text.substr(0, end);
    if (line.size() > name.size() && line.starts_with(name) && line[name.size()] == ':')
      return base::trimmed(line.substr(name.size() + 1));
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return std::nullopt;
}

Missing no_line(std::string_view name) { return {.why = Why::unavailable, .detail = "no line '" + std::string(name) + "'"}; }

Missing not_understood(std::string_view name, std::string_view value) {
  constexpr std::size_t kShown = 40;
  return {.why = Why::malformed, .detail = std::string(name) + ": '" + base::printable(value.substr(0, kShown)) + "'"};
}

/// The fact on the line `name`, as `parse` reads it: a function from its text to std::optional<T>.
template <class T, class Parse>
Known<T> fact(std::string_view text, const std::string& source, std::string_view name, Parse parse) {
  const std::optional<std::string_view> value = value_of(text, name);
  if (!value) return {no_line(name), source};
  std::optional<T> parsed = parse(*value);
  if (!parsed) return {not_understood(name, *value), source};
  return {std::move(*parsed), source};
}

std::optional<std::uint32_t> id(std::string_view text) {
  const std::optional<std::uint64_t> value = base::unsigned_number(text);
  if (!value || *value > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

/// Real, effective, saved and file system id stand on the line; the effective one decides.
std::optional<std::uint32_t> effective_id(std::string_view text) {
  const std::vector<std::string_view> ids = base::words(text);
  return ids.size() == 4 ? id(ids[1]) : std::nullopt;
}

std::optional<std::vector<std::uint32_t>> ids(std::string_view text) {
  std::vector<std::uint32_t> found;
  for (const std::string_view word : base::words(text)) {
    const std::optional<std::uint32_t> value = id(word);
    if (!value) return std::nullopt;
    found.push_back(*value);
  }
  return found;
}

std::optional<bool> flag(std::string_view text) {
  if (text == "1") return true;
  if (text == "0") return false;
  return std::nullopt;
}

std::optional<unsigned> small_number(std::string_view text) {
  static_assert(sizeof(unsigned) == sizeof(std::uint32_t));
  return id(text);
}

/// How many CPUs are in a list like "0-31,64-95".
std::optional<unsigned> cpu_count(std::string_view text) {
  std::uint64_t count = 0;
  for (const std::string_view range : base::split(text, ',')) {
    const std::size_t dash = range.find('-');
    const std::optional<unsigned> first = small_number(range.substr(0, dash));
    const std::optional<unsigned> last = dash == std::string_view::npos ? first : small_number(range.substr(dash + 1));
    constexpr unsigned kMostCpus = 1U << 20U;  // far beyond what the kernel can have (NR_CPUS)
    if (!first || !last || *last < *first || *last >= kMostCpus) return std::nullopt;
    count += *last - *first + 1;
  }
  return count < (1U << 24U) ? std::optional(static_cast<unsigned>(count)) : std::nullopt;
}

/// "8196 kB"
std::optional<base::Bytes> kilobytes(std::string_view text) {
  const std::vector<std::string_view> words = base::words(text);
  if (words.size() != 2 || words[1] != "kB") return std::nullopt;
  const std::optional<std::uint64_t> value = base::unsigned_number(words[0]);
  if (!value || *value > std::numeric_limits<std::uint64_t>::max() / 1024) return std::nullopt;
  return base::kibibytes(*value);
}

Known<CapabilitySets> capabilities(std::string_view text, const std::string& source) {
  CapabilitySets sets;
  const std::array<std::pair<const char*, std::uint64_t*>, 5> lines = {{{"CapEff", &sets.effective},
                                                                        {"CapPrm", &sets.permitted},
                                                                        {"CapInh", &sets.inheritable},
                                                                        {"CapBnd", &sets.bounding},
                                                                        {"CapAmb", &sets.ambient}}};
  for (const auto& [name, set] : lines) {
    const std::optional<std::string_view> value = value_of(text, name);
    if (!value && set == &sets.ambient) continue;  // kernels before 4.3 have no ambient set, so nothing is in it
    if (!value) return {no_line(name), source};
    const std::optional<std::uint64_t> bits = base::unsigned_number(*value, 16);
    if (!bits) return {not_understood(name, *value), source};
    *set = *bits;
  }
  return {sets, source};
}

/// One side of a limit, for std::optional's two meanings apart: false when the word is neither a number nor "unlimited".
bool read_side(std::string_view word, std::optional<std::uint64_t>& side) {
  side = word == "unlimited" ? std::nullopt : base::unsigned_number(word);
  return side.has_value() || word == "unlimited";
}

/// Columns are padded with blanks: "Max locked memory         8388608              unlimited            bytes".
Known<Limit> limit(std::string_view text, const std::string& source, std::string_view name) {
  for (const std::string_view line : base::lines(text)) {
    if (!line.starts_with(name)) continue;
    const std::vector<std::string_view> words = base::words(line.substr(name.size()));
    Limit found;
    if (words.size() < 2 || !read_side(words[0], found.soft) || !read_side(words[1], found.hard))
      return {not_understood(name, base::trimmed(line.substr(name.size()))), source};
    return {found, source};
  }
  return {no_line(name), source};
}

}  // namespace

void read_status(std::string_view text, const std::string& source, Process& process) {
  process.uid = fact<std::uint32_t>(text, source, "Uid", effective_id);
  process.gid = fact<std::uint32_t>(text, source, "Gid", effective_id);
  process.groups = fact<std::vector<std::uint32_t>>(text, source, "Groups", ids);
  process.capabilities = capabilities(text, source);
  process.no_new_privs = fact<bool>(text, source, "NoNewPrivs", flag);
  process.seccomp = fact<unsigned>(text, source, "Seccomp", small_number);
  process.cpus = fact<unsigned>(text, source, "Cpus_allowed_list", cpu_count);
  process.vm_pin = fact<base::Bytes>(text, source, "VmPin", kilobytes);
  process.vm_lck = fact<base::Bytes>(text, source, "VmLck", kilobytes);
}

void read_limits(std::string_view text, const std::string& source, Process& process) {
  process.memlock = limit(text, source, "Max locked memory ");
  process.nofile = limit(text, source, "Max open files ");
  process.nproc = limit(text, source, "Max processes ");
  process.stack = limit(text, source, "Max stack size ");
}

std::optional<bool> names_initial_user_namespace(std::string_view link) {
  constexpr std::string_view kStart = "user:[";
  constexpr std::uint64_t kInitial = 0xEFFFFFFD;
  if (!link.starts_with(kStart) || !link.ends_with(']')) return std::nullopt;
  link.remove_prefix(kStart.size());
  link.remove_suffix(1);
  const std::optional<std::uint64_t> inode = base::unsigned_number(link);
  if (!inode) return std::nullopt;
  return *inode == kInitial;
}

std::optional<bool> maps_every_uid(std::string_view text) {
  const std::vector<std::string_view> lines = base::lines(text);
  for (const std::string_view line : lines) {
    const std::vector<std::string_view> words = base::words(line);
    if (words.size() != 3) return std::nullopt;
    for (const std::string_view word : words)
      if (!base::unsigned_number(word)) return std::nullopt;
  }
  // A namespace whose map was not written yet has an empty file; the initial one never has.
  if (lines.size() != 1) return false;
  const std::vector<std::string_view> words = base::words(lines[0]);
  return base::unsigned_number(words[0]) == 0 && base::unsigned_number(words[1]) == 0 &&
         base::unsigned_number(words[2]) == std::numeric_limits<std::uint32_t>::max();
}

}  // namespace railhead::facts
