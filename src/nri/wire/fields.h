#pragma once

#include <google/protobuf/io/coded_stream.h>

#include <cstdint>
#include <string_view>

/// The fields of a message one by one, without making an object of it: a message of a few megabytes would become many times as
/// much memory, since a field of two bytes becomes an object of dozens.
namespace railhead::nri {

struct Field {
  int number = 0;
  bool is_bytes = false;        // texts and messages; else a number, or something that is skipped
  std::string_view bytes = {};  // of the message that is read
  std::uint64_t value = 0;
};

/// What stands before a field's bytes, or the whole of a number.
struct Head {
  int number = 0;
  bool is_bytes = false;
  bool is_number = false;
  std::uint64_t value = 0;  // a number, or how many bytes follow; 4 or 8 where they are something else
  std::size_t size = 0;     // bytes of the head itself; 0: it is not all there, or malformed
};
Head head_of(std::string_view bytes);
/// The most bytes that a head has: with as many, one of size 0 is malformed.
constexpr std::size_t kMostHead = 20;

class Fields {
 public:
  explicit Fields(std::string_view message);
  /// Another field, as long as there is one.
  bool next(Field& field);
  /// After `next` said no: the message is at its end, and was not broken off or malformed.
  bool is_at_end() { return good_; }

 private:
  bool read(std::uint32_t tag, Field& field);

  std::string_view message_;
  google::protobuf::io::CodedInputStream input_;
  bool good_ = true;
};

}  // namespace railhead::nri
