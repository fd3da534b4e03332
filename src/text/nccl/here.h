#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/format.h"
#include "base/text.h"
#include "text/nccl/run_reader.h"

// What the files of RunReader share.
namespace railhead::text {

constexpr std::size_t kMostDevices = 256;  // named by one rank

/// The line being read: where it stands, and whose it is.
struct RunReader::Here {
  const std::string& file;
  std::uint64_t number;
  facts::LogRank& rank;

  std::string source() const { return base::format("{}:{}", file, number); }
  template <class T>
  void set(facts::Known<T>& fact, T value) const {
    if (!fact.has()) fact = {std::move(value), source()};
  }
};

/// Up to the first blank or comma.
inline std::string_view word(std::string_view text) { return text.substr(0, text.find_first_of(" \t,")); }

/// "[0]eth0:10.0.0.1<0>" and "eth0:10.0.0.1<0>": the interface.
inline std::string interface_of(std::string_view text) {
  if (text.starts_with('[')) text.remove_prefix(std::min(text.size(), text.find(']') + 1));
  return base::one_line(text.substr(0, text.find(':')));
}

/// The number behind the first `label`; none beyond a million.
inline std::optional<unsigned> number_after(std::string_view text, std::string_view label) {
  const std::size_t at = text.find(label);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view digits = text.substr(at + label.size());
  const auto value = base::unsigned_number(digits.substr(0, digits.find_first_not_of("0123456789")));
  if (!value || *value > 1000000) return std::nullopt;
  return static_cast<unsigned>(*value);
}

}  // namespace railhead::text
