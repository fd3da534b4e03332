#include <memory>

#include "cli/clock.h"
#include "cli/command.h"
#include "probe/machine.h"
#include "probe/snapshot.h"

namespace railhead::cli {
namespace {

struct SnapshotOptions {
  OutputOptions output;  // errors only: a snapshot is text
  MachineSource source;
  probe::Level level = probe::Level::open;
  std::string file = "-";
  bool ranks = false;
  bool counters = false;
};

base::Result<void> take(const SnapshotOptions& options) {
  const base::Result<OpenedWorld> opened = OpenedWorld::open(options.source);
  if (!opened) return std::unexpected(opened.error());
  const std::string about = std::string("version: ") + RAILHEAD_VERSION + "\ntime: " + time_text() + "\n";
  const sys::World world = opened->world();
  const std::string text = written(options.counters ? probe::traffic_snapshot(world, about)
                                                    : probe::snapshot(world, options.level, about, options.ranks));
  return options.file == "-" ? print(text) : write_file(options.file, text);
}

}  // namespace

void add_snapshot(CLI::App& app, Chosen& chosen) {
  CLI::App* command = app.add_subcommand(
      "snapshot",
      "Writes everything doctor reads as one text archive, secrets removed; 'doctor --from FILE' reads it anywhere");
  command->footer(
      "\nKept: sysfs and procfs values, device nodes, addresses, GIDs and MAC addresses, and the environment variables that\n"
      "matter to RDMA jobs. Not kept: other variables, and the values of names that look like passwords, tokens or keys.");
  auto options = std::make_shared<SnapshotOptions>();
  command->add_option("file", options->file, "Where to write it (default: stdout)")->check(not_empty())->option_text("FILE");
  add_source(*command, options->source);
  using probe::Level;
  command->add_option("--probe", options->level, "off reads files only; open (default) also opens each device")
      ->transform(one_of({{"off", static_cast<int>(Level::off)}, {"open", static_cast<int>(Level::open)}}))
      ->option_text("off|open");
  CLI::Option* ranks = command->add_flag(
      "--ranks", options->ranks,
      "Also the processes of this container that have memory pinned or an RDMA device open, and what interfaces have moved");
  command
      ->add_flag("--counters", options->counters,
                 "Nothing but what the RDMA ports and interfaces have moved: a second reading beside one with --ranks")
      ->excludes(ranks);
  command->callback([options, &chosen] {
    chosen.run = [options] {
      const base::Result<void> taken = take(*options);
      return taken ? Exit::ok : report_error(taken.error(), options->output);
    };
  });
}

}  // namespace railhead::cli
