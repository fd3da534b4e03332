#include <utility>

#include "base/text.h"
#include "finding/finding.h"
#include "finding/rdma/ports.h"

namespace railhead::check {
namespace {

/// What the bracket of "25 Gb/sec (1X EDR)" says.
struct Lanes {
  std::uint64_t count = 0;
  std::string speed;
};

std::optional<Lanes> lanes_of(std::string_view text) {
  const std::size_t open = text.find('(');
  const std::size_t close = text.find(')', open == std::string_view::npos ? 0 : open);
  if (open == std::string_view::npos || close == std::string_view::npos) return std::nullopt;
  const std::vector<std::string_view> words = base::words(text.substr(open + 1, close - open - 1));
  if (words.empty() || !words.front().ends_with('X')) return std::nullopt;
  const std::optional<std::uint64_t> count = base::unsigned_number(words.front().substr(0, words.front().size() - 1));
  if (!count) return std::nullopt;
  return Lanes{*count, words.size() > 1 ? std::string(words[1]) : ""};
}

/// Two lanes are how a split cable or a half-rate port is sold, so they prove nothing. One lane of four, or the first
/// generation's speed on an adapter that is four generations younger, is only ever a link that trained badly.
std::string fault_of(const Lanes& lanes, const facts::Device& device) {
  if (lanes.count == 1) return "runs on one lane of four";
  if (lanes.speed == "SDR" && device.driver.is("mlx5_core")) return "runs at the lowest InfiniBand speed, SDR";
  return "";
}

std::optional<Finding> judge(const Ports&, const PortView& view) {
  const facts::Port& port = *view.port;
  if (!is_infiniband(view) || !is_active(port) || port.rate_text.not_asked()) return std::nullopt;
  if (!port.rate_text.has()) return unknown(subject(view), "the port's rate is not known", {lacking(port.rate_text, "rate")});
  const std::optional<Lanes> lanes = lanes_of(*port.rate_text);
  if (!lanes) return std::nullopt;
  Evidences evidence = {seen(port.rate_text, "rate " + *port.rate_text)};
  const std::string fault = fault_of(*lanes, *view.device);
  if (fault.empty()) return ok(subject(view), "runs at " + *port.rate_text, std::move(evidence));
  return violated(Severity::warning, subject(view), base::format("{}: {}", fault, *port.rate_text), std::move(evidence));
}

}  // namespace

Check port_rate_below_maximum() {
  return {.id = {},
          .title = "An InfiniBand link runs below its maximum",
          .severity = Severity::warning,
          .cause =
              "Both ends agree on the lanes and the speed that work when the link comes up. A dirty or damaged cable, a "
              "half-seated transceiver or a limit on the switch port leaves it narrower or slower than both ends could do.",
          .fix =
              "mlxlink -d PCI-ADDRESS  # speed, width and error counters beside those of a good port; then reseat or change "
              "the cable",
          .rule = [](const Input& input) { return each_port(input, judge); }};
}

}  // namespace railhead::check
