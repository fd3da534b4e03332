#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "report/style.h"

namespace railhead::report {

/// What a copy of a network comes to. equal: it is there, and nothing is to be done. conflict: another one of its name is
/// there. failed: the server did not take it.
enum class CopyState : std::uint8_t { created, equal, conflict, replaced, failed };

struct NetworkCopy {
  std::string name;
  CopyState state = CopyState::created;
  std::string diff = {};   // from what is there to what is to be there
  std::string maker = {};  // of the one that is there: what will write it again, "SriovNetwork rail1"
  std::string why = {};    // of failed: what was said
};

struct NetworksCopy {
  std::string from;
  std::string to;
  bool dry_run = false;
  std::vector<NetworkCopy> networks = {};
};

/// Whether anything was, or in a dry run would be, written.
bool is_refused(const NetworksCopy& copy);

std::string networks_copy_text(const NetworksCopy& copy, const Style& style);
std::string networks_copy_json(const NetworksCopy& copy, const std::string& version);

}  // namespace railhead::report
