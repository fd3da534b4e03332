#include <arpa/inet.h>

#include <array>
#include <nlohmann/json.hpp>

#include "base/format.h"
#include "base/text.h"
#include "probe/recorded_kernel.h"

namespace railhead::probe {
namespace {

using Json = nlohmann::ordered_json;
using sys::Outcome;

// ---- to JSON ----

template <class T, class Value>
Json outcome_json(const Outcome<T>& outcome, Value value) {
  if (!outcome) return Json{{"errno", sys::symbol(outcome.error())}};
  return value(*outcome);
}

template <class T, class Value>
Json map_json(const std::map<std::string, Outcome<T>, std::less<>>& answers, Value value) {
  Json object = Json::object();
  for (const auto& [key, outcome] : answers) object[key] = outcome_json(outcome, value);
  return object;
}

std::string address_text(const sys::InterfaceAddress& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  const int family = address.address.size() == sizeof(in_addr) ? AF_INET : AF_INET6;
  ::inet_ntop(family, address.address.data(), text.data(), text.size());
  return base::format("{}/{}", text.data(), address.prefix_length);
}

Json addresses_json(const std::vector<sys::InterfaceAddress>& addresses) {
  Json list = Json::array();
  for (const sys::InterfaceAddress& address : addresses)
    list.push_back({{"interface", base::printable(address.interface)}, {"address", address_text(address)}});
  return list;
}

Json verbs_json(const std::vector<sys::VerbsDevice>& devices) {
  Json list = Json::array();
  for (const sys::VerbsDevice& device : devices) {
    Json ports = Json::array();
    for (const sys::VerbsPort& port : device.ports)
      ports.push_back({{"number", port.number}, {"active_mtu", port.active_mtu}, {"max_mtu", port.max_mtu}});
    const Json opened = device.opened == 0 ? Json(true) : Json(sys::symbol({device.opened}));
    list.push_back({{"name", base::printable(device.name)}, {"opened", opened}, {"ports", ports}});
  }
  return list;
}

// ---- from JSON ----

/// What a malformed document is told apart by; caught in parse_kernel_answers and never seen outside this file.
struct Malformed {
  std::string expected;
};

template <class T, class Value>
Outcome<T> outcome_of(const Json& json, Value value) {
  if (json.is_object() && json.contains("errno")) return std::unexpected(sys::errno_of(json.at("errno").get<std::string>()));
  return value(json);
}

template <class T, class Value>
void read_map(const Json& document, const char* member, std::map<std::string, Outcome<T>, std::less<>>& into, Value value) {
  if (!document.contains(member)) return;
  if (!document.at(member).is_object()) throw Malformed{base::format("an object in '{}'", member)};
  for (const auto& [key, item] : document.at(member).items()) into.insert_or_assign(key, outcome_of<T>(item, value));
}

sys::InterfaceAddress address_of(const Json& json) {
  const std::string text = json.at("address").get<std::string>();
  const std::size_t slash = text.find('/');
  const auto prefix = base::unsigned_number(slash == std::string::npos ? "" : std::string_view(text).substr(slash + 1));
  std::array<char, sizeof(in6_addr)> bytes{};
  const std::string bare = text.substr(0, slash);
  const bool four = ::inet_pton(AF_INET, bare.c_str(), bytes.data()) == 1;
  if (!prefix || *prefix > 128 || (!four && ::inet_pton(AF_INET6, bare.c_str(), bytes.data()) != 1))
    throw Malformed{"an address such as 10.0.0.1/24"};
  return {json.at("interface").get<std::string>(), std::string(bytes.data(), four ? sizeof(in_addr) : sizeof(in6_addr)),
          static_cast<unsigned>(*prefix)};
}

std::vector<sys::InterfaceAddress> addresses_of(const Json& json) {
  std::vector<sys::InterfaceAddress> addresses;
  for (const Json& item : json) addresses.push_back(address_of(item));
  return addresses;
}

std::vector<sys::VerbsDevice> verbs_of(const Json& json) {
  std::vector<sys::VerbsDevice> devices;
  for (const Json& item : json) {
    sys::VerbsDevice device;
    device.name = item.at("name").get<std::string>();
    const Json& opened = item.at("opened");
    if (opened.is_string()) device.opened = sys::errno_of(opened.get<std::string>()).value;
    for (const Json& port : item.at("ports"))
      device.ports.push_back(
          {port.at("number").get<unsigned>(), port.at("active_mtu").get<unsigned>(), port.at("max_mtu").get<unsigned>()});
    devices.push_back(std::move(device));
  }
  return devices;
}

sys::LibraryLoad load_of(const Json& json) {
  if (json.is_string()) return {.loads = false, .error = json.get<std::string>()};
  return {.loads = json.get<bool>(), .error = {}};
}

KernelAnswers answers_of(const Json& document) {
  KernelAnswers answers;
  read_map(document, "file_systems", answers.file_systems, [](const Json& json) {
    return sys::FileSystemUse{json.at("size").get<std::uint64_t>(), json.at("available").get<std::uint64_t>()};
  });
  read_map(document, "opens", answers.opens, [](const Json& json) { return json.get<bool>(); });
  read_map(document, "libraries", answers.libraries, load_of);
  using Addresses = std::vector<sys::InterfaceAddress>;
  using Devices = std::vector<sys::VerbsDevice>;
  if (document.contains("addresses")) answers.addresses = outcome_of<Addresses>(document.at("addresses"), addresses_of);
  if (document.contains("verbs")) answers.verbs = outcome_of<Devices>(document.at("verbs"), verbs_of);
  return answers;
}

std::unexpected<base::Error> malformed(const std::string& source, const std::string& expected) {
  return std::unexpected(
      base::Error{.code = base::Code::malformed, .message = source + ": expected " + base::printable(expected)});
}

}  // namespace

std::string json_text(const KernelAnswers& answers) {
  Json document = {{"schema", 1}};
  document["file_systems"] = map_json(answers.file_systems, [](const sys::FileSystemUse& use) {
    return Json{{"size", use.size}, {"available", use.available}};
  });
  document["opens"] = map_json(answers.opens, [](bool opens) { return Json(opens); });
  document["libraries"] = map_json(answers.libraries, [](const sys::LibraryLoad& load) {
    return load.loads ? Json(true) : Json(base::printable(load.error));
  });
  if (answers.addresses) document["addresses"] = outcome_json(*answers.addresses, addresses_json);
  if (answers.verbs) document["verbs"] = outcome_json(*answers.verbs, verbs_json);
  return document.dump(1) + "\n";
}

base::Result<KernelAnswers> parse_kernel_answers(const std::string& json, const std::string& source) {
  try {
    const Json document = Json::parse(json);
    if (!document.is_object()) return malformed(source, "a JSON object");
    return answers_of(document);
  } catch (const Malformed& problem) {
    return malformed(source, problem.expected);
  } catch (const Json::exception& problem) {
    return malformed(source, std::string("JSON as 'railhead snapshot' writes it: ") + problem.what());
  }
}

}  // namespace railhead::probe
