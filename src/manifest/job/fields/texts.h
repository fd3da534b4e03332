#pragma once

#include <string>
#include <string_view>

/// Whether a text is of a format: the tests that the table in format.cc names. Lengths are the table's matter.
namespace railhead::manifest::job {

bool is_any(std::string_view text);
bool is_line(std::string_view text);           // not empty, no control character
bool is_label(std::string_view text);          // DNS-1123
bool is_job_name(std::string_view text);       // DNS-1035: a Service bears it
bool is_subdomain(std::string_view text);      // DNS-1123
bool is_resource(std::string_view text);       // extended: with a domain, which is not Kubernetes' own
bool is_label_key(std::string_view text);      // with a prefix or without
bool is_own_label_key(std::string_view text);  // of none that render writes
bool is_label_value(std::string_view text);
bool is_variable(std::string_view text);  // as a shell can name it
bool is_file_key(std::string_view text);  // of ConfigMaps and Secrets
bool is_absolute_path(std::string_view text);
bool is_mount_path(std::string_view text);
bool is_inside_path(std::string_view text);  // below a folder that it does not leave
bool is_image(std::string_view text);
bool is_git(std::string_view text);
bool is_git_ref(std::string_view text);
bool is_image_tag(std::string_view text);
bool is_version(std::string_view text);
bool is_interface(std::string_view text);
bool is_partition(std::string_view text);
bool is_pci_id(std::string_view text);
bool is_subnet(std::string_view text);
bool is_size(std::string_view text);
bool is_cpus(std::string_view text);
bool is_shm(std::string_view text);

/// "did you mean llama-7b?" of "Llama_7B".
std::string advised_name(std::string_view text);
/// "write 64G (10^9 bytes each) or 64Gi (2^30)" of "64GB".
std::string advised_size(std::string_view text);
std::string advised_cpus(std::string_view text);
/// The network of an address with bits of a host, or what is missing.
std::string advised_subnet(std::string_view text);
std::string advised_resource(std::string_view text);
std::string advised_path(std::string_view text);
std::string no_advice(std::string_view text);

}  // namespace railhead::manifest::job
