#include "nri/plugin/http/request.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace railhead::nri {
namespace {

std::string_view reason_of(unsigned status) {
  switch (status) {
    case 200: return "OK";
    case 400: return "Bad Request";
    case 404: return "Not Found";
    case 405: return "Method Not Allowed";
    case 431: return "Request Header Fields Too Large";
    default: return "Service Unavailable";
  }
}

/// A TLS greeting or other bytes that no request line and header holds.
bool is_binary(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(), [](char c) {
    const auto code = static_cast<unsigned char>(c);
    return (code < 0x20 && c != '\r' && c != '\n' && c != '\t') || code == 0x7f;
  });
}

bool is_method(std::string_view text) {
  return !text.empty() && text.size() <= 16 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// "GET /metrics?x=1 HTTP/1.1"
HttpRequest parse_line(std::string_view line) {
  const auto parts = base::split(line, ' ');
  if (parts.size() != 3 || !is_method(parts[0]) || !parts[1].starts_with('/') ||
      (parts[2] != "HTTP/1.1" && parts[2] != "HTTP/1.0"))
    return {.state = HttpRequest::State::malformed};
  return {.state = HttpRequest::State::whole,
          .method = std::string(parts[0]),
          .path = std::string(parts[1].substr(0, parts[1].find('?')))};
}

}  // namespace

HttpRequest parse_request(std::string_view bytes) {
  if (is_binary(bytes)) return {.state = HttpRequest::State::malformed};
  const std::size_t line_end = bytes.find('\n');
  HttpRequest request;
  if (line_end != std::string_view::npos) {
    std::string_view line = bytes.substr(0, line_end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    request = parse_line(line);
    if (request.state == HttpRequest::State::malformed) return request;
  }
  const std::size_t end = std::min(bytes.find("\n\r\n"), bytes.find("\n\n"));
  const bool is_whole = end != std::string_view::npos;
  const std::size_t length = is_whole ? end + (bytes[end + 1] == '\r' ? 3 : 2) : bytes.size();
  if (length > kMostRequest) return {.state = HttpRequest::State::too_large};
  return is_whole ? request : HttpRequest{};
}

std::string written(const HttpAnswer& answer) {
  return base::format("HTTP/1.1 {} {}\r\nContent-Type: {}\r\nContent-Length: {}\r\n{}Connection: close\r\n\r\n{}",
                      answer.status, reason_of(answer.status), answer.type, answer.body.size(),
                      answer.status == 405 ? "Allow: GET\r\n" : "", answer.body);
}

HttpAnswer refused(unsigned status) {
  switch (status) {
    case 404: return {.status = status, .body = "no such page; there are /metrics, /healthz and /readyz\n"};
    case 405: return {.status = status, .body = "only GET is known\n"};
    case 431: return {.status = status, .body = base::format("the request is longer than {} bytes\n", kMostRequest)};
    default: return {.status = 400, .body = "expected a request such as 'GET /metrics HTTP/1.1'\n"};
  }
}

}  // namespace railhead::nri
