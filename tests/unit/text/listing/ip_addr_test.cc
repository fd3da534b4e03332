#include "tests/unit/text/listing/pasted.h"

namespace railhead {
namespace {

using test::pasted;

const facts::Interface& interface(const facts::Machine& machine, const std::string& name) {
  if (const facts::Interface* found = facts::find(machine.network, name)) return *found;
  throw std::runtime_error("no such interface: " + name);
}

std::string addresses(const facts::Interface& interface) {
  std::string text;
  if (!interface.addresses) return "not told";
  for (const facts::Address& address : *interface.addresses)
    text += facts::text(address.value) + "/" + std::to_string(address.prefix_length) + (address.ipv4 ? " 4 " : " 6 ");
  return text;
}

TEST(IpAddr, Interfaces) {
  const facts::Machine machine =
      pasted("ip addr", R"(1: lo: <LOOPBACK,UP,LOWER_UP> mtu 65536 qdisc noqueue state UNKNOWN group default qlen 1000
    link/loopback 00:00:00:00:00:00 brd 00:00:00:00:00:00
    inet 127.0.0.1/8 scope host lo
       valid_lft forever preferred_lft forever
3: eth0@if812: <BROADCAST,MULTICAST,UP,LOWER_UP> mtu 1400 qdisc noqueue state UP group default
    link/ether 0a:58:0a:07:00:09 brd ff:ff:ff:ff:ff:ff link-netnsid 0
    inet 10.7.0.9/23 brd 10.7.1.255 scope global eth0
    inet6 fe80::858:aff:fe07:9/64 scope link
    inet6 2001:db8:7::9/120 scope global dynamic
14: ib0: <BROADCAST,MULTICAST> mtu 4092 qdisc mq state DOWN group default qlen 256
    link/infiniband 00:00:10:49:fe:80:00:00:00:00:00:00:94:de:80:11:00:33:5a:10 brd 00:ff:ff:ff:ff:12:40:1b
    altname ibp9s0
)");
  ASSERT_EQ(machine.network.interfaces->size(), 3U);
  const facts::Interface& eth0 = interface(machine, "eth0");
  EXPECT_TRUE(eth0.mtu.is(1400));
  EXPECT_EQ(eth0.mtu.source(), "paste:5");
  EXPECT_TRUE(eth0.state.is("up"));
  EXPECT_TRUE(eth0.type.is(1));
  EXPECT_TRUE(eth0.mac.is("0a:58:0a:07:00:09"));
  EXPECT_EQ(addresses(eth0), "10.7.0.9/23 4 fe80::858:aff:fe07:9/64 6 2001:db8:7::9/120 6 ");
  EXPECT_EQ(addresses(interface(machine, "ib0")), "not told") << "`ip link` prints the same";
  EXPECT_TRUE(interface(machine, "ib0").type.is(32));
  EXPECT_TRUE(interface(machine, "lo").type.is(772));
  EXPECT_TRUE(interface(machine, "lo").state.is("unknown"));
}

TEST(IpAddr, OneLineAndBrief) {
  const facts::Machine machine =
      pasted("ip addr",
             "2: net1    inet 10.7.4.2/28 brd 10.7.4.15 scope global net1\\       valid_lft forever\n"
             "2: net1    inet6 fe80::5/64 scope link \n"
             "net2@if5         UP             10.7.5.2/28 fe80::6/64 \n");
  EXPECT_EQ(addresses(interface(machine, "net1")), "10.7.4.2/28 4 fe80::5/64 6 ");
  EXPECT_EQ(addresses(interface(machine, "net2")), "10.7.5.2/28 4 fe80::6/64 6 ");
  EXPECT_TRUE(interface(machine, "net2").state.is("up"));
  EXPECT_TRUE(interface(machine, "net1").state.not_asked());
}

TEST(IpAddr, PeerHasThePrefix) {
  const facts::Machine machine = pasted(
      "ip addr", "5: tun0: <POINTOPOINT,UP> mtu 1480 state UNKNOWN\n    inet 10.7.9.1 peer 10.7.9.2/30 scope global tun0\n");
  EXPECT_EQ(addresses(interface(machine, "tun0")), "10.7.9.1/30 4 ");
}

TEST(IpAddr, NonsenseIsLeftOut) {
  const facts::Machine machine = pasted("ip addr",
                                        "5: net1: <UP> mtu huge state UP\n    inet 10.7.9.1/33 scope global net1\n"
                                        "    inet6 fe80::1/129 scope link\n    inet no/4 scope link\n");
  EXPECT_EQ(interface(machine, "net1").mtu.missing().why, facts::Why::malformed);
  EXPECT_EQ(addresses(interface(machine, "net1")), "not told");
}

TEST(IpAddr, TheSameTwiceIsOnce) {
  const std::string text = "5: net1: <UP> mtu 1500 state UP\n    inet 10.7.9.1/30 scope global net1\n";
  const facts::Machine machine = pasted("ip addr", text, pasted("ip addr", text));
  ASSERT_EQ(machine.network.interfaces->size(), 1U);
  EXPECT_EQ(addresses(interface(machine, "net1")), "10.7.9.1/30 4 ");
}

}  // namespace
}  // namespace railhead
