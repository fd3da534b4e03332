#include "nri/wire/messages.h"

#include <nri.pb.h>

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "nri/policy/words.h"
#include "nri/wire/fields.h"

namespace railhead::nri {
namespace {

constexpr std::size_t kLongestWhy = 1024;          // what a runtime may put into a pod's event
constexpr std::size_t kLongestName = 128;          // of a runtime, for the log
constexpr std::int64_t kLongestWait = 86'400'000;  // milliseconds
constexpr std::size_t kMostDevices = 65'536;
constexpr std::size_t kMostLimits = 1024;  // Linux has 16

template <class T>
bool parse(std::string_view bytes, T& message) {
  return message.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
}

/// The value of a key that is there twice is the last one, as in any map of protobuf.
bool read_entry(std::string_view bytes, Texts& texts) {
  pb::Entry entry;
  if (!parse(bytes, entry)) return false;
  texts.insert_or_assign(std::move(*entry.mutable_key()), std::move(*entry.mutable_value()));
  return true;
}

bool read_device(std::string_view bytes, std::vector<Device>& devices) {
  pb::LinuxDevice device;
  if (devices.size() == kMostDevices || !parse(bytes, device)) return false;
  devices.push_back({device.path(), device.type(), device.major(), device.minor()});
  return true;
}

bool read_linux(std::string_view bytes, std::vector<Device>& devices) {
  Field field;
  Fields fields(bytes);
  while (fields.next(field))
    if (field.is_bytes && field.number == pb::LinuxContainer::kDevicesFieldNumber && !read_device(field.bytes, devices))
      return false;
  return fields.is_at_end();
}

bool read_limit(std::string_view bytes, std::vector<Rlimit>& limits) {
  pb::POSIXRlimit limit;
  if (limits.size() == kMostLimits || !parse(bytes, limit)) return false;
  limits.push_back({limit.type(), limit.soft(), limit.hard()});
  return true;
}

/// Of a container's labels only those that name its pod.
bool read_pod_name(std::string_view bytes, Subject& subject) {
  pb::Entry entry;
  if (!parse(bytes, entry)) return false;
  if (entry.key() == "io.kubernetes.pod.namespace" && subject.space.empty()) subject.space = entry.value();
  if (entry.key() == "io.kubernetes.pod.name" && subject.pod.empty()) subject.pod = entry.value();
  return true;
}

bool take_of_container(const Field& field, Subject& subject) {
  using C = pb::Container;
  switch (field.number) {
    case C::kIdFieldNumber: subject.container_id = field.bytes; return true;
    case C::kNameFieldNumber: subject.container = field.bytes; return true;
    case C::kPodSandboxIdFieldNumber: subject.pod_id = field.bytes; return true;
    case C::kLabelsFieldNumber: return read_pod_name(field.bytes, subject);
    case C::kAnnotationsFieldNumber: return read_entry(field.bytes, subject.container_annotations);
    case C::kOsFieldNumber: return read_linux(field.bytes, subject.devices);
    case C::kRlimitsFieldNumber: return read_limit(field.bytes, subject.limits);
    default: return true;
  }
}

bool take_of_pod(const Field& field, Subject& subject) {
  using P = pb::PodSandbox;
  switch (field.number) {
    case P::kIdFieldNumber: subject.pod_id = field.bytes; return true;
    case P::kNameFieldNumber: subject.pod = field.bytes; return true;
    case P::kNamespaceFieldNumber: subject.space = field.bytes; return true;
    case P::kLabelsFieldNumber: return read_entry(field.bytes, subject.labels);
    case P::kAnnotationsFieldNumber: return read_entry(field.bytes, subject.annotations);
    case P::kRuntimeHandlerFieldNumber: subject.runtime_class = field.bytes; return true;
    default: return true;
  }
}

bool read_into(std::string_view bytes, Subject& subject, bool (*take)(const Field&, Subject&)) {
  Field field;
  Fields fields(bytes);
  while (fields.next(field))
    if (field.is_bytes && !take(field, subject)) return false;
  return fields.is_at_end();
}

std::chrono::milliseconds waiting(std::int64_t milliseconds) {
  return std::chrono::milliseconds(std::clamp<std::int64_t>(milliseconds, 0, kLongestWait));
}

static_assert(kServiceField == pb::Request::kServiceFieldNumber && kMethodField == pb::Request::kMethodFieldNumber &&
              kPayloadField == pb::Request::kPayloadFieldNumber);
static_assert(kContainersField == pb::SynchronizeRequest::kContainersFieldNumber &&
              kMoreField == pb::SynchronizeRequest::kMoreFieldNumber);

}  // namespace

std::unexpected<base::Error> unreadable(std::string_view what) {
  return std::unexpected(
      base::Error{.code = base::Code::malformed,
                  .message = base::format("The runtime sent a {} that is no valid protobuf message.", what)});
}

base::Result<Call> read_call(std::string_view bytes) {
  Call call;
  Field field;
  Fields fields(bytes);
  while (fields.next(field)) {
    if (!field.is_bytes) continue;
    if (field.number == kServiceField) call.service = field.bytes;
    if (field.number == kMethodField) call.method = field.bytes;
    if (field.number == kPayloadField) call.payload = field.bytes;
  }
  if (!fields.is_at_end()) return unreadable("request");
  return call;
}

base::Result<Answer> read_answer(std::string_view bytes) {
  pb::Response response;
  if (!parse(bytes, response)) return unreadable("response");
  return Answer{response.status().code(), base::one_line(cut_at_character(response.status().message(), kLongestWhy))};
}

std::string registration(const std::string& name, const std::string& index) {
  pb::RegisterPluginRequest plugin;
  plugin.set_plugin_name(name);
  plugin.set_plugin_idx(index);
  pb::Request request;
  request.set_service(std::string(kRuntimeService));
  request.set_method("RegisterPlugin");
  request.set_payload(plugin.SerializeAsString());
  return request.SerializeAsString();
}

std::string accepted(std::string_view payload) {
  pb::Response response;
  response.set_payload(std::string(payload));
  return response.SerializeAsString();
}

std::string declined(std::int32_t code, std::string_view why) {
  pb::Response response;
  response.mutable_status()->set_code(code);
  response.mutable_status()->set_message(base::one_line(cut_at_character(why, kLongestWhy)));
  return response.SerializeAsString();
}

base::Result<RuntimeInfo> read_configure(std::string_view payload) {
  pb::ConfigureRequest request;
  if (!parse(payload, request)) return unreadable("ConfigureRequest");
  return RuntimeInfo{.name = base::one_line(cut_at_character(request.runtime_name(), kLongestName)),
                     .version = base::one_line(cut_at_character(request.runtime_version(), kLongestName)),
                     .request_timeout = waiting(request.request_timeout())};
}

std::string configure_answer() {
  pb::ConfigureResponse response;
  response.set_events(kEvents);
  return response.SerializeAsString();
}

std::optional<Subject> read_pod(std::string_view bytes) {
  Subject subject;
  if (!read_into(bytes, subject, take_of_pod)) return std::nullopt;
  return subject;
}

std::optional<Subject> read_present(std::string_view bytes) {
  Subject subject;
  if (!read_into(bytes, subject, take_of_container)) return std::nullopt;
  return subject;
}

std::string synchronize_answer(bool more) {
  pb::SynchronizeResponse response;
  response.set_more(more);
  return response.SerializeAsString();
}

base::Result<Subject> read_creation(std::string_view payload) {
  Subject subject;
  Field field;
  Fields fields(payload);
  bool good = true;
  while (good && fields.next(field)) {
    if (!field.is_bytes) continue;
    if (field.number == pb::CreateContainerRequest::kPodFieldNumber) good = read_into(field.bytes, subject, take_of_pod);
    if (field.number == pb::CreateContainerRequest::kContainerFieldNumber)
      good = read_into(field.bytes, subject, take_of_container);
  }
  if (!good || !fields.is_at_end()) return unreadable("CreateContainerRequest");
  return subject;
}

std::string creation_answer(const Decision& decision) {
  pb::CreateContainerResponse response;
  for (const Rlimit& limit : decision.limits) {
    pb::POSIXRlimit& written = *response.mutable_adjust()->add_rlimits();
    written.set_type(limit.type);
    written.set_soft(limit.soft);
    written.set_hard(limit.hard);
  }
  if (decision.mark) {
    pb::Entry& mark = *response.mutable_adjust()->add_annotations();
    mark.set_key(std::string(kMark));
    mark.set_value(decision.rule.empty() ? "none" : decision.rule);
  }
  return response.SerializeAsString();
}

}  // namespace railhead::nri
