#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"

/// The messages of one connection. ttrpc puts ten bytes before each: the length of what follows and the number of its stream,
/// both 32 bits with the highest byte first, then a byte for its type and one for flags. A call and its answer have one number;
/// callers take odd ones that only rise. Flags, and the type 3, are of streams of many messages, which NRI has none of.
namespace railhead::nri {

constexpr std::size_t kMessageHeader = 10;
/// The most that a message carries after its header; ttrpc on either side refuses more.
constexpr std::size_t kMostMessage = std::size_t{4} << 20U;

enum class MessageType : std::uint8_t { request = 1, response = 2 };

/// `payload` belongs to the reader, or to the bytes that were read.
struct Message {
  std::uint32_t stream = 0;
  MessageType type = MessageType::request;
  std::string_view payload = {};
  bool is_eaten = false;  // the payload is what was left of it
};

/// Who takes a long message while it comes, so that it need not be kept.
class Eater {
 public:
  virtual ~Eater() = default;
  /// The beginning of a message of `length` bytes, kEaten of them at least. True: it is eaten.
  virtual base::Result<bool> begin(const Message& message, std::size_t length) = 0;
  /// Bytes of it that follow what was eaten: how many of them may be forgotten. The others come again with more.
  virtual base::Result<std::size_t> eat(std::string_view bytes) = 0;
};
constexpr std::size_t kEaten = 1024;

/// Puts messages together. Keeps one message at most, and gives a large one's memory back to the system.
class MessageReader {
 public:
  MessageReader() = default;
  explicit MessageReader(Eater& eater) : eater_(&eater) {}

  /// The next message of `bytes`, which loses it, good until the next call; nothing where more is needed. An error: a message
  /// of another type, or one that is too long.
  base::Result<std::optional<Message>> next(std::string_view& bytes);
  bool is_in_the_middle() const { return held_ != 0; }
  /// Bytes of memory that it has.
  std::size_t size() const { return body_.capacity(); }

 private:
  base::Result<void> read_header();
  base::Result<void> keep(std::string_view part);
  void forget();

  std::array<char, kMessageHeader> header_ = {};
  std::size_t held_ = 0;  // bytes of the header
  std::size_t length_ = 0;
  std::size_t got_ = 0;  // bytes of the message after its header
  bool asked_ = false;   // whether it is eaten
  Eater* eater_ = nullptr;
  Message message_ = {};
  std::string body_ = {};
};

/// Appends a message to `out`, in frames of the connection.
void append_message(std::string& out, std::uint32_t connection, const Message& message);

}  // namespace railhead::nri
