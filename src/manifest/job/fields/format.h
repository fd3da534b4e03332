#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What texts in railhead.yaml may look like, and in files that are checked by a table of the same form.
namespace railhead::manifest::job {

enum class Format : std::uint8_t {
  any,
  script,
  label,
  job_name,
  subdomain,
  resource,
  label_key,
  job_label_key,
  label_value,
  variable,
  file_key,
  path,
  mount_path,
  file,
  inside,
  image,
  git,
  git_ref,
  image_tag,
  version,
  interface,
  partition,
  pci_id,
  subnet,
  size,
  cpus,
  shm,
  own  // not of this table: the field brings it
};

/// One format. `pattern` is a regular expression of JSON Schema (ECMA 262); where it says less than `fits`, it refuses nothing
/// that fits. `longest` is in bytes. `advice` says what was probably meant by a text that does not fit; "" for no idea.
struct FormatFacts {
  Format format;
  std::string_view expected;
  std::string_view pattern;
  std::size_t longest;
  bool (*fits)(std::string_view text);
  std::string (*advice)(std::string_view text);
};

/// Of every format but `own`.
const FormatFacts& facts_of(Format format);

}  // namespace railhead::manifest::job
