#pragma once

#include "sys/kernel.h"

namespace railhead::sys {

/// The kernel under us.
class LiveKernel final : public Kernel {
 public:
  Outcome<FileSystemUse> file_system(std::string_view path) const override;
  Outcome<bool> opens(std::string_view path) const override;
  Outcome<std::vector<InterfaceAddress>> addresses() const override;
  Outcome<LibraryLoad> library(std::string_view name) const override;
  Outcome<std::vector<VerbsDevice>> verbs() const override;
};

/// A world without system calls: a captured tree. Every answer is kNotAsked.
class NoKernel final : public Kernel {
 public:
  Outcome<FileSystemUse> file_system(std::string_view) const override { return std::unexpected(kNotAsked); }
  Outcome<bool> opens(std::string_view) const override { return std::unexpected(kNotAsked); }
  Outcome<std::vector<InterfaceAddress>> addresses() const override { return std::unexpected(kNotAsked); }
  Outcome<LibraryLoad> library(std::string_view) const override { return std::unexpected(kNotAsked); }
  Outcome<std::vector<VerbsDevice>> verbs() const override { return std::unexpected(kNotAsked); }
};

}  // namespace railhead::sys
