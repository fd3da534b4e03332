#pragma once

#include <chrono>
#include <map>
#include <string>
#include <utility>

#include "flow/deploy/applied.h"
#include "flow/deploy/waited.h"

namespace railhead::cli {

/// What deploy says on stderr while it works: a line for each object, then how the pods come up. On a terminal their lines are
/// written over; elsewhere there is a line for each change.
class Progress {
 public:
  explicit Progress(bool quiet);

  void note(const std::string& text);
  void step(const flow::Step& step);
  void look(const flow::Workload& workload, const flow::Seen& seen);
  /// The last picture stays.
  void end_of_looks();

 private:
  void redraw(const std::string& picture);
  void changes(const flow::Workload& workload, const flow::Seen& seen);
  std::string since_start() const;

  bool quiet_;
  bool terminal_;
  bool answered_ = true;
  std::size_t drawn_ = 0;  // lines on the terminal that are written over
  std::string picture_;
  std::map<std::string, std::pair<std::string, std::string>> said_;  // of each pod and warning, the last two things
  std::chrono::steady_clock::time_point start_;
};

}  // namespace railhead::cli
