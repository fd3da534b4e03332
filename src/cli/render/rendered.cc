#include <utility>

#include "cli/render/jobs.h"

namespace railhead::cli {

base::Result<std::vector<manifest::render::Object>> rendered(const std::vector<ReadyJob>& jobs,
                                                             const manifest::render::Options& options) {
  manifest::render::Together together;
  for (const ReadyJob& ready : jobs) {
    auto objects = manifest::render::render(ready.job, ready.cluster, options);
    if (!objects) {
      objects.error().message.insert(0, ready.place + ": ");
      return std::unexpected(objects.error());
    }
    if (auto done = together.add(ready.place, *std::move(objects)); !done) return std::unexpected(done.error());
  }
  return std::move(together).all();
}

}  // namespace railhead::cli
