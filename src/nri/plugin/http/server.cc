#include "nri/plugin/http/server.h"

#include <sys/socket.h>

#include <array>
#include <cerrno>

namespace railhead::nri {
namespace {

constexpr std::size_t kMostClients = 8;
constexpr std::chrono::seconds kPatience(2);
constexpr std::chrono::milliseconds kRest(100);

/// Sends what the peer takes; false: it is gone.
bool send_some(int socket, const std::string& text, std::size_t& sent) {
  while (sent < text.size()) {
    const ssize_t count = ::send(socket, text.data() + sent, text.size() - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EINTR);
    sent += static_cast<std::size_t>(count);
    // With bytes of the request unread, close(2) would reset the connection and take the answer from the peer.
    if (sent == text.size()) ::shutdown(socket, SHUT_WR);
  }
  return true;
}

}  // namespace

HttpServer::HttpServer(Listener listener, std::function<HttpAnswer(std::string_view path)> page)
    : listener_(std::move(listener)), page_(std::move(page)) {
  clients_.reserve(kMostClients);
}

void HttpServer::want(Waits& waits) const {
  if (Clock::now() >= rest_)
    waits.want(listener_.socket.number(), POLLIN);
  else
    waits.wake_at(rest_);
  for (const Client& client : clients_) {
    const bool sending = client.sent < client.answer.size();
    waits.want(client.socket.number(), static_cast<short>((client.has_closed ? 0 : POLLIN) | (sending ? POLLOUT : 0)));
    waits.wake_at(client.until);
  }
}

void HttpServer::move(const Waits& waits, Instant now) {
  std::erase_if(clients_, [&](Client& client) {
    if (now >= client.until) return true;
    return waits.came(client.socket.number()) != 0 && !serve(client);
  });
  if (waits.came(listener_.socket.number()) != 0) take_in(now);
}

void HttpServer::take_in(Instant now) {
  for (std::size_t i = 0; i < kMostClients; ++i) {
    sys::Descriptor socket(::accept4(listener_.socket.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket.open()) {
      if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) rest_ = now + kRest;
      return;
    }
    if (clients_.size() == kMostClients) clients_.erase(clients_.begin());
    clients_.push_back({.socket = std::move(socket), .until = now + kPatience});
    // The request mostly comes with the connection.
    if (!serve(clients_.back())) clients_.pop_back();
  }
}

bool HttpServer::serve(Client& client) const {
  if (!client.has_closed && !hear(client)) return false;
  if (!send_some(client.socket.number(), client.answer, client.sent)) return false;
  return !client.has_closed || client.sent < client.answer.size();
}

bool HttpServer::hear(Client& client) const {
  std::array<char, kMostRequest> buffer{};
  const ssize_t count = ::recv(client.socket.number(), buffer.data(), buffer.size(), MSG_DONTWAIT);
  if (count < 0) return errno == EAGAIN || errno == EINTR;
  client.has_closed = count == 0;
  if (client.is_answered || client.has_closed) return client.is_answered;
  client.heard.append(buffer.data(), static_cast<std::size_t>(count));
  const HttpRequest request = parse_request(client.heard);
  if (request.state == HttpRequest::State::partial) return true;
  client.answer = written(answer_to(request));
  client.is_answered = true;
  client.heard = {};
  return true;
}

HttpAnswer HttpServer::answer_to(const HttpRequest& request) const {
  if (request.state == HttpRequest::State::malformed) return refused(400);
  if (request.state == HttpRequest::State::too_large) return refused(431);
  if (request.method != "GET") return refused(405);
  return page_(request.path);
}

}  // namespace railhead::nri
