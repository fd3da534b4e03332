#include "cli/explain/follow.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <memory>

#include "cli/explain/reading.h"
#include "cli/signals.h"
#include "decode/text_stream.h"
#include "sys/descriptor.h"

namespace railhead::cli {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t kPiece = std::size_t{256} << 10;
constexpr int kNap = 250;  // milliseconds
constexpr Clock::duration kPause = std::chrono::seconds(1);

enum class Came { data, nothing, end };

class Follower {
 public:
  explicit Follower(std::string file) : file_(std::move(file)), standard_(file_ == "-") {}

  base::Result<text::Case> run(const Look& look) {
    if (auto opened = open(); !opened) return std::unexpected(opened.error());
    bool fresh = false;
    Clock::time_point next = Clock::now() + kPause;
    for (Came came = Came::data; came != Came::end && !StopSignals::came() && stream_->problem().empty();) {
      auto read = read_some();
      if (!read) return std::unexpected(read.error());
      came = *read;
      fresh = fresh || came == Came::data;
      if (!fresh || came == Came::end || (came == Came::data && Clock::now() < next)) continue;
      const Clock::time_point start = Clock::now();
      // A line that is not at its end yet is not among what was read.
      if (auto looked = look(reader_.finish()); !looked) return std::unexpected(looked.error());
      next = Clock::now() + std::max(kPause, 10 * (Clock::now() - start));
      fresh = false;
    }
    stream_->end();
    reader_.end(stream_->problem());
    return reader_.finish();
  }

 private:
  base::Result<void> open() {
    if (!standard_) opened_ = sys::Descriptor(::open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    struct stat is{};
    if ((!standard_ && !opened_.open()) || fstat(number(), &is) != 0) return std::unexpected(unreadable(file_, errno));
    if (S_ISDIR(is.st_mode)) return std::unexpected(unreadable(file_, EISDIR));
    device_ = is.st_dev;
    inode_ = is.st_ino;
    regular_ = S_ISREG(is.st_mode);
    begin();
    return {};
  }

  void begin() {
    reader_.begin(standard_ ? "stdin" : file_);
    stream_ = std::make_unique<decode::TextStream>([this](std::string_view text) { reader_.take(text); });
    offset_ = 0;
  }

  /// The text starts anew; what was read of it until now stays.
  void begin_again() {
    stream_->end();
    reader_.end(stream_->problem());
    begin();
  }

  int number() const { return standard_ ? STDIN_FILENO : opened_.number(); }

  base::Result<Came> read_some() {
    if (!regular_) {
      struct pollfd wait{.fd = number(), .events = POLLIN, .revents = 0};
      if (::poll(&wait, 1, kNap) <= 0) return Came::nothing;
    }
    const ssize_t count = ::read(number(), room_.get(), kPiece);
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) return Came::nothing;
    if (count < 0) return std::unexpected(unreadable(file_, errno));
    if (count > 0) {
      offset_ += count;
      stream_->take({room_.get(), static_cast<std::size_t>(count)});
      return Came::data;
    }
    if (!regular_) return Came::end;
    wait_for_more();
    return Came::nothing;
  }

  void wait_for_more() {
    ::poll(nullptr, 0, kNap);
    struct stat is{};
    if (fstat(number(), &is) == 0 && is.st_size < offset_) {
      if (::lseek(number(), 0, SEEK_SET) == 0) begin_again();
      return;
    }
    if (standard_ || ::stat(file_.c_str(), &is) != 0 || (is.st_dev == device_ && is.st_ino == inode_)) return;
    sys::Descriptor replaced(::open(file_.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK));
    if (!replaced.open() || fstat(replaced.number(), &is) != 0 || !S_ISREG(is.st_mode)) return;
    opened_ = std::move(replaced);
    device_ = is.st_dev;
    inode_ = is.st_ino;
    begin_again();
  }

  std::string file_;
  bool standard_;
  bool regular_ = false;
  sys::Descriptor opened_{-1};
  dev_t device_ = 0;
  ino_t inode_ = 0;
  off_t offset_ = 0;
  text::CaseReader reader_;
  std::unique_ptr<decode::TextStream> stream_;
  std::unique_ptr<char[]> room_ = std::make_unique<char[]>(kPiece);
};

}  // namespace

base::Result<text::Case> follow(const std::string& file, const Look& look) {
  const StopSignals signals;
  return Follower(file).run(look);
}

}  // namespace railhead::cli
