#include <gtest/gtest.h>

#include "finding/finding.h"
#include "report/doctor/doctor.h"

namespace railhead::report {
namespace {

using check::Check;
using check::Severity;

check::Result result(const Check& check, check::Finding finding) { return {&check, std::move(finding)}; }

std::string text_of(std::vector<check::Result> results) {
  const facts::Machine machine;
  const Doctor doctor{
      .machine = machine, .memlock = {}, .results = std::move(results), .conclusion = {}, .version = "", .time = ""};
  return doctor_text(doctor, Style{});
}

TEST(DoctorText, WhatSeveralChecksCouldNotKnowForOneReasonIsSaidOnce) {
  const Check port{.id = "port.one", .title = "", .cause = "", .fix = ""};
  const Check gid{.id = "gid.two", .title = "", .cause = "", .fix = ""};
  const check::Finding finding = check::unknown("machine", "the list of RDMA devices is not known", {{"EACCES", "/sys"}});
  const std::string text = text_of({result(gid, finding), result(port, finding)});
  const std::size_t first = text.find("the list of RDMA devices is not known (gid.two and 1 more)");
  EXPECT_NE(first, std::string::npos) << text;
  EXPECT_EQ(text.find("the list of RDMA devices", first + 1), std::string::npos) << text;
}

TEST(DoctorText, DifferentReasonsKeepTheirOwnLines) {
  const Check port{.id = "port.one", .title = "", .cause = "", .fix = ""};
  const std::string text = text_of({result(port, check::unknown("mlx5_0/1", "the state is not known")),
                                    result(port, check::unknown("mlx5_1/1", "the state is not known"))});
  EXPECT_NE(text.find("mlx5_0/1: the state is not known (port.one)"), std::string::npos) << text;
  EXPECT_NE(text.find("mlx5_1/1: the state is not known (port.one)"), std::string::npos) << text;
}

}  // namespace
}  // namespace railhead::report
