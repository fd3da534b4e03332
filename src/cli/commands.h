#pragma once

namespace railhead::cli {

/// The whole program: reads the command line, runs the command, prints its result, gives the exit code (docs/errors.md).
int run(int argc, char** argv);

}  // namespace railhead::cli
