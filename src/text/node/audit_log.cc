#include <algorithm>
#include <optional>

#include "base/text.h"
#include "text/node/kinds.h"

// "type=AVC msg=audit(1700000000.123:42): avc:  denied  { open } for  pid=7 comm="x" path="/dev/infiniband/uverbs0" ...": of
// security/selinux/avc.c and lsm_audit.c of Linux, in the kernel log too. Only what an RDMA job needs is a fact: the device
// nodes, pinning memory, partitions and ports.
namespace railhead::text::node {
namespace {

constexpr std::size_t kLongest = 2000;
constexpr std::size_t kMost = 256;

/// The value of `key=`, without its quotes; empty where it is not there.
std::string value_of(std::string_view line, std::string_view key) {
  for (std::size_t at = line.find(key); at != std::string_view::npos; at = line.find(key, at + 1)) {
    if (at > 0 && line[at - 1] != ' ') continue;
    std::string_view rest = line.substr(at + key.size());
    const bool quoted = rest.starts_with('"');
    if (quoted) rest.remove_prefix(1);
    return base::one_line(rest.substr(0, std::min<std::size_t>(rest.find_first_of(quoted ? "\"" : " \t"), 128)));
  }
  return {};
}

/// The third part of a context: "container_t" of "system_u:system_r:container_t:s0:c1,c2".
std::string type_of(const std::string& context) {
  const std::vector<std::string_view> parts = base::split(context, ':');
  return parts.size() > 2 ? std::string(parts[2]) : "";
}

/// The object that an RDMA job needs.
bool matters(const facts::AccessDenial& denial) {
  if (denial.object_type.starts_with("infiniband") || denial.object_class.starts_with("infiniband")) return true;
  if (denial.path.find("/dev/infiniband") != std::string::npos) return true;
  if (denial.path.starts_with("uverbs") || denial.path == "rdma_cm" || denial.path.starts_with("umad")) return true;
  return denial.object_class.starts_with("capability") && denial.permissions.find("ipc_lock") != std::string::npos;
}

std::optional<facts::AccessDenial> record(std::string_view line) {
  const std::size_t at = line.find("avc:  denied  {");
  const std::size_t other = at == std::string_view::npos ? line.find("avc: denied {") : at;
  if (other == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(line.find('{', other) + 1);
  const std::size_t end = rest.find('}');
  if (end == std::string_view::npos) return std::nullopt;
  facts::AccessDenial denial{.permissions = base::one_line(base::trimmed(rest.substr(0, std::min<std::size_t>(end, 100))))};
  denial.command = value_of(rest, "comm=");
  denial.path = value_of(rest, "path=");
  if (denial.path.empty()) denial.path = value_of(rest, "name=");
  denial.subject_type = type_of(value_of(rest, "scontext="));
  denial.object_type = type_of(value_of(rest, "tcontext="));
  denial.object_class = value_of(rest, "tclass=");
  denial.permissive = value_of(rest, "permissive=") == "1";
  return denial;
}

/// "SELinux is preventing /usr/bin/app from open access on the chr_file /dev/infiniband/uverbs0."
std::optional<facts::AccessDenial> sentence(std::string_view line) {
  constexpr std::string_view kStart = "SELinux is preventing ";
  constexpr std::string_view kAccess = " access on the ";
  const std::size_t at = line.find(kStart);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view rest = line.substr(at + kStart.size());
  const std::size_t from = rest.find(" from ");
  const std::size_t access = rest.find(kAccess, from == std::string_view::npos ? 0 : from);
  if (from == std::string_view::npos || access == std::string_view::npos) return std::nullopt;
  const std::vector<std::string_view> object = base::words(rest.substr(access + kAccess.size()).substr(0, 300));
  if (object.empty()) return std::nullopt;
  std::string_view path = object.size() > 1 ? object[1] : "";
  while (path.ends_with('.')) path.remove_suffix(1);
  return facts::AccessDenial{
      .permissions = base::one_line(rest.substr(from + 6, std::min<std::size_t>(access - from - 6, 100))),
      .command = base::one_line(rest.substr(0, std::min<std::size_t>(from, 128))),
      .path = base::one_line(path.substr(0, 128)),
      .object_class = base::one_line(object[0].substr(0, 40))};
}

std::optional<facts::AccessDenial> denial(std::string_view line) {
  line = line.substr(0, kLongest);
  if (line.find("denied") == std::string_view::npos && line.find("SELinux") == std::string_view::npos) return std::nullopt;
  std::optional<facts::AccessDenial> found = record(line);
  return found ? found : sentence(line);
}

bool shows(std::string_view line) { return denial(line).has_value(); }

/// The records beside it: "type=SYSCALL msg=audit(...", "type=PATH ...".
bool continues(std::string_view line) {
  return line.starts_with("type=") && line.substr(0, 40).find(" msg=audit(") != std::string_view::npos;
}

bool is_same(const facts::AccessDenial& one, const facts::AccessDenial& other) {
  return one.permissions == other.permissions && one.path == other.path && one.subject_type == other.subject_type &&
         one.object_type == other.object_type && one.permissive == other.permissive;
}

void read(const Block& block, facts::Machine& machine) {
  std::vector<facts::AccessDenial>& denials = machine.kernel.log.denials;
  for (const Line& line : block.lines) {
    std::optional<facts::AccessDenial> found = denial(line.text);
    if (!found || !matters(*found)) continue;
    const auto known = std::ranges::find_if(denials, [&](const auto& other) { return is_same(other, *found); });
    if (known != denials.end()) {
      ++known->count;
    } else if (denials.size() < kMost) {
      found->source = block.place(line);
      denials.push_back(*std::move(found));
    }
  }
}

}  // namespace

Kind audit_log() { return {.name = "audit-log", .shows = shows, .continues = continues, .read = read}; }

}  // namespace railhead::text::node
