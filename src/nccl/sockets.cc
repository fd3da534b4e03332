#include "nccl/sockets.h"

#include "base/format.h"
#include "facts/net/address_text.h"

namespace railhead::nccl {
namespace {

/// No address of a job is in these; the route to them is the default one.
const char* const kNowhere[] = {"0.0.0.0", "::"};

bool is_loopback(const facts::Address& address) {
  const std::string words = facts::text(address.value);
  return words.starts_with("127.") || words == "::1";
}

SocketInterface by_default_route(const facts::Machine& machine) {
  facts::Known<std::string> route;
  for (const char* text : kNowhere) {
    const std::optional<facts::Address> address = facts::parse_host_address(text);
    if (!address) continue;
    route = facts::route_to(machine.network, *address);
    if (route && !route->empty())
      return {*route, "the default route leaves by it", {seen(route, "default route by " + *route)}};
  }
  return {
      {},
      "there is no default route, and no rendezvous to look up: " + (route ? "it refuses packets" : described(route.missing())),
      {}};
}

}  // namespace

SocketInterface socket_interface(const facts::Machine& machine, const std::optional<facts::Address>& rendezvous) {
  if (!rendezvous) return by_default_route(machine);
  const std::string address = facts::text(rendezvous->value);
  if (is_loopback(*rendezvous)) return {"lo", base::format("the rendezvous {} is this machine itself", address), {}};
  const facts::Known<std::string> route = facts::route_to(machine.network, *rendezvous);
  if (route && !route->empty())
    return {*route, base::format("the route to the rendezvous {} leaves by it", address), {seen(route, "by " + *route)}};
  return {{}, base::format("no route to the rendezvous {} is known", address), {}};
}

}  // namespace railhead::nccl
