// Both ends of NRI's wire for perf/nri.py.
// As a runtime it makes containers through the plugin that connects to its socket: for each line of stdin so many of them, with
// the times from the request to the answer as a line of JSON. As an echo it is the least that a plugin can be: it answers every
// creation with an empty reply, so that what its answers take is the wire and the scheduler.
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <string>
#include <vector>

#include "nri.pb.h"
#include "nri/wire/frame.h"
#include "nri/wire/messages.h"
#include "nri/wire/ttrpc.h"

namespace nri = railhead::nri;
namespace pb = railhead::nri::pb;

namespace {

[[noreturn]] void give_up(const char* what) {
  std::perror(what);
  std::exit(1);
}

int socket_at(const char* path, bool listening) {
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  const int made = ::socket(AF_UNIX, SOCK_STREAM, 0);
  const auto* plain = reinterpret_cast<const sockaddr*>(&address);
  if (!listening) {
    if (::connect(made, plain, sizeof address) != 0) give_up("connect");
    return made;
  }
  ::unlink(path);
  if (::bind(made, plain, sizeof address) != 0 || ::listen(made, 1) != 0) give_up("listen");
  std::cout << "listening\n" << std::flush;
  const int peer = ::accept(made, nullptr, nullptr);
  if (peer < 0) give_up("accept");
  return peer;
}

struct Arrived {
  std::uint32_t stream = 0;
  std::string payload = {};
};

class Wire {
 public:
  explicit Wire(int socket) : socket_(socket) {}

  void send(std::uint32_t connection, const nri::Message& message) {
    out_.clear();
    nri::append_message(out_, connection, message);
    for (std::size_t sent = 0; sent < out_.size();) {
      const ssize_t count = ::send(socket_, out_.data() + sent, out_.size() - sent, MSG_NOSIGNAL);
      if (count <= 0) give_up("send");
      sent += static_cast<std::size_t>(count);
    }
  }

  /// The next message of the connection; messages of the other one are passed over.
  Arrived next(std::uint32_t connection) {
    for (;;) {
      if (!taken_.empty()) {
        Arrived first = std::move(taken_.front().second);
        const bool wanted = taken_.front().first == connection;
        taken_.erase(taken_.begin());
        if (wanted) return first;
        continue;
      }
      const ssize_t count = ::recv(socket_, buffer_.data(), buffer_.size(), 0);
      if (count <= 0) give_up("the other end is gone");
      take({buffer_.data(), static_cast<std::size_t>(count)});
    }
  }

 private:
  void take(std::string_view bytes) {
    for (;;) {
      const auto piece = frames_.next(bytes);
      if (!piece) give_up("frame");
      if (!*piece) return;
      std::string_view rest = (*piece)->bytes;
      nri::MessageReader& reader = (*piece)->connection == nri::kPluginConnection ? plugin_ : runtime_;
      for (;;) {
        const auto message = reader.next(rest);
        if (!message) give_up("message");
        if (!*message) break;
        taken_.push_back({(*piece)->connection, {(*message)->stream, std::string((*message)->payload)}});
      }
    }
  }

  int socket_;
  std::string out_;
  std::array<char, 65536> buffer_{};
  nri::FrameReader frames_;
  nri::MessageReader plugin_;
  nri::MessageReader runtime_;
  std::vector<std::pair<std::uint32_t, Arrived>> taken_;
};

std::string called(const char* method, const std::string& payload) {
  pb::Request request;
  request.set_service(std::string(nri::kPluginService));
  request.set_method(method);
  request.set_payload(payload);
  request.set_timeout_nano(2'000'000'000);
  return request.SerializeAsString();
}

class Runtime {
 public:
  explicit Runtime(int socket) : wire_(socket) {}

  void make_ready() {
    const Arrived registration = wire_.next(nri::kRuntimeConnection);
    wire_.send(nri::kRuntimeConnection, {registration.stream, nri::MessageType::response, nri::accepted({})});
    pb::ConfigureRequest configure;
    configure.set_runtime_name("scripted");
    configure.set_runtime_version("v2.1.9");
    call("Configure", configure.SerializeAsString());
    call("Synchronize", {});
  }

  /// Microseconds of one creation.
  double create(const std::string& annotation) {
    pb::CreateContainerRequest request;
    fill(request, annotation);
    const std::string payload = request.SerializeAsString();
    const auto start = std::chrono::steady_clock::now();
    const std::string answer = call("CreateContainer", payload);
    const std::chrono::duration<double, std::micro> took = std::chrono::steady_clock::now() - start;
    pb::Response response;
    if (!response.ParseFromString(answer) || response.status().code() != 0) give_up("an answer that is none");
    pb::CreateContainerResponse created;
    if (created.ParseFromString(response.payload())) limits_ += static_cast<std::uint64_t>(created.adjust().rlimits_size());
    return took.count();
  }

  /// Limits that were set.
  std::uint64_t limits() const { return limits_; }

 private:
  std::string call(const char* method, const std::string& payload) {
    stream_ += 2;
    const std::string body = called(method, payload);
    wire_.send(nri::kPluginConnection, {stream_, nri::MessageType::request, body});
    return wire_.next(nri::kPluginConnection).payload;
  }

  /// A pod as the kubelet makes it for a training job: eight GPUs' worth of devices, labels and annotations of a controller.
  void fill(pb::CreateContainerRequest& request, const std::string& annotation) {
    const std::string number = std::to_string(++made_);
    pb::PodSandbox& pod = *request.mutable_pod();
    pod.set_id("sandbox" + std::string(57, 'a') + number);
    pod.set_name("train-" + number);
    pod.set_namespace_("team-a");
    pod.set_uid("01234567-89ab-cdef-0123-456789abcdef");
    for (int i = 0; i < 12; ++i) {
      pb::Entry& label = *pod.add_labels();
      label.set_key("example.com/label-" + std::to_string(i));
      label.set_value("value-of-some-length-" + number);
      *pod.add_annotations() = label;
    }
    for (const char* prefix : {"ulimits.noderesource.dev", "ulimits.nri.containerd.io"}) {  // the newer name, and the older one
      pb::Entry& asks = *pod.add_annotations();
      asks.set_key(std::string(prefix) + "/container.train");
      asks.set_value(annotation);
    }
    pb::Container& container = *request.mutable_container();
    container.set_id("container" + std::string(55, 'b') + number);
    container.set_pod_sandbox_id(pod.id());
    container.set_name("train");
    for (int i = 0; i < 9; ++i) {
      pb::LinuxDevice& device = *container.mutable_os()->add_devices();
      device.set_path(i == 0 ? "/dev/infiniband/rdma_cm" : "/dev/infiniband/uverbs" + std::to_string(i - 1));
      device.set_type("c");
      device.set_major(231);
      device.set_minor(192 + i);
    }
  }

  Wire wire_;
  std::uint32_t stream_ = static_cast<std::uint32_t>(-1);
  std::uint64_t made_ = 0;
  std::uint64_t limits_ = 0;
};

int run_runtime(const char* path, const std::string& annotation) {
  Runtime runtime(socket_at(path, true));
  runtime.make_ready();
  std::cout << "ready\n" << std::flush;
  for (std::size_t count = 0; std::cin >> count;) {
    std::vector<double> took;
    took.reserve(count);
    const std::uint64_t before = runtime.limits();
    for (std::size_t i = 0; i < count; ++i) took.push_back(runtime.create(annotation));
    std::sort(took.begin(), took.end());
    std::printf("{\"count\": %zu, \"limits\": %llu, \"p50\": %.1f, \"p99\": %.1f, \"most\": %.1f}\n", count,
                static_cast<unsigned long long>(runtime.limits() - before), took[count / 2], took[count * 99 / 100],
                took.back());
    std::fflush(stdout);
  }
  return 0;
}

int run_echo(const char* path) {
  Wire wire(socket_at(path, false));
  wire.send(nri::kRuntimeConnection, {1, nri::MessageType::request, nri::registration("echo", "10")});
  for (;;) {
    const Arrived call = wire.next(nri::kPluginConnection);
    const auto read = nri::read_call(call.payload);
    if (!read) give_up("call");
    const std::string answer = read->method == "Configure" ? nri::configure_answer() : std::string();
    wire.send(nri::kPluginConnection, {call.stream, nri::MessageType::response, nri::accepted(answer)});
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::string mode = argc > 2 ? argv[1] : "";
  if (mode == "runtime")
    return run_runtime(argv[2], argc > 3 ? argv[3] : R"([{"type":"memlock","hard":1073741824,"soft":1073741824}])");
  if (mode == "echo") return run_echo(argv[2]);
  std::fputs("usage: nri_peer runtime SOCKET [ANNOTATION] | nri_peer echo SOCKET\n", stderr);
  return 2;
}
