#include "nri/hook/config.h"

#include "base/text.h"
#include "nri/hook/document.h"

namespace railhead::nri {
namespace {

using manifest::Value;

// A privileged container has all devices of its node; more than this is nobody's.
constexpr std::size_t kMostDevices = 16384;
constexpr std::size_t kMostLimits = 64;

std::vector<Device> devices_of(const Value& list) {
  std::vector<Device> devices;
  for (const Value& item : list.items()) {
    if (devices.size() == kMostDevices) break;
    Device device{.path = item["path"].text().value_or(""),
                  .type = item["type"].text().value_or(""),
                  .major = item["major"].integer().value_or(0),
                  .minor = item["minor"].integer().value_or(0)};
    if (device.type == "u") device.type = "c";  // an unbuffered character device
    if (!device.path.empty()) devices.push_back(std::move(device));
  }
  return devices;
}

/// Unsigned in Go, which writes unlimited as 2^64 - 1; people write -1.
std::optional<std::uint64_t> limit_value(const Value& value) {
  const std::optional<std::string> text = value.text();
  if (!text) return std::nullopt;
  if (*text == "-1") return kUnlimited;
  return base::unsigned_number(*text);
}

std::vector<Rlimit> limits_in(const Value& list) {
  std::vector<Rlimit> limits;
  for (const Value& item : list.items()) {
    if (limits.size() == kMostLimits) break;
    const std::optional<std::uint64_t> soft = limit_value(item["soft"]);
    const std::optional<std::uint64_t> hard = limit_value(item["hard"]);
    const std::string type = item["type"].text().value_or("");
    if (soft && hard && !type.empty()) limits.push_back({.type = type, .soft = *soft, .hard = *hard});
  }
  return limits;
}

}  // namespace

base::Result<Config> read_config(std::string_view text, std::string_view file) {
  const base::Result<manifest::Document> document = read_object(text, file);
  if (!document) return std::unexpected(document.error());
  const Value root(*document);
  return Config{.annotations = texts_of(root["annotations"]),
                .devices = devices_of(root["linux"]["devices"]),
                .limits = limits_in(root["process"]["rlimits"])};
}

}  // namespace railhead::nri
