#include "nri/plugin/http/request.h"

#include <gtest/gtest.h>

namespace railhead::nri {
namespace {

using State = HttpRequest::State;

State state_of(std::string_view text) { return parse_request(text).state; }

TEST(HttpRequest, AWholeOne) {
  const HttpRequest request = parse_request("GET /metrics?name=x HTTP/1.1\r\nHost: here\r\n\r\n");
  EXPECT_EQ(request.state, State::whole);
  EXPECT_EQ(request.method, "GET");
  EXPECT_EQ(request.path, "/metrics");
  EXPECT_EQ(state_of("GET / HTTP/1.0\n\n"), State::whole);
  EXPECT_EQ(state_of("HEAD / HTTP/1.1\r\n\r\nwhat follows"), State::whole);
}

TEST(HttpRequest, ByteByByte) {
  const std::string text = "GET /healthz HTTP/1.1\r\nHost: here\r\nAccept: */*\r\n\r\n";
  for (std::size_t length = 0; length < text.size(); ++length)
    EXPECT_EQ(state_of(text.substr(0, length)), State::partial) << length;
  EXPECT_EQ(state_of(text), State::whole);
}

TEST(HttpRequest, Garbage) {
  for (const std::string_view text :
       {"hello\n", "GET /\n", "GET  / HTTP/1.1\n", "get / HTTP/1.1\n", "GET x HTTP/1.1\n", "GET / HTTP/2\n",
        "GET / HTTP/1.1 \n", "\r\n", "\x16\x03\x01", "GET /\x7f", "ABCDEFGHIJKLMNOPQ / HTTP/1.1\n"})
    EXPECT_EQ(state_of(text), State::malformed) << text;
  EXPECT_EQ(state_of(std::string_view("\0", 1)), State::malformed);
}

TEST(HttpRequest, TooLarge) {
  EXPECT_EQ(state_of(std::string(kMostRequest, 'A')), State::partial);
  EXPECT_EQ(state_of(std::string(kMostRequest + 1, 'A')), State::too_large);
  const std::string head = "GET / HTTP/1.1\r\nA: ";
  EXPECT_EQ(state_of(head + std::string(kMostRequest - head.size() - 3, 'x') + "\r\n\r\n"), State::too_large);
  EXPECT_EQ(state_of(head + std::string(kMostRequest, 'x') + "\r\n\r\n"), State::too_large);
  EXPECT_EQ(state_of(head + std::string(kMostRequest - head.size() - 4, 'x') + "\r\n\r\n"), State::whole);
}

TEST(HttpAnswer, IsWrittenWithItsLength) {
  EXPECT_EQ(written({.status = 503, .body = "no\n"}),
            "HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Length: 3\r\nConnection: "
            "close\r\n\r\nno\n");
  EXPECT_NE(written(refused(405)).find("\r\nAllow: GET\r\n"), std::string::npos);
  EXPECT_TRUE(written(refused(404)).starts_with("HTTP/1.1 404 Not Found\r\n"));
  EXPECT_TRUE(written(refused(431)).starts_with("HTTP/1.1 431 "));
}

}  // namespace
}  // namespace railhead::nri
