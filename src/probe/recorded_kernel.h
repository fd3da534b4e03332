#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "sys/kernel.h"

namespace railhead::probe {

/// Answers of system calls, by what was asked. An answer that is missing here was not asked for.
struct KernelAnswers {
  std::map<std::string, sys::Outcome<sys::FileSystemUse>, std::less<>> file_systems;
  std::map<std::string, sys::Outcome<bool>, std::less<>> opens;
  std::map<std::string, sys::Outcome<sys::LibraryLoad>, std::less<>> libraries;
  std::optional<sys::Outcome<std::vector<sys::InterfaceAddress>>> addresses;
  std::optional<sys::Outcome<std::vector<sys::VerbsDevice>>> verbs;
};

/// The answers as JSON, the `facts.json` of a snapshot:
/// {"schema":1, "file_systems":{PATH:{"size","available"}}, "opens":{PATH:true}, "libraries":{NAME:true|"loader's words"},
///  "addresses":[{"interface","address":"10.0.0.1/24"}],
///  "verbs":[{"name","opened","ports":[{"number","active_mtu","max_mtu"}]}]};
/// in place of each value {"errno":"EACCES"} where the call failed.
std::string json_text(const KernelAnswers& answers);

/// Reads that JSON; `source` names it in messages. Members it does not know are ignored, so that newer snapshots stay readable.
base::Result<KernelAnswers> parse_kernel_answers(const std::string& json, const std::string& source);

/// Gives recorded answers, and kNotAsked for all else.
class RecordedKernel final : public sys::Kernel {
 public:
  explicit RecordedKernel(KernelAnswers answers) : answers_(std::move(answers)) {}
  sys::Outcome<sys::FileSystemUse> file_system(std::string_view path) const override;
  sys::Outcome<bool> opens(std::string_view path) const override;
  sys::Outcome<std::vector<sys::InterfaceAddress>> addresses() const override;
  sys::Outcome<sys::LibraryLoad> library(std::string_view name) const override;
  sys::Outcome<std::vector<sys::VerbsDevice>> verbs() const override;

 private:
  KernelAnswers answers_;
};

/// Passes questions on and remembers the answers, for a snapshot.
class RecordingKernel final : public sys::Kernel {
 public:
  explicit RecordingKernel(const sys::Kernel& kernel) : kernel_(kernel) {}
  sys::Outcome<sys::FileSystemUse> file_system(std::string_view path) const override;
  sys::Outcome<bool> opens(std::string_view path) const override;
  sys::Outcome<std::vector<sys::InterfaceAddress>> addresses() const override;
  sys::Outcome<sys::LibraryLoad> library(std::string_view name) const override;
  sys::Outcome<std::vector<sys::VerbsDevice>> verbs() const override;

  const KernelAnswers& answers() const { return answers_; }

 private:
  const sys::Kernel& kernel_;
  mutable KernelAnswers answers_;  // questions are const, remembering them is not seen from outside
};

}  // namespace railhead::probe
