#pragma once

#include <string>
#include <string_view>

/// Which environment variables are looked at, and what of them may leave the machine.
namespace railhead::facts {

/// True for the variables of communication libraries, launchers and schedulers: those that are facts::Environment. No name that
/// looks like a password, token or key is among them, but for NCCL_* and UCX_*, whose PKEY and the like are no secrets.
bool is_job_variable(std::string_view name);

/// True for job variables, and for those that tell what kind of place this is (PCIDEVICE_*, KUBERNETES_SERVICE_*, HOSTNAME,
/// HOME).
bool is_kept_variable(std::string_view name);

/// The value without the credentials in it, such as those of a URL, and printable. Of what a device plugin says only the
/// administrator's free text can hold some.
std::string kept_value(std::string_view name, std::string_view value);

}  // namespace railhead::facts
