#pragma once

#include <array>
#include <cstdint>

#include "nri/plugin/http/metrics.h"
#include "nri/plugin/log/journal.h"
#include "nri/policy/decision.h"
#include "nri/wire/session.h"

namespace railhead::nri {

/// Decides on the containers of a session by the policy in force, and logs and counts it. It holds nothing of a container but a
/// number of those that were missed, 4096 at most.
class Judge final : public Events {
 public:
  /// `audit`: nothing is handed to the runtime. `log_all`: containers to which nothing is done are logged too.
  Judge(Journal& journal, Metrics& metrics, bool audit, bool log_all)
      : journal_(journal), metrics_(metrics), audit_(audit), log_all_(log_all) {}

  /// From the next container on this policy counts.
  void adopt(Policy policy, const Node& node);

  void configured(const RuntimeInfo& runtime) override;
  void present(const Subject& subject, bool decided) override;
  void ready() override;
  Decision create(const Subject& subject) override;
  void shut_down() override;

 private:
  bool is_told(const std::string& container_id);

  Journal& journal_;
  Metrics& metrics_;
  bool audit_;
  bool log_all_;
  Policy policy_ = {};
  Node node_ = {};
  RuntimeInfo runtime_ = {};
  std::uint64_t present_ = 0;  // of this session
  std::uint64_t missed_ = 0;
  // Containers that were told as missed, so that they are not told again after each restart of the runtime: 1024 sets of four,
  // of which the oldest one goes and may be told twice.
  std::array<std::array<std::size_t, 4>, 1024> told_{};
};

}  // namespace railhead::nri
