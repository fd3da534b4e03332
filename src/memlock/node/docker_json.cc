#include "memlock/node/docker_json.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "memlock/node/json_place.h"

namespace railhead::memlock::node {
namespace {

using Json = nlohmann::json;

constexpr const char* kUlimits = "default-ulimits";
constexpr const char* kName = "memlock";

base::Error malformed(const File& file, std::size_t line, const std::string& what) {
  return {.code = base::Code::malformed, .message = base::format("{}:{}: {}", file.path, line, what)};
}

/// Deeper than any daemon.json, and shallow enough for what walks the document by recursion.
constexpr std::size_t kDeepest = 64;

base::Result<Json> parsed(const File& file) {
  if (const std::size_t at = deeper_than(kDeepest, file.text); at != std::string_view::npos)
    return std::unexpected(
        malformed(file, line_at(file.text, at), base::format("expected at most {} values inside each other", kDeepest)));
  try {
    Json document = Json::parse(file.text);
    if (document.is_object()) return document;
    return std::unexpected(malformed(file, 1, "expected an object"));
  } catch (const Json::parse_error& error) {
    const std::size_t at = error.byte > 0 ? error.byte - 1 : 0;
    const std::string_view rest = std::string_view(file.text).substr(std::min(at, file.text.size()));
    const std::string shown = "'" + base::one_line(rest.substr(0, std::min<std::size_t>(rest.find('\n'), 20))) + "'";
    return std::unexpected(
        malformed(file, line_at(file.text, at), "expected JSON, found " + (rest.empty() ? "the end of the file" : shown)));
  } catch (const Json::out_of_range&) {  // 1e999; the library does not say where
    return std::unexpected(base::Error{.code = base::Code::malformed,
                                       .message = file.path + ": expected numbers that 64 bits hold, found a larger one"});
  }
}

/// -1 of the runtime is no limit; a fraction or a word makes no sense.
std::optional<std::optional<std::uint64_t>> amount(const Json& ulimit, const char* member) {
  const auto found = ulimit.find(member);
  if (found == ulimit.end() || !found->is_number_integer()) return std::nullopt;
  if (found->is_number_unsigned()) return found->get<std::uint64_t>();
  if (found->get<std::int64_t>() == -1) return std::optional<std::uint64_t>{};
  return std::nullopt;
}

/// dockerd makes the limit's type of the member Name: without it the key it stands under does not count.
std::optional<facts::Limit> limit_in(const Json& ulimit) {
  if (!ulimit.is_object() || ulimit.value("Name", Json()) != kName) return std::nullopt;
  const auto soft = amount(ulimit, "Soft");
  const auto hard = amount(ulimit, "Hard");
  if (!soft || !hard) return std::nullopt;
  return facts::Limit{*soft, *hard};
}

Json ulimit_json(const Allowance& value) {
  const Json number = value.unlimited() ? Json(-1) : Json(value.limit->value);
  return {{"Name", kName}, {"Soft", number}, {"Hard", number}};
}

std::string ulimit_text(const Allowance& value) {
  const std::string number = value.unlimited() ? "-1" : std::to_string(value.limit->value);
  return base::format("{{\"Name\": \"memlock\", \"Soft\": {0}, \"Hard\": {0}}}", number);
}

/// How the members of an object stand in lines of their own.
struct Layout {
  std::string newline = "\n";
  std::string indent = "  ";
};

/// That of the first member; nothing for an object on one line.
std::optional<Layout> layout_of(std::string_view text, const JsonObject& object) {
  if (object.members.empty()) return std::nullopt;
  const std::string_view before = text.substr(object.open + 1, object.members.front().key - object.open - 1);
  const std::size_t newline = before.rfind('\n');
  if (newline == std::string_view::npos) return std::nullopt;
  const bool returns = newline > 0 && before[newline - 1] == '\r';
  return Layout{.newline = returns ? "\r\n" : "\n", .indent = std::string(before.substr(newline + 1))};
}

/// `text` with `member` as the last one of the object.
std::string inserted(std::string_view text, const JsonObject& object, const std::string& member) {
  if (object.members.empty())
    return std::string(text.substr(0, object.open + 1)) + member + std::string(text.substr(object.close));
  const std::size_t at = object.members.back().end;
  const std::optional<Layout> layout = layout_of(text, object);
  const std::string glue = layout ? "," + layout->newline + layout->indent : ", ";
  return std::string(text.substr(0, at)) + glue + member + std::string(text.substr(at));
}

/// A whole "default-ulimits", laid out as its neighbours are.
std::string ulimits_member(const std::optional<Layout>& layout, const Allowance& value) {
  if (!layout) return base::format("\"{}\": {{\"{}\": {}}}", kUlimits, kName, ulimit_text(value));
  return base::format("\"{0}\": {{{4}{1}{1}\"{2}\": {3}{4}{1}}}", kUlimits, layout->indent, kName, ulimit_text(value),
                      layout->newline);
}

base::Result<std::string> edited(const File& file, const Allowance& value) {
  const std::string_view text = file.text;
  const std::size_t start = text.starts_with("\xef\xbb\xbf") ? 3 : 0;
  const JsonObject root = json_object(text, start);
  const JsonMember* ulimits = root.find(kUlimits);
  if (root.members.empty()) return "{\n  " + ulimits_member(Layout{}, value) + "\n}\n";
  if (!ulimits) return inserted(text, root, ulimits_member(layout_of(text, root), value));
  if (root.count(kUlimits) > 1)
    return std::unexpected(malformed(file, line_at(text, ulimits->key), "\"default-ulimits\" is there twice"));
  const JsonObject limits = json_object(text, ulimits->value);
  const JsonMember* memlock = limits.find(kName);
  if (!memlock) return inserted(text, limits, base::format("\"{}\": {}", kName, ulimit_text(value)));
  if (limits.count(kName) > 1)
    return std::unexpected(malformed(file, line_at(text, memlock->key), "\"memlock\" is there twice"));
  return std::string(text.substr(0, memlock->value)) + ulimit_text(value) + std::string(text.substr(memlock->end));
}

bool is_blank(const File& file) { return base::trimmed(file.text).empty(); }

base::Result<Json> checked(const File& file) {
  base::Result<Json> document = parsed(file);
  if (!document) return document;
  const auto ulimits = document->find(kUlimits);
  if (ulimits == document->end() || ulimits->is_object()) return document;
  const JsonObject root = json_object(file.text, file.text.starts_with("\xef\xbb\xbf") ? 3 : 0);
  const JsonMember* place = root.find(kUlimits);
  return std::unexpected(
      malformed(file, place ? line_at(file.text, place->key) : 1, "expected an object for \"default-ulimits\""));
}

}  // namespace

base::Result<std::optional<Setting>> docker_setting(const File& file) {
  if (is_blank(file)) return std::optional<Setting>{};
  const base::Result<Json> document = checked(file);
  if (!document) return std::unexpected(document.error());
  if (!document->contains(kUlimits) || !document->at(kUlimits).contains(kName)) return std::optional<Setting>{};
  const Json& ulimit = document->at(kUlimits).at(kName);
  const JsonObject root = json_object(file.text, file.text.starts_with("\xef\xbb\xbf") ? 3 : 0);
  const JsonMember* place = root.find(kUlimits);
  const JsonObject limits = place ? json_object(file.text, place->value) : JsonObject{};
  const JsonMember* memlock = limits.find(kName);
  return Setting{.path = file.path,
                 .line = memlock ? line_at(file.text, memlock->key) : 1,
                 .said = base::format("default-ulimits memlock {}", ulimit.dump()),
                 .limit = limit_in(ulimit)};
}

base::Result<std::string> with_docker_limit(const File& file, const Allowance& value) {
  if (is_blank(file)) return "{\n  " + ulimits_member(Layout{}, value) + "\n}\n";
  base::Result<Json> meant = checked(file);
  if (!meant) return std::unexpected(meant.error());
  if (meant->contains(kUlimits) && meant->at(kUlimits).contains(kName)) {
    const std::optional<facts::Limit> now = limit_in(meant->at(kUlimits).at(kName));
    const facts::Limit wanted = limit_of(value);
    if (now && now->soft == wanted.soft && now->hard == wanted.hard) return file.text;
  }
  (*meant)[kUlimits][kName] = ulimit_json(value);
  base::Result<std::string> text = edited(file, value);
  if (!text) return text;
  const base::Result<Json> result = parsed({.path = file.path, .text = *text});
  if (result && *result == *meant) return text;
  return std::unexpected(
      base::Error{.code = base::Code::internal,
                  .message = base::format("{}: the merged text is not what was meant; nothing was changed", file.path),
                  .suggestion = "Add the member \"default-ulimits\" by hand, as 'render' shows it."});
}

}  // namespace railhead::memlock::node
