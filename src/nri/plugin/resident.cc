#include "nri/plugin/resident.h"

#include <link.h>
#include <malloc.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>

namespace railhead::nri {
namespace {

/// For the program, which dl_iterate_phdr(3) tells of first. Only what is never written is dropped: pages that the loader has
/// relocated are not those of the file any more.
int drop_pages(dl_phdr_info* info, std::size_t /*size*/, void* /*nothing*/) {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  for (int i = 0; i < info->dlpi_phnum; ++i) {
    const ElfW(Phdr)& part = info->dlpi_phdr[i];
    if (part.p_type != PT_LOAD || (part.p_flags & PF_W) != 0) continue;
    const std::uintptr_t begin = (info->dlpi_addr + part.p_vaddr) / page * page;
    const std::uintptr_t end = info->dlpi_addr + part.p_vaddr + part.p_filesz;
    ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
  }
  return 1;
}

}  // namespace

void forget_start() {
  ::malloc_trim(0);
  ::dl_iterate_phdr(drop_pages, nullptr);
}

}  // namespace railhead::nri
