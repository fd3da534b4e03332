#include <cstdint>
#include <optional>

#include "decode/decoder.h"

namespace railhead::decode {
namespace {

constexpr std::uint32_t kReplacement = 0xFFFD;

void append(std::string& text, std::uint32_t point) {
  const auto put = [&text](std::uint32_t byte) { text += static_cast<char>(byte); };
  if (point < 0x80) return put(point);
  if (point < 0x800) {
    put(0xC0 | point >> 6U);
  } else {
    if (point < 0x10000) {
      put(0xE0 | point >> 12U);
    } else {
      put(0xF0 | point >> 18U);
      put(0x80 | (point >> 12U & 0x3FU));
    }
    put(0x80 | (point >> 6U & 0x3FU));
  }
  put(0x80 | (point & 0x3FU));
}

class Utf16 final : public Decoder {
 public:
  explicit Utf16(bool big_endian) : big_endian_(big_endian) {}

  std::string take(std::string_view piece, const Sink& sink) override {
    std::string text;
    for (const char c : piece) {
      const unsigned byte = static_cast<unsigned char>(c);
      if (!first_) {
        first_ = byte;
        continue;
      }
      unit(text, big_endian_ ? *first_ << 8U | byte : byte << 8U | *first_);
      first_.reset();
    }
    if (!text.empty()) sink(text);
    return "";
  }

  std::string end(const Sink& sink) override {
    std::string text;
    if (high_ != 0) append(text, kReplacement);
    if (!text.empty()) sink(text);
    return first_ ? "the UTF-16 text is cut off in the middle of a character" : "";
  }

 private:
  void unit(std::string& text, std::uint32_t value) {
    const bool low = value >= 0xDC00 && value < 0xE000;
    if (high_ != 0) {
      const std::uint32_t high = high_;
      high_ = 0;
      if (low) return append(text, 0x10000 + ((high - 0xD800) << 10U) + (value - 0xDC00));
      append(text, kReplacement);
    }
    if (value >= 0xD800 && value < 0xDC00)
      high_ = value;
    else
      append(text, low ? kReplacement : value);
  }

  bool big_endian_;
  std::optional<std::uint32_t> first_;  // byte of a unit
  std::uint32_t high_ = 0;              // half of a pair
};

}  // namespace

std::unique_ptr<Decoder> utf16(bool big_endian) { return std::make_unique<Utf16>(big_endian); }

}  // namespace railhead::decode
