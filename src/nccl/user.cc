#include "nccl/user.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"
#include "nccl/number.h"

namespace railhead::nccl {
namespace {

bool is_on(const std::string& value) { return parse_number(value).value.value_or(0) != 0; }

}  // namespace

const facts::Variable* set_by_user(const facts::Environment& environment, const std::string& name) {
  if (!environment.variables.has()) return nullptr;
  const auto found = std::ranges::find(*environment.variables, name, &facts::Variable::name);
  return found == environment.variables->end() ? nullptr : &*found;
}

std::string where_set(const facts::Variable& variable) {
  return "set in " + (variable.source == "environment" ? std::string("the environment") : variable.source);
}

std::string rdma_turned_off(const facts::Environment& environment) {
  if (const facts::Variable* disable = set_by_user(environment, "NCCL_IB_DISABLE"); disable && is_on(disable->value))
    return base::format("NCCL_IB_DISABLE={} is {}", disable->value, where_set(*disable));
  if (const facts::Variable* net = set_by_user(environment, "NCCL_NET"); net && base::lowered(net->value) == "socket")
    return base::format("NCCL_NET={} is {}", net->value, where_set(*net));
  return "";
}

}  // namespace railhead::nccl
