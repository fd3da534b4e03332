#include "kube/pods/silence.h"

#include <gtest/gtest.h>

namespace railhead::kube {
namespace {

sys::Ending ended(int code, std::string said) { return {.code = code, .said = std::move(said)}; }

// As runc, crun, containerd, CRI-O and kubectl say it.
TEST(Silence, KnowsAPodWithoutTheProgram) {
  for (const char* said :
       {"error: Internal error occurred: Internal error occurred: error executing command in container: failed to exec in "
        "container: failed to start exec \"1f\": OCI runtime exec failed: exec failed: unable to start container process: "
        "exec: "
        "\"/opt/railhead/railhead\": stat /opt/railhead/railhead: no such file or directory: unknown",
        "OCI runtime exec failed: exec failed: unable to start container process: exec: \"railhead\": executable file not "
        "found in "
        "$PATH: unknown",
        "time=\"2026-03-01T12:00:00Z\" level=error msg=\"exec failed: executable file `railhead` not found in $PATH: No such "
        "file "
        "or directory\""})
    EXPECT_TRUE(is_without_program(ended(126, said))) << said;
  EXPECT_TRUE(is_without_program(ended(127, "command terminated with exit code 127")));
  EXPECT_FALSE(is_without_program(ended(1, "Error from server (NotFound): pods \"train-0\" not found")));
  EXPECT_FALSE(is_without_program(ended(1, "open /etc/x: no such file or directory")));
}

TEST(Silence, KnowsAPodThatIsGone) {
  for (const char* said : {"Error from server (NotFound): pods \"train-0\" not found",
                           "error: unable to upgrade connection: container not found (\"train\")",
                           "error: cannot exec into a container in a completed pod; current phase is Failed",
                           "command terminated with exit code 137"})
    EXPECT_EQ(silent(ended(1, said), std::chrono::seconds(1)).silence, Silence::gone) << said;
}

TEST(Silence, SaysHowLongItWaited) {
  const Reply reply = silent({.timed_out = true}, std::chrono::milliseconds(1500));
  EXPECT_EQ(reply.silence, Silence::timeout);
  EXPECT_EQ(reply.why, "did not answer within 1.5 s");
}

TEST(Silence, KnowsWhatIsNotAllowed) {
  const Reply reply =
      silent(ended(1,
                   "Error from server (Forbidden): pods \"a\" is forbidden: User \"dev\" cannot create resource "
                   "\"pods/exec\" in API group \"\" in the namespace \"team-a\""),
             std::chrono::seconds(1));
  EXPECT_EQ(reply.silence, Silence::refused);
  EXPECT_EQ(reply.failure.resource, "pods/exec");
}

TEST(Silence, SaysWhyACopyDoesNotRun) {
  EXPECT_NE(why_copy_failed(ended(1, "/tmp/r: /lib/libc.so.6: version `GLIBC_2.34' not found")).find("glibc 2.34"),
            std::string::npos);
  EXPECT_NE(why_copy_failed(ended(126, "sh: /tmp/r: cannot execute binary file: Exec format error")).find("architecture"),
            std::string::npos);
  EXPECT_NE(why_copy_failed(ended(126, "sh: /tmp/r: Permission denied")).find("noexec"), std::string::npos);
  EXPECT_NE(why_copy_failed(ended(127, "sh: /tmp/r: not found")).find("musl"), std::string::npos);
  EXPECT_NE(why_copy_failed(ended(73, "no folder can be written to")).find("no folder"), std::string::npos);
  EXPECT_EQ(why_copy_failed(ended(3, "railhead: something else")), "");
}

}  // namespace
}  // namespace railhead::kube
