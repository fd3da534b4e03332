#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>

/// What was answered to the questions of `railhead init`.
namespace railhead::manifest::job {

/// Whose word an answer is. A guess is nobody's: the file says so where it stands.
enum class Origin : std::uint8_t { given, typed, usual, detected, guess };

struct Answer {
  std::string text;
  Origin origin = Origin::given;
  std::string source = {};  // of a detected one: where it was read
};

/// An answer that leaves the field out.
constexpr std::string_view kNone = "none";
/// Rails that a cluster may have.
constexpr std::size_t kMostRails = 64;

/// Answers by the key of their question; those of a rail by "KEY.NUMBER", from 0.
class Answers {
 public:
  static std::string key_of(std::string_view key, std::size_t rail);

  void put(const std::string& key, Answer answer) { answers_[key] = std::move(answer); }
  void take_away(const std::string& key) { answers_.erase(key); }
  const Answer* find(std::string_view key) const;
  /// Empty where nobody answered, or by "none".
  std::string text(std::string_view key) const;
  bool is(std::string_view key, std::string_view word) const { return text(key) == word; }
  /// As many as the question "rails" was answered by; 0 where that was none from 1 to kMostRails.
  std::size_t rails() const;
  const std::map<std::string, Answer, std::less<>>& all() const { return answers_; }

 private:
  std::map<std::string, Answer, std::less<>> answers_;
};

}  // namespace railhead::manifest::job
