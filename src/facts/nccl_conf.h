#pragma once

#include <string>
#include <string_view>
#include <vector>

/// The text of an nccl.conf, as NCCL reads it: NAME=VALUE lines, all before the first '=' the name, all behind it the value,
/// with every blank and quote; lines that start with '#' (since 2.26) or have no '=' are passed over. Source: setEnvFile() in
/// src/misc/param.cc of NCCL.
namespace railhead::facts {

/// `line` counts from 1.
struct ConfSetting {
  unsigned line = 0;
  std::string name;
  std::string value;
};

struct ConfText {
  std::vector<ConfSetting> settings;  // in order of the lines; a name may come twice, the first counts
  bool carriage_returns = false;      // a line that sets something ends in CR LF
};

/// Reads any text. As in NCCL a NUL ends its line, and of a name or value the first 1023 bytes count. A carriage return at the
/// end of a value is left out, as NCCL does since 2.30.
ConfText parse_nccl_conf(std::string_view text);

/// The name that was meant: without blanks around it and "export " before it, in capitals.
std::string meant_name(std::string_view name);

/// The settings that may leave the machine: those whose meant_name() is that of a job variable, values by kept_value(). The
/// file may be any file, since NCCL_CONF_FILE names it.
ConfText kept_settings(std::string_view text);

/// `text` with every line that kept_settings() leaves out made empty, for snapshots: line numbers stay.
std::string kept_conf_text(std::string_view text);

}  // namespace railhead::facts
