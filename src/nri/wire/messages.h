#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "nri/policy/decision.h"
#include "nri/policy/subject.h"
#include "nri/wire/session.h"

/// Protobuf from bytes to our own types and back. Errors are of code malformed and say which message cannot be read.
namespace railhead::nri {

/// Codes of an answer's status, as gRPC numbers them.
constexpr std::int32_t kOk = 0;
constexpr std::int32_t kFailedPrecondition = 9;
constexpr std::int32_t kUnimplemented = 12;

/// The events that the plugin asks for in its answer to Configure, a bit each: CREATE_CONTAINER, which is number 4, and no
/// other. Nothing at all would mean every event.
constexpr std::int32_t kEvents = 1 << (4 - 1);

constexpr std::string_view kRuntimeService = "nri.pkg.api.v1alpha1.Runtime";
constexpr std::string_view kPluginService = "nri.pkg.api.v1alpha1.Plugin";

/// What the runtime asks; the texts are those of the bytes that were read.
struct Call {
  std::string_view service = {};
  std::string_view method = {};
  std::string_view payload = {};
};
base::Result<Call> read_call(std::string_view bytes);

/// Fields of a Request and of a SynchronizeRequest, for who reads them while they come.
constexpr int kServiceField = 1;
constexpr int kMethodField = 2;
constexpr int kPayloadField = 3;
constexpr int kPodsField = 1;
constexpr int kContainersField = 2;
constexpr int kMoreField = 3;
std::unexpected<base::Error> unreadable(std::string_view what);

/// How the runtime answered.
struct Answer {
  std::int32_t code = kOk;
  std::string message = {};
};
base::Result<Answer> read_answer(std::string_view bytes);

/// The call of RegisterPlugin.
std::string registration(const std::string& name, const std::string& index);

/// An answer that carries `payload`, and one that carries none but says why; what is too long for a pod's event is cut.
std::string accepted(std::string_view payload);
std::string declined(std::int32_t code, std::string_view why);

base::Result<RuntimeInfo> read_configure(std::string_view payload);
std::string configure_answer();

/// A pod that is there already, as a subject without a container; nothing where the bytes are no PodSandbox.
std::optional<Subject> read_pod(std::string_view bytes);
/// A container that is there already, with what it says of its pod; nothing where the bytes are no Container.
std::optional<Subject> read_present(std::string_view bytes);
std::string synchronize_answer(bool more);

base::Result<Subject> read_creation(std::string_view payload);
/// The limits, and the mark where there is to be one.
std::string creation_answer(const Decision& decision);

}  // namespace railhead::nri
