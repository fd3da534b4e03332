#pragma once

#include <optional>
#include <string>
#include <vector>

#include "nccl/host/place.h"

/// A plan being written. What the user has set stays, whatever is decided here; the reason then says what would have been.
namespace railhead::nccl {

class Draft {
 public:
  explicit Draft(const facts::Environment& environment) : environment_(environment) {}

  void set(const std::string& name, const std::string& value, const std::string& reason,
           std::vector<facts::Evidence> evidence = {});
  /// A value that comes from no fact of this machine: what Railhead holds to be right anywhere.
  void set_default(const std::string& name, const std::string& value, const std::string& reason);
  /// Left unset on purpose.
  void withhold(const std::string& name, const std::string& reason, std::vector<facts::Evidence> evidence = {});
  /// Something that is needed has no right value. The first counts.
  void fail(base::Error error);

  bool is_users(const std::string& name) const;
  bool failed() const { return error_.has_value(); }

  /// Moves what was decided into the plan, in order of the names.
  void finish(Plan& plan);

 private:
  void add(Setting setting);

  const facts::Environment& environment_;
  std::vector<Setting> settings_;
  std::vector<LeftOut> withheld_;
  std::optional<base::Error> error_;
};

// One subject each; every function decides on the variables that its name says and on no others.
void add_hca_list(const Place& place, Draft& draft);
void add_socket_interfaces(const Place& place, Draft& draft);
void add_network(const Place& place, Draft& draft);
void add_gid_index(const Place& place, Draft& draft);
void add_cross_nic(const Place& place, Draft& draft);
void add_gpudirect(const Place& place, Draft& draft);
void add_traffic_class(const Place& place, Draft& draft);
void add_threads(const Place& place, Draft& draft);
void add_ucx(const Place& place, Draft& draft);
void add_open_mpi(const Place& place, Draft& draft);
void add_nvshmem(const Place& place, Draft& draft);

}  // namespace railhead::nccl
