#include "facts/net/interface.h"

#include <gtest/gtest.h>

#include "facts/net/route_text.h"

namespace railhead::facts {
namespace {

Address ipv4(std::uint8_t a, std::uint8_t b, std::uint8_t c, std::uint8_t d, unsigned length) {
  Address address{.value = {}, .prefix_length = length, .ipv4 = true};
  address.value.bytes = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF, a, b, c, d};
  return address;
}

Address ipv6(std::uint8_t first, std::uint8_t last, unsigned length) {
  Address address{.value = {}, .prefix_length = length, .ipv4 = false};
  address.value.bytes[0] = first;
  address.value.bytes[15] = last;
  return address;
}

Network with_routes(std::vector<Route> routes) { return {.interfaces = {}, .routes = {std::move(routes), "/proc/net/route"}}; }

TEST(SameSubnet, TheShorterPrefixCovers) {
  EXPECT_TRUE(same_subnet(ipv4(10, 1, 2, 3, 24), ipv4(10, 1, 2, 200, 24)));
  EXPECT_FALSE(same_subnet(ipv4(10, 1, 2, 3, 24), ipv4(10, 1, 3, 3, 24)));
  EXPECT_TRUE(same_subnet(ipv4(10, 1, 2, 3, 32), ipv4(10, 1, 3, 3, 16)));
  EXPECT_FALSE(same_subnet(ipv4(10, 1, 2, 3, 32), ipv4(10, 1, 2, 4, 32)));
}

TEST(SameSubnet, CutsInsideAByte) {
  EXPECT_TRUE(same_subnet(ipv4(10, 1, 2, 66, 28), ipv4(10, 1, 2, 77, 28)));
  EXPECT_FALSE(same_subnet(ipv4(10, 1, 2, 66, 28), ipv4(10, 1, 2, 80, 28)));
}

TEST(SameSubnet, FamiliesAreApart) {
  EXPECT_FALSE(same_subnet(ipv4(0, 0, 0, 1, 0), ipv6(0, 1, 0)));
  EXPECT_TRUE(same_subnet(ipv6(0xFD, 1, 64), ipv6(0xFD, 9, 64)));
  EXPECT_FALSE(same_subnet(ipv6(0xFD, 1, 128), ipv6(0xFD, 9, 128)));
}

TEST(SameSubnet, APrefixBeyondTheFamilyIsAHosts) {
  EXPECT_TRUE(same_subnet(ipv4(10, 0, 0, 1, 4000000000U), ipv4(10, 0, 0, 1, 4000000000U)));
  EXPECT_FALSE(same_subnet(ipv4(10, 0, 0, 1, 77), ipv4(10, 0, 0, 2, 99)));
}

TEST(Find, ByName) {
  Network network;
  EXPECT_EQ(find(network, "net1"), nullptr);
  std::vector<Interface> interfaces(2);
  interfaces[0].name = "net1";
  interfaces[1].name = "net2";
  network.interfaces = {std::move(interfaces), "/sys/class/net"};
  ASSERT_NE(find(network, "net2"), nullptr);
  EXPECT_EQ(find(network, "net2")->name, "net2");
  EXPECT_EQ(find(network, "net3"), nullptr);
}

TEST(RouteTo, LongestPrefixThenLowestMetric) {
  const Network network = with_routes({{ipv4(0, 0, 0, 0, 0), "eth0", 0},
                                       {ipv4(10, 9, 0, 0, 16), "net2", 200},
                                       {ipv4(10, 9, 0, 0, 16), "net1", 100},
                                       {ipv4(10, 9, 7, 0, 24), "net3", 900}});
  EXPECT_EQ(*route_to(network, ipv4(10, 9, 1, 1, 32)), "net1");
  EXPECT_EQ(*route_to(network, ipv4(10, 9, 7, 1, 32)), "net3");
  EXPECT_EQ(*route_to(network, ipv4(8, 8, 8, 8, 32)), "eth0");
}

TEST(RouteTo, NoRouteAndUnknownRoutesDiffer) {
  const Network network = with_routes({{ipv4(10, 9, 0, 0, 16), "net1", 0}});
  EXPECT_EQ(route_to(network, ipv4(10, 8, 0, 1, 32)).missing().why, Why::not_found);
  EXPECT_EQ(route_to(network, ipv6(0xFD, 1, 128)).missing().why, Why::not_found);
  Network unreadable;
  unreadable.routes = {Missing{.why = Why::denied, .detail = "EACCES"}, "/proc/net/route"};
  EXPECT_EQ(route_to(unreadable, ipv4(10, 8, 0, 1, 32)).missing().why, Why::denied);
}

TEST(RouteTo, ARefusingRouteHidesTheWiderOne) {
  const Network network = with_routes({{ipv4(0, 0, 0, 0, 0), "eth0", 0}, {ipv4(10, 9, 0, 0, 16), "", 0}});
  EXPECT_EQ(route_to(network, ipv4(10, 9, 0, 1, 32)).missing().why, Why::not_found);
  EXPECT_EQ(*route_to(network, ipv4(10, 8, 0, 1, 32)), "eth0");
}

constexpr std::string_view kHeading = "Iface\tDestination\tGateway \tFlags\tRefCnt\tUse\tMetric\tMask\t\tMTU\tWindow\tIRTT  \n";

TEST(Ipv4Routes, ReadsTheTable) {
  const auto routes = parse_ipv4_routes(std::string(kHeading) +
                                        "net1\t0020A8C0\t00000000\t0001\t0\t0\t100\t00E0FFFF\t0\t0\t0\n"
                                        "*\t000010AC\t00000000\t0200\t0\t0\t0\t0000FFFF\t0\t0\t0\n"
                                        "eth0\t00000000\t010010AC\t0003\t0\t0\t0\t00000000\t0\t0\t0\n");
  ASSERT_TRUE(routes);
  ASSERT_EQ(routes->size(), 3U);
  EXPECT_EQ((*routes)[0].destination.value, ipv4(192, 168, 32, 0, 0).value);
  EXPECT_EQ((*routes)[0].destination.prefix_length, 19U);
  EXPECT_EQ((*routes)[0].metric, 100U);
  EXPECT_EQ((*routes)[0].interface, "net1");
  EXPECT_EQ((*routes)[1].interface, "");
  EXPECT_EQ((*routes)[1].destination.prefix_length, 16U);
}

TEST(Ipv4Routes, AFreshNamespaceHasNone) {
  EXPECT_TRUE(parse_ipv4_routes("")->empty());
  EXPECT_TRUE(parse_ipv4_routes(kHeading)->empty());
}

TEST(Ipv4Routes, RefusesWhatIsNoTable) {
  const std::string heading(kHeading);
  EXPECT_FALSE(parse_ipv4_routes("garbage\n"));
  EXPECT_FALSE(parse_ipv4_routes(heading + "eth0\t0000\n"));
  EXPECT_FALSE(parse_ipv4_routes(heading + "eth0\t0G000000\t0\t0001\t0\t0\t0\t00000000\t0\t0\t0\n"));
  EXPECT_FALSE(parse_ipv4_routes(heading + "eth0\t00000000\t0\t0001\t0\t0\t0\t00FF00FF\t0\t0\t0\n")) << "a mask with a hole";
  EXPECT_FALSE(parse_ipv4_routes(heading + "eth0\t1FFFFFFFF\t0\t0001\t0\t0\t0\t00000000\t0\t0\t0\n"));
  EXPECT_FALSE(parse_ipv4_routes(heading + "eth0\t00000000\t0\t0001\t0\t0\t99999999999\t00000000\t0\t0\t0\n"));
}

TEST(Ipv6Routes, ReadsTheTable) {
  const std::string none(32, '0');
  const auto routes = parse_ipv6_routes("fd00000000070000" + std::string(16, '0') + " 40 " + none + " 00 " + none +
                                        " 00000100 00000001 00000000 00000001     net1\n" + none + " 00 " + none + " 00 " +
                                        none + " ffffffff 00000001 00000000 00200200       lo\n");
  ASSERT_TRUE(routes);
  ASSERT_EQ(routes->size(), 2U);
  EXPECT_EQ((*routes)[0].destination.prefix_length, 64U);
  EXPECT_EQ((*routes)[0].destination.value.bytes[5], 7);
  EXPECT_FALSE((*routes)[0].destination.ipv4);
  EXPECT_EQ((*routes)[0].metric, 256U);
  EXPECT_EQ((*routes)[1].interface, "") << "the kernel's own refusal of all that has no route";
}

TEST(Ipv6Routes, RefusesWhatIsNoTable) {
  const std::string none(32, '0');
  EXPECT_TRUE(parse_ipv6_routes("")->empty());
  EXPECT_FALSE(parse_ipv6_routes("fd00 40\n"));
  EXPECT_FALSE(parse_ipv6_routes(std::string(31, '0') + "g 00 " + none + " 00 " + none + " 0 0 0 1 lo\n"));
  EXPECT_FALSE(parse_ipv6_routes(none + " 81 " + none + " 00 " + none + " 0 0 0 1 lo\n")) << "a prefix of 129 bits";
}

}  // namespace
}  // namespace railhead::facts
