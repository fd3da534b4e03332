#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "nri/plugin/http/address.h"
#include "nri/plugin/http/request.h"
#include "nri/plugin/waits.h"

namespace railhead::nri {

/// Answers GET requests, one a connection, of at most eight clients at a time for two seconds each. A ninth takes the place of
/// the one that came first: clients that say nothing keep nobody out.
class HttpServer {
 public:
  /// `page`: the answer for a path; it must not throw.
  HttpServer(Listener listener, std::function<HttpAnswer(std::string_view path)> page);

  void want(Waits& waits) const;
  void move(const Waits& waits, Instant now);

  const std::string& address() const { return listener_.address; }

 private:
  struct Client {
    sys::Descriptor socket;
    Instant until;
    std::string heard = {};
    std::string answer = {};
    std::size_t sent = 0;
    bool is_answered = false;  // the answer is on its way; what comes now is thrown away until the peer closes
    bool has_closed = false;   // it says no more
  };

  void take_in(Instant now);
  /// False: it is done with.
  bool serve(Client& client) const;
  bool hear(Client& client) const;
  HttpAnswer answer_to(const HttpRequest& request) const;

  Listener listener_;
  std::function<HttpAnswer(std::string_view)> page_;
  std::vector<Client> clients_ = {};
  Instant rest_ = {};  // until then nobody is taken in
};

}  // namespace railhead::nri
