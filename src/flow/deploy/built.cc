#include "flow/deploy/built.h"

#include <nlohmann/json.hpp>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "flow/deploy/patience.h"
#include "kube/objects/json.h"

namespace railhead::flow {
namespace {

using Clock = std::chrono::steady_clock;
using Json = nlohmann::json;
using kube::Answer;

constexpr const char* kBuilds = "/apis/build.openshift.io/v1/namespaces";
/// The controller starts a build by itself when a BuildConfig is new or changed (trigger ConfigChange).
constexpr int kLooksUntilStarted = 5;
constexpr std::size_t kLastLines = 20;

/// build.openshift.io/v1 BuildPhase: New, Pending, Running; Complete, Failed, Error, Cancelled.
struct Build {
  std::string name;
  std::string phase;
  std::string message;
  bool is_over() const { return phase == "Complete" || phase == "Failed" || phase == "Error" || phase == "Cancelled"; }
};

Json request_of(const std::string& config) {
  return {{"kind", "BuildRequest"}, {"apiVersion", "build.openshift.io/v1"}, {"metadata", {{"name", config}}}};
}

class Builder {
 public:
  Builder(const kube::Client& client, const std::string& space, const std::string& config, const Building& building)
      : client_(client), space_(space), config_(config), building_(building), end_(Clock::now() + building.limit) {}

  base::Result<bool> done() {
    auto build = current();
    if (!build) return std::unexpected(failed("start the build", build.error()));
    if (!building_.wanted()) return false;
    if (build->phase != "Complete") building_.told(base::format("build {} of the image runs", build->name));
    while (building_.wanted() && !build->is_over()) {
      if (Clock::now() > end_) return std::unexpected(too_long(*build));
      if (build->phase == "Running") follow(build->name);
      rest(building_.pause, building_.wanted);
      auto next = read(build->name);
      if (next)
        build = std::move(next);
      else if (!may_pass(next.error()))
        return std::unexpected(failed("watch the build", next.error()));
    }
    if (!build->is_over()) return false;
    if (build->phase != "Complete") return std::unexpected(broken(*build));
    return true;
  }

 private:
  std::string path(const std::string& rest) const { return base::format("{}/{}/{}", kBuilds, space_, rest); }

  base::Error failed(const std::string& what, const kube::Failure& failure) const {
    return kube::error_of(failure, base::format("{} of {}", what, config_), client_.program());
  }

  Answer<Build> read(const std::string& name) const {
    const auto object = kube::object_at(client_, path("builds/" + name));
    if (!object) return std::unexpected(object.error());
    const Json& status = kube::member(*object, "status");
    return Build{.name = name, .phase = kube::text_of(status, "phase"), .message = kube::text_of(status, "message")};
  }

  /// The number of the last build; 0 where there was none.
  Answer<std::uint64_t> last() const {
    const auto config = kube::object_at(client_, path("buildconfigs/" + config_));
    if (!config) return std::unexpected(config.error());
    const Json& version = kube::member(kube::member(*config, "status"), "lastVersion");
    return version.is_number_unsigned() ? version.get<std::uint64_t>() : 0;
  }

  /// The build that counts: the last one where it runs or did well, else a new one.
  Answer<Build> current() const {
    std::uint64_t number = 0;
    for (int look = 0; look < kLooksUntilStarted && number == 0 && building_.wanted(); ++look) {
      if (look > 0) rest(building_.pause, building_.wanted);
      const auto known = last();
      if (!known) return std::unexpected(known.error());
      number = *known;
    }
    if (!building_.wanted()) return Build{};
    if (number == 0) return start();
    auto build = read(base::format("{}-{}", config_, number));
    if (build && build->is_over() && build->phase != "Complete") return start();
    return build;
  }

  Answer<Build> start() const {
    const kube::Said said = client_.say(
        {"create", "--raw", path(base::format("buildconfigs/{}/instantiate", config_)), "-f", "-"}, request_of(config_).dump());
    if (!said) return std::unexpected(said.error());
    const Json object = Json::parse(*said, nullptr, false);
    return Build{.name = kube::text_of(kube::member(object, "metadata"), "name"), .phase = "New", .message = {}};
  }

  /// Until the log ends: with the build, as a rule.
  void follow(const std::string& name) {
    sys::Processes processes(1);
    std::vector<std::string> words = {"logs", "--follow", "--namespace=" + space_, name + "-build"};
    if (!tail_.empty()) words.emplace_back("--since=5s");  // it broke off
    processes.add({.command = client_.command(std::move(words),
                                              std::chrono::duration_cast<std::chrono::milliseconds>(end_ - Clock::now())),
                   .out =
                       [this](std::string_view text) {
                         building_.log(text);
                         tail_ += text;
                         if (tail_.size() > kMostTail) tail_.erase(0, tail_.size() - kMostTail / 2);
                         return true;
                       },
                   .ended = [](const base::Result<sys::Ending>&) {}});
    processes.wait(building_.wanted);
  }

  base::Error broken(const Build& build) {
    if (tail_.empty()) follow(build.name);
    std::vector<std::string_view> lines = base::lines(tail_);
    if (lines.size() > kLastLines) lines.erase(lines.begin(), lines.end() - kLastLines);
    std::string cause = build.message;
    for (const std::string_view line : lines) cause += base::format("\n  {}", base::one_line(line));
    return {.code = base::Code::unavailable,
            .message = base::format("build {} of the image ended as {}", build.name, build.phase),
            .cause = std::move(cause),
            .suggestion = base::format("'{} logs -n {} {}-build' has all of it; mended, deploy again: it builds anew.",
                                       client_.program(), space_, build.name)};
  }

  base::Error too_long(const Build& build) const {
    return {.code = base::Code::timeout,
            .message = base::format("build {} of the image is {} still", build.name, build.phase),
            .suggestion = "It goes on; deploy again to wait for it."};
  }

  static constexpr std::size_t kMostTail = std::size_t{64} << 10U;

  const kube::Client& client_;
  const std::string& space_;
  const std::string& config_;
  const Building& building_;
  Clock::time_point end_;
  std::string tail_;
};

}  // namespace

base::Result<bool> built(const kube::Client& client, const std::string& space, const std::string& config,
                         const Building& building) {
  return Builder(client, space, config, building).done();
}

}  // namespace railhead::flow
