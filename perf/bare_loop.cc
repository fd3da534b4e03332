// The least that reading some files costs: open, read, close of each path in a list, one after the other. doctor is compared
// with it over the files that doctor itself reads (perf/README.md).
#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <string>

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("usage: bare_loop LIST     a file with one path a line\n", stderr);
    return 2;
  }
  std::ifstream list(argv[1]);
  std::array<char, 4096> page{};
  std::size_t files = 0;
  std::size_t bytes = 0;
  for (std::string path; std::getline(list, path);) {
    const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) continue;
    const ssize_t count = ::read(file, page.data(), page.size());
    if (count > 0) bytes += static_cast<std::size_t>(count);
    ::close(file);
    ++files;
  }
  std::printf("%zu files, %zu bytes\n", files, bytes);
  return files == 0 ? 1 : 0;
}
