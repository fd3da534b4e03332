#include "nri/hook/state.h"

#include "nri/hook/document.h"

namespace railhead::nri {
namespace {

using manifest::Value;

constexpr std::string_view kWhat = "the container's state on stdin";

base::Result<std::int64_t> pid_of(const Value& pid) {
  if (!pid) return 0;
  const std::optional<std::int64_t> number = pid.plain() ? pid.integer() : std::nullopt;
  if (number) return *number;
  return std::unexpected(wrong_value(kWhat, pid, "pid", "a number"));
}

}  // namespace

base::Result<State> read_state(std::string_view text) {
  const base::Result<manifest::Document> document = read_object(text, kWhat);
  if (!document) return std::unexpected(document.error());
  const Value root(*document);
  const base::Result<std::int64_t> pid = pid_of(root["pid"]);
  if (!pid) return std::unexpected(pid.error());
  State state{.version = root["ociVersion"].text().value_or(""),
              .id = root["id"].text().value_or(""),
              .status = root["status"].text().value_or(""),
              .pid = *pid,
              .bundle = root["bundle"].text().value_or("")};
  if (!state.bundle.starts_with('/') || state.bundle.find('\0') != std::string::npos)
    return std::unexpected(wrong_value(kWhat, root["bundle"], "bundle", "an absolute path"));
  return state;
}

}  // namespace railhead::nri
