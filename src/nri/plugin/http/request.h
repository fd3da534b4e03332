#pragma once

#include <cstdint>
#include <string>
#include <string_view>

/// As much of HTTP/1.1 as scraping a page and asking for health take: one request a connection, no body.
namespace railhead::nri {

/// The longest request, its headers with it, in bytes.
constexpr std::size_t kMostRequest = 4096;

struct HttpRequest {
  enum class State : std::uint8_t {
    partial,    // its end has not come
    whole,      //
    malformed,  // no HTTP/1.0 or HTTP/1.1
    too_large   // more than kMostRequest
  } state = State::partial;
  std::string method = {};
  std::string path = {};  // without what follows a '?'
};

/// Reads what came so far.
HttpRequest parse_request(std::string_view bytes);

struct HttpAnswer {
  unsigned status = 200;
  std::string body = {};
  std::string type = "text/plain; charset=utf-8";
};

/// The bytes of the answer; the connection is to be closed after it.
std::string written(const HttpAnswer& answer);

/// The answer to a request that has no page, and why: 400, 404, 405, 431.
HttpAnswer refused(unsigned status);

}  // namespace railhead::nri
