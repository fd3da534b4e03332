#pragma once

#include <string>

#include "facts/known.h"

/// PCI functions as lspci prints them: one by one, without the tree that shows what lies between two of them.
namespace railhead::facts {

/// What a function is, by its Express capability and its class. `unknown` where the listing was cut.
enum class ListedKind { unknown, gpu, network, root_port, switch_port, other };

/// Speed in tenths of GT/s, width in lanes, and what lspci makes of them.
struct ListedLink {
  unsigned speed_tenths = 0;
  unsigned width = 0;
};

/// ACSCtl of lspci.
struct ListedAcs {
  bool source_validation = false;
  bool request_redirect = false;
  bool completion_redirect = false;
  bool upstream_forwarding = false;
  bool direct_translated = false;
  bool redirects() const { return request_redirect || completion_redirect; }
};

/// `address` is empty where only lines of the function's body were pasted.
struct ListedFunction {
  std::string address = {};
  std::string name = {};  // "Infiniband controller: Mellanox ..."
  ListedKind kind = ListedKind::unknown;
  Known<ListedLink> link = {};            // LnkSta
  Known<ListedLink> max_link = {};        // LnkCap
  bool downgraded = false;                // lspci says so of LnkSta
  Known<unsigned> max_read_request = {};  // bytes
  Known<ListedAcs> acs = {};
};

}  // namespace railhead::facts
