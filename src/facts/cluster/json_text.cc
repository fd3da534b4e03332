#include "facts/cluster/json_text.h"

#include <nlohmann/json.hpp>

#include "base/text.h"

namespace railhead::facts {
namespace {

/// Takes every value and keeps none: only whether it is JSON is asked, whatever its size and depth.
struct Reader : nlohmann::json_sax<nlohmann::json> {
  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool string(string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }
  bool start_object(std::size_t) override { return true; }
  bool key(string_t&) override { return true; }
  bool end_object() override { return true; }
  bool start_array(std::size_t) override { return true; }
  bool end_array() override { return true; }
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& error) override {
    message = error.what();
    return false;
  }
  std::string message;
};

}  // namespace

std::optional<std::string> json_error(const std::string& text) {
  Reader reader;
  if (nlohmann::json::sax_parse(text, &reader)) return std::nullopt;
  // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error ..."
  const std::size_t at = reader.message.find(" at line ");
  return base::one_line(at == std::string::npos ? reader.message : reader.message.substr(at + 4)).substr(0, 240);
}

}  // namespace railhead::facts
