#include "nri/wire/fields.h"

#include <google/protobuf/wire_format_lite.h>

namespace railhead::nri {

using google::protobuf::internal::WireFormatLite;

Fields::Fields(std::string_view message)
    : message_(message), input_(reinterpret_cast<const std::uint8_t*>(message.data()), static_cast<int>(message.size())) {}

Head head_of(std::string_view bytes) {
  bytes = bytes.substr(0, kMostHead);
  google::protobuf::io::CodedInputStream input(reinterpret_cast<const std::uint8_t*>(bytes.data()),
                                               static_cast<int>(bytes.size()));
  const std::uint32_t tag = input.ReadTag();
  Head head{.number = WireFormatLite::GetTagFieldNumber(tag)};
  if (head.number == 0) return {};
  const auto type = WireFormatLite::GetTagWireType(tag);
  head.is_bytes = type == WireFormatLite::WIRETYPE_LENGTH_DELIMITED;
  head.is_number = type == WireFormatLite::WIRETYPE_VARINT;
  if (type == WireFormatLite::WIRETYPE_FIXED32) head.value = 4;
  if (type == WireFormatLite::WIRETYPE_FIXED64) head.value = 8;
  // Groups are of a protobuf that NRI never was.
  const bool good = head.is_bytes || head.is_number ? input.ReadVarint64(&head.value) : head.value != 0;
  head.size = good ? static_cast<std::size_t>(input.CurrentPosition()) : 0;
  return head;
}

bool Fields::read(std::uint32_t tag, Field& field) {
  field = {.number = WireFormatLite::GetTagFieldNumber(tag)};
  if (field.number == 0) return false;
  switch (WireFormatLite::GetTagWireType(tag)) {
    case WireFormatLite::WIRETYPE_VARINT: return input_.ReadVarint64(&field.value);
    case WireFormatLite::WIRETYPE_LENGTH_DELIMITED: {
      std::uint32_t length = 0;
      if (!input_.ReadVarint32(&length)) return false;
      const auto begin = static_cast<std::size_t>(input_.CurrentPosition());
      if (length > message_.size() - begin) return false;
      field.is_bytes = true;
      field.bytes = message_.substr(begin, length);
      return input_.Skip(static_cast<int>(length));
    }
    default: field.number = 0; return WireFormatLite::SkipField(&input_, tag);
  }
}

bool Fields::next(Field& field) {
  if (!good_) return false;
  const std::uint32_t tag = input_.ReadTag();
  if (tag == 0) {
    good_ = input_.ConsumedEntireMessage();
    return false;
  }
  good_ = read(tag, field);
  return good_;
}

}  // namespace railhead::nri
