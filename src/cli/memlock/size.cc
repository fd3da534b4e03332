#include <memory>

#include "base/format.h"
#include "base/text.h"
#include "cli/memlock/memlock.h"
#include "memlock/size.h"
#include "probe/machine.h"
#include "report/memlock/memlock.h"

namespace railhead::cli {
namespace {

/// Numbers and sizes are still text, since their errors are ours to say.
struct SizeOptions {
  OutputOptions output;
  MachineSource source;
  std::string channels = {};
  std::string peers = {};
  std::string queue_pairs = {};
  std::string buffer = "4MiB";
  std::string host_buffers = "0";
  bool no_gdr = false;
};

base::Result<std::uint64_t> number(const char* option, const std::string& text, std::uint64_t least) {
  const auto value = base::unsigned_number(text);
  if (value && *value >= least) return *value;
  return std::unexpected(base::Error{.code = base::Code::usage,
                                     .message = base::format("{}: '{}' is no whole number of at least {}", option,
                                                             base::one_line(text.substr(0, 80)), least)});
}

base::Result<memlock::Job> job_of(const SizeOptions& options) {
  const auto channels = number("--channels", options.channels, 1);
  if (!channels) return std::unexpected(channels.error());
  const auto peers = number("--peers", options.peers, 0);
  if (!peers) return std::unexpected(peers.error());
  const auto queue_pairs = number("--qps", options.queue_pairs, 0);
  if (!queue_pairs) return std::unexpected(queue_pairs.error());
  const auto buffer = base::parse_size(options.buffer);
  if (!buffer) return std::unexpected(buffer.error());
  const auto host = base::parse_size(options.host_buffers);
  if (!host) return std::unexpected(host.error());
  return memlock::Job{.channels = *channels,
                      .peers = *peers,
                      .queue_pairs = *queue_pairs,
                      .buffer = *buffer,
                      .gpudirect = !options.no_gdr,
                      .host_buffers = *host};
}

base::Result<Exit> compute(const SizeOptions& options) {
  const base::Result<memlock::Job> job = job_of(options);
  if (!job) return std::unexpected(job.error());
  const base::Result<OpenedWorld> opened = OpenedWorld::open(options.source);
  if (!opened) return std::unexpected(opened.error());
  const facts::Machine machine = probe::machine(opened->world(), {.level = probe::Level::off});
  const base::Result<memlock::Size> size = memlock::size_of(*job, machine.memory);
  if (!size) return std::unexpected(size.error());
  const memlock::Model model = memlock::model(machine.process, machine.memory);
  const base::Result<void> printed =
      print(options.output.json ? report::size_json(*size, model, RAILHEAD_VERSION)
                                : report::size_text(*job, *size, model, style_of(options.output)));
  if (!printed) return std::unexpected(printed.error());
  return size->fits() == false ? Exit::findings : Exit::ok;
}

void add_job(CLI::App& command, SizeOptions& options) {
  command.add_option("--channels", options.channels, "Channels of the communicator (NCCL_MAX_NCHANNELS, or what its log says)")
      ->required()
      ->option_text("N");
  command.add_option("--peers", options.peers, "Processes on other nodes that one process talks to")
      ->required()
      ->option_text("N");
  command.add_option("--qps", options.queue_pairs, "Queue pairs of one process")->required()->option_text("N");
  command.add_option("--buffsize", options.buffer, "NCCL_BUFFSIZE (default 4MiB)")->check(not_empty())->option_text("SIZE");
  command.add_flag("--no-gdr", options.no_gdr, "The buffers are in host memory: no GPUDirect");
  command.add_option("--host-buffers", options.host_buffers, "What the program registers itself: pinned loaders, UCX pools")
      ->check(not_empty())
      ->option_text("SIZE");
}

}  // namespace

void add_memlock_size(CLI::App& memlock, Chosen& chosen) {
  CLI::App* command =
      memlock.add_subcommand("size", "A finite memlock limit for a job, per process, with the arithmetic and what was assumed");
  command->footer("\nExit 1: it is more than the memory control group leaves.");
  auto options = std::make_shared<SizeOptions>();
  add_output(*command, options->output);
  add_source(*command, options->source);
  add_job(*command, *options);
  command->callback([options, &chosen] {
    chosen.run = [options] {
      const base::Result<Exit> exit = compute(*options);
      return exit ? *exit : report_error(exit.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
