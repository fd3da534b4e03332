#pragma once

#include <nlohmann/json_fwd.hpp>

#include "facts/machine.h"

/// Facts as JSON, the `facts` member of `doctor -o json`. A fact that is known is its plain value; one that is not is
/// {"missing":"denied","detail":"EACCES","source":"/sys/..."}. Sizes end in _bytes, rates in _bps; "unlimited" is text.
namespace railhead::facts {

nlohmann::ordered_json json(const Machine& machine);

// One subject each.
nlohmann::ordered_json json(const Process& process);
nlohmann::ordered_json json(const Memory& memory);
nlohmann::ordered_json json(const KernelFacts& kernel);
nlohmann::ordered_json json(const Rdma& rdma);
nlohmann::ordered_json json(const Network& network);
nlohmann::ordered_json json(const Pci& pci);
nlohmann::ordered_json json(const Gpus& gpus);
nlohmann::ordered_json json(const Container& container);
nlohmann::ordered_json json(const Environment& environment);
nlohmann::ordered_json json(const Software& software);
nlohmann::ordered_json json(const Pinning& pinning);

}  // namespace railhead::facts
