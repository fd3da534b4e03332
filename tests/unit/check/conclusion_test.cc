#include "check/conclusion.h"

#include <gtest/gtest.h>

#include "tests/support/small_world.h"

namespace railhead::check {
namespace {

/// What doctor concludes of the pod of tests/worlds with these variables in its environment.
Conclusion conclusion_with(std::vector<facts::Variable> variables, Mode mode = Mode::auto_) {
  facts::Machine machine = test::SmallWorld::base_world("roce-pod")->machine();
  machine.environment.variables = {std::move(variables), "environment"};
  const Options options{.mode = mode};
  const Input input{machine, options};
  std::vector<const Check*> checks;
  for (const Check& check : catalogue()) checks.push_back(&check);
  return conclude(input, run(checks, input));
}

TEST(Conclusion, IsTcpWhereAVariableTurnsRdmaOff) {
  const Conclusion off = conclusion_with({{"NCCL_IB_DISABLE", "1", "environment"}});
  EXPECT_EQ(off.transport, Transport::tcp);
  EXPECT_EQ(off.rdma, false);
  EXPECT_EQ(off.message, "A job started here would use TCP: NCCL_IB_DISABLE=1 turns RDMA off (environment).");
  EXPECT_EQ(off.blockers, std::vector<std::string>{"nccl.ib.disabled-by-env"});
  EXPECT_EQ(conclusion_with({{"NCCL_NET", "socket", "/etc/nccl.conf:2"}}).transport, Transport::tcp);
  EXPECT_EQ(conclusion_with({{"NCCL_IB_HCA", "^mlx5_", "environment"}}).transport, Transport::tcp);
}

TEST(Conclusion, IsRdmaWhereTheVariablesLeaveIt) {
  for (const facts::Variable& variable :
       {facts::Variable{"NCCL_IB_DISABLE", "0", "environment"}, facts::Variable{"NCCL_IB_DISABLE", "true", "environment"},
        facts::Variable{"NCCL_NET", "IB", "environment"}, facts::Variable{"NCCL_IB_HCA", "=mlx5_2", "environment"}})
    EXPECT_EQ(conclusion_with({variable}).transport, Transport::roce) << variable.name << "=" << variable.value;
}

TEST(Conclusion, HasNoBlockerWhereTcpWasAskedFor) {
  EXPECT_TRUE(conclusion_with({{"NCCL_IB_DISABLE", "1", "environment"}}, Mode::tcp).blockers.empty());
}

}  // namespace
}  // namespace railhead::check
