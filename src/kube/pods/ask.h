#pragma once

#include <chrono>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kube/pods/list.h"

namespace railhead::kube {

/// How pods are asked. `program` is this program as a file, for pods that have none; empty: none is copied. `copy_name` is the
/// name of the copy, for as long as it is needed.
struct Asking {
  std::chrono::milliseconds limit = std::chrono::seconds(20);  // of each call into a pod
  std::size_t at_once = 16;
  std::string launcher = {};  // where the launcher puts railhead in a pod
  std::string program = {};
  std::string copy_name = {};
  std::function<bool()> wanted = [] { return true; };
};

/// Where the program is in a pod: put there by Railhead's launcher, in PATH by the image, or copied there by us.
enum class Place { launcher, path, copied };

enum class Silence { timeout, gone, no_program, not_running, refused, other };

/// What a pod said; `silence` and `why` where it said nothing. `old`: its program is an older one that knows the question's
/// options not, and was asked without them.
struct Reply {
  std::string text = {};
  Place place = Place::launcher;
  bool old = false;
  bool answered = false;
  Silence silence = Silence::other;
  std::string why = {};
  Failure failure = {};  // of one that was refused
};

/// Asks each pod for `railhead snapshot`: of all that there is, or a second time, of the counters alone.
enum class AskedFor { snapshot, counters };

/// `pods` beside each other, at most `at_once`. `place` tells of each pod where its program is, if that is known. `done` is
/// called once for each, in the order in which they end. A copy is removed by the last question (`last`), and where a call
/// fails as far as the pod can be reached. False where `wanted` ended it.
bool ask_pods(const Client& client, const Asking& asking, std::span<const facts::Pod> pods, AskedFor question, bool last,
              const std::function<Place(std::size_t)>& place, const std::function<void(std::size_t, Reply)>& done);

/// The log of each pod: its beginning, where NCCL says what it uses, and of one that is longer its end. `take` is called with
/// pieces, and `cut` between two that do not belong together; `done` with why it could not be read, empty where it was.
struct LogTaker {
  std::function<void(std::size_t, std::string_view)> take;
  std::function<void(std::size_t)> cut;
  std::function<void(std::size_t, std::string)> done;
};
bool read_logs(const Client& client, const Asking& asking, std::span<const facts::Pod> pods, const LogTaker& taker);

}  // namespace railhead::kube
