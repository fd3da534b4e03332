#include "kube/client.h"

#include <unistd.h>

#include <cstdlib>
#include <optional>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace railhead::kube {
namespace {

constexpr std::size_t kMostSaid = std::size_t{64} << 20U;

bool is_in_path(const std::string& name) {
  if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0;
  const char* path = std::getenv("PATH");  // as execvp(3) will
  for (const std::string_view folder : base::split(path ? path : "/bin:/usr/bin", ':'))
    if (::access(base::format("{}/{}", folder, name).c_str(), X_OK) == 0) return true;
  return false;
}

Failure no_program(const std::string& said) { return {.trouble = Trouble::no_program, .said = said}; }

}  // namespace

Answer<Client> Client::of(Access access) {
  if (!access.program.empty()) {
    if (!is_in_path(access.program)) return std::unexpected(no_program(access.program + " is not there, or cannot be run"));
    return Client(std::move(access));
  }
  for (const char* name : {"oc", "kubectl"}) {
    if (!is_in_path(name)) continue;
    access.program = name;
    return Client(std::move(access));
  }
  return std::unexpected(no_program("PATH has neither oc nor kubectl"));
}

sys::Command Client::command(std::vector<std::string> words, std::chrono::milliseconds limit) const {
  std::vector<std::string> all = {access_.program};
  if (!access_.kubeconfig.empty()) all.push_back("--kubeconfig=" + access_.kubeconfig);
  if (!access_.context.empty()) all.push_back("--context=" + access_.context);
  std::move(words.begin(), words.end(), std::back_inserter(all));
  return {.words = std::move(all), .limit = limit};
}

std::optional<Failure> failed(const base::Result<sys::Ending>& ending) {
  if (!ending) return no_program(ending.error().message + ": " + ending.error().cause);
  if (ending->timed_out) return Failure{.trouble = Trouble::timeout, .said = "no answer within the time limit of the call"};
  if (ending->code == 0 || ending->enough) return std::nullopt;
  Failure failure = failure_of(ending->said);
  if (failure.said.empty()) failure.said = base::format("it ended with exit status {}", ending->code);
  return failure;
}

Said Client::say(std::vector<std::string> words, std::string input) const {
  sys::Command what = command(std::move(words));
  what.input = std::move(input);
  auto output = sys::run(std::move(what), kMostSaid);
  if (!output) return std::unexpected(*failed(std::unexpected(output.error())));
  if (auto failure = failed(output->ending)) return std::unexpected(*std::move(failure));
  return std::move(output->text);
}

Answer<std::string> Client::space() const {
  if (!access_.space.empty()) return access_.space;
  // The namespace of the context alone: nothing else of the configuration is read, least of all credentials.
  auto said = say({"config", "view", "--minify", "-o", "jsonpath={..namespace}"});
  if (!said) return std::unexpected(said.error());
  const std::string named(base::trimmed(*said));
  return named.empty() ? "default" : named;
}

}  // namespace railhead::kube
