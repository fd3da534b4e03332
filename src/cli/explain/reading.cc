#include "cli/explain/reading.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/explain/log_or_snapshot.h"
#include "decode/text_stream.h"
#include "sys/descriptor.h"

namespace railhead::cli {

base::Error unreadable(const std::string& file, int error) {
  const base::Code code = error == ENOENT   ? base::Code::not_found
                          : error == EACCES ? base::Code::denied
                                            : base::Code::malformed;
  return {.code = code,
          .message = base::format("cannot read '{}'", base::printable(file)),
          .cause = std::strerror(error),
          .suggestion = "Give the files of one case, or '-' for what is pasted on stdin."};
}

base::Result<void> read_into(text::CaseReader& reader, const std::string& file) {
  constexpr std::size_t kPiece = std::size_t{64} << 10;  // stays in the cache between the kernel and the parser
  const bool standard = file == "-";
  const sys::Descriptor opened(standard ? -1 : ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!standard && !opened.open()) return std::unexpected(unreadable(file, errno));
  const std::string name = standard ? "stdin" : file;
  reader.begin(name);
  LogOrSnapshot text(reader, name);
  decode::TextStream stream([&text](std::string_view piece) { text.take(piece); });
  const auto room = std::make_unique<char[]>(kPiece);
  while (stream.problem().empty()) {
    const ssize_t count = ::read(standard ? STDIN_FILENO : opened.number(), room.get(), kPiece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return std::unexpected(unreadable(file, errno));
    if (count == 0) break;
    stream.take({room.get(), static_cast<std::size_t>(count)});
  }
  stream.end();
  return text.end(stream.problem());
}

}  // namespace railhead::cli
