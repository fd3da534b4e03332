#pragma once

#include <optional>
#include <string>
#include <utility>
#include <variant>

/// A fact and where it came from, or why it is not known. "Not known" is never "no".
namespace railhead::facts {

/// not_found: the source is not there. denied: it is there and we may not read it. malformed: it was read and makes no sense.
/// unavailable: the source failed or does not carry this. not_asked: this world (a captured tree, another probe level) has no
/// such source at all.
enum class Why { not_found, denied, malformed, unavailable, not_asked };

/// `detail` is for people: "EACCES", "expected a number, found 'abc'".
struct Missing {
  Why why = Why::not_asked;
  std::string detail = {};
};

const char* name(Why why);

/// "not readable (permission denied)", "not there", with the detail where there is one.
std::string described(const Missing& missing);

/// The source is a path below the root, the name of a system call, or "environment: NAME".
template <class T>
class Known {
 public:
  /// Not asked: the state of a fact that no probe touched.
  Known() = default;
  Known(T value, std::string source) : state_(std::move(value)), source_(std::move(source)) {}
  Known(Missing missing, std::string source) : state_(std::move(missing)), source_(std::move(source)) {}

  bool has() const { return state_.index() == 1; }
  explicit operator bool() const { return has(); }
  const T& operator*() const { return std::get<1>(state_); }
  const T* operator->() const { return &std::get<1>(state_); }
  T value_or(T other) const {
    if (has()) return std::get<1>(state_);
    return other;
  }
  /// The value itself, for one who adds to it what further texts say; only while has() is true.
  T& held() { return std::get<1>(state_); }
  /// True when it is known and equals `value`.
  bool is(const T& value) const { return has() && std::get<1>(state_) == value; }

  /// Only while has() is false.
  const Missing& missing() const { return std::get<0>(state_); }
  bool not_asked() const { return !has() && missing().why == Why::not_asked; }
  const std::string& source() const { return source_; }

 private:
  std::variant<Missing, T> state_;
  std::string source_;
};

}  // namespace railhead::facts
