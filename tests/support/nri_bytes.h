#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "nri/wire/session.h"

/// A runtime's side of NRI, made of bytes by the definitions of protobuf, ttrpc and NRI's frames, and of nothing that reads
/// them: numbers of fields stand where a message is made.
namespace railhead::test::nri {

inline std::string varint(std::uint64_t value) {
  std::string out;
  for (; value > 0x7f; value >>= 7U) out += static_cast<char>((value & 0x7fU) | 0x80U);
  return out + static_cast<char>(value);
}

/// A field of texts or of a message.
inline std::string field(unsigned number, std::string_view bytes) {
  return varint(number << 3U | 2U) + varint(bytes.size()) + std::string(bytes);
}

inline std::string number_field(unsigned number, std::uint64_t value) { return varint(number << 3U) + varint(value); }

inline std::string big_endian(std::uint32_t value) {
  return {static_cast<char>(value >> 24U), static_cast<char>(value >> 16U), static_cast<char>(value >> 8U),
          static_cast<char>(value)};
}

inline std::string frame(std::uint32_t connection, std::string_view bytes) {
  return big_endian(connection) + big_endian(static_cast<std::uint32_t>(bytes.size())) + std::string(bytes);
}

/// A message of ttrpc: type 1 is a request, 2 a response.
inline std::string message(std::uint32_t stream, int type, std::string_view payload) {
  return big_endian(static_cast<std::uint32_t>(payload.size())) + big_endian(stream) + static_cast<char>(type) + '\0' +
         std::string(payload);
}

/// An entry of a map: key 1, value 2.
inline std::string entry(std::string_view key, std::string_view value) { return field(1, key) + field(2, value); }

/// Request: service 1, method 2, payload 3, timeout_nano 4.
inline std::string request(std::string_view method, std::string_view payload,
                           std::string_view service = "nri.pkg.api.v1alpha1.Plugin") {
  return field(1, service) + field(2, method) + field(3, payload) + number_field(4, 2'000'000'000);
}

/// A call of the plugin, as one frame.
inline std::string call(std::uint32_t stream, std::string_view method, std::string_view payload) {
  return frame(1, message(stream, 1, request(method, payload)));
}

/// The answer to RegisterPlugin that takes the plugin: a Response with nothing in it.
inline std::string registered() { return frame(2, message(1, 2, "")); }

/// Response: status 1 (code 1, message 2).
inline std::string refused(int code, std::string_view why) {
  return frame(2, message(1, 2, field(1, number_field(1, static_cast<std::uint64_t>(code)) + field(2, why))));
}

/// ConfigureRequest: config 1, runtime_name 2, runtime_version 3, registration_timeout 4, request_timeout 5, NRI_version 6.
inline std::string configure() {
  return field(2, "containerd") + field(3, "v2.1.9") + number_field(4, 5000) + number_field(5, 2000) + field(6, "v0.8.0");
}

/// PodSandbox: id 1, name 2, uid 3, namespace 4, labels 5, annotations 6, runtime_handler 7, linux 8, pid 9.
inline std::string pod() {
  return field(1, "pod-id") + field(2, "train-0") + field(3, "uid-0") + field(4, "ml") + field(5, entry("app", "train")) +
         field(5, entry("team", "")) + field(6, entry("memlock.railhead.dev/pod", "unlimited")) + field(7, "nvidia") +
         field(8, field(3, "/kubepods")) + number_field(9, 4711);
}

/// LinuxDevice: path 1, type 2, major 3, minor 4.
inline std::string device() {
  return field(1, "/dev/infiniband/uverbs0") + field(2, "c") + number_field(3, 231) + number_field(4, 192);
}

/// Container: id 1, pod_sandbox_id 2, name 3, state 4, labels 5, annotations 6, args 7, env 8, linux 11 (devices 2), pid 12,
/// rlimits 13 (type 1, hard 2, soft 3).
inline std::string container(std::string_view name, bool decided = false) {
  std::string made = field(1, std::string(name) + "-id") + field(2, "pod-id") + field(3, name) + number_field(4, 1) +
                     field(5, entry("io.kubernetes.pod.namespace", "ml")) +
                     field(5, entry("io.kubernetes.pod.name", "train-0")) +
                     field(6, entry("io.kubernetes.cri.container-type", "container")) + field(7, "sleep") + field(8, "A=b") +
                     field(11, field(1, field(1, "ipc")) + field(2, device())) +
                     field(13, field(1, "RLIMIT_MEMLOCK") + number_field(2, 8'388'608) + number_field(3, 65'536));
  if (decided) made += field(6, entry("memlock.railhead.dev/decided", "rdma"));
  return made;
}

/// SynchronizeRequest: pods 1, containers 2, more 3.
inline std::string synchronize(const std::vector<std::string>& containers, bool more) {
  std::string made = field(1, pod());
  for (const std::string& one : containers) made += field(2, one);
  return more ? made + number_field(3, 1) : made;
}

/// CreateContainerRequest: pod 1, container 2.
inline std::string creation(std::string_view name) { return field(1, pod()) + field(2, container(name)); }

/// From the registration's answer to the end of Synchronize; the next call has stream 5.
inline std::string beginning() {
  return registered() + call(1, "Configure", configure()) + call(3, "Synchronize", synchronize({container("old")}, false));
}

/// Keeps what a session says, a line each, and answers every creation with `decision`.
class Heard : public railhead::nri::Events {
 public:
  void configured(const railhead::nri::RuntimeInfo& runtime) override {
    lines.push_back("configured " + runtime.name + " " + runtime.version);
    request_timeout = runtime.request_timeout;
  }
  void present(const railhead::nri::Subject& subject, bool decided) override {
    lines.push_back("present " + subject.container + (decided ? " decided" : ""));
    last = subject;
  }
  void ready() override { lines.emplace_back("ready"); }
  railhead::nri::Decision create(const railhead::nri::Subject& subject) override {
    lines.push_back("create " + subject.container);
    last = subject;
    return decision;
  }
  void shut_down() override { lines.emplace_back("shut down"); }

  railhead::nri::Decision decision = {};
  railhead::nri::Subject last = {};
  std::chrono::milliseconds request_timeout = {};
  std::vector<std::string> lines = {};
};

/// A session that is past what it says first.
struct Running {
  Running() : session("railhead", "10", heard) {
    session.start();
    session.wrote(session.pending().size());
  }
  /// What it says to `sent`; an error's message where there is one.
  std::string say(const std::string& sent) {
    if (const auto taken = session.take(sent); !taken) return taken.error().message;
    const std::string said(session.pending());
    session.wrote(said.size());
    return said;
  }

  Heard heard = {};
  railhead::nri::Session session;
};

/// The session past Synchronize.
struct Ready : Running {
  Ready() { say(beginning()); }
};

/// An answer to a call, as one frame: Response, payload 2.
inline std::string answer(std::uint32_t stream, std::string_view payload) {
  return frame(1, message(stream, 2, payload.empty() ? "" : field(2, payload)));
}

inline std::string status(std::uint32_t stream, int code, std::string_view why) {
  return frame(1, message(stream, 2, field(1, number_field(1, static_cast<unsigned>(code)) + field(2, why))));
}

}  // namespace railhead::test::nri
