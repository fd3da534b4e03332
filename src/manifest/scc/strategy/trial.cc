#include "manifest/scc/strategy/trial.h"

#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace railhead::manifest::scc {

namespace {

std::string escaped(unsigned char byte) {
  switch (byte) {
    case '"': return "\\\"";
    case '\\': return "\\\\";
    case '\a': return "\\a";
    case '\b': return "\\b";
    case '\f': return "\\f";
    case '\n': return "\\n";
    case '\r': return "\\r";
    case '\t': return "\\t";
    case '\v': return "\\v";
    default: return base::format("\\x{:02x}", byte);
  }
}

bool plain(unsigned char byte) { return byte >= 0x20 && byte < 0x7f && byte != '"' && byte != '\\'; }

}  // namespace

void add_invalid(Trial& trial, Refusal refusal) {
  refusal.text =
      base::format("provider {}: {}: Invalid value: {}: {}", trial.constraint.name, refusal.path, refusal.value, refusal.why);
  trial.refusals.push_back(std::move(refusal));
}

void add_forbidden(Trial& trial, Refusal refusal) {
  refusal.text = base::format("{}: Forbidden: {}", refusal.path, refusal.why);
  trial.refusals.push_back(std::move(refusal));
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  out.reserve(text.size() + 2);
  while (!text.empty()) {
    const auto first = static_cast<unsigned char>(text.front());
    const std::size_t length = first < 0x80 ? 1 : base::utf8_length(text);
    if (length > 1 || plain(first)) {
      out += text.substr(0, length);
    } else {
      out += escaped(first);
    }
    text.remove_prefix(length == 0 ? 1 : length);
  }
  out += '"';
  return out;
}

PodSecurity& security_of(Pod& pod) { return pod.security ? *pod.security : pod.security.emplace(); }

ContainerSecurity& security_of(PodContainer& container) {
  return container.security ? *container.security : container.security.emplace();
}

std::optional<std::int64_t> effective_user(const Pod& pod, const PodContainer& container) {
  if (container.security && container.security->run_as_user) return container.security->run_as_user;
  return pod.security ? pod.security->run_as_user : std::nullopt;
}

std::optional<bool> effective_non_root(const Pod& pod, const PodContainer& container) {
  if (container.security && container.security->run_as_non_root) return container.security->run_as_non_root;
  return pod.security ? pod.security->run_as_non_root : std::nullopt;
}

}  // namespace railhead::manifest::scc
